// Tokens as shown: `chips` and `chips_within` of tokens.py, for tokens from the browser's own model.

const WORD_START = "▁";
const SPACE_ALONE = "␣";
export const ENDS = ["<s>", "</s>", "<pad>"]; // separate words
const SPECIAL = [...ENDS, "<unk>"];

/** @param {string[]} tokens @returns {Chip[]} */
export function chips(tokens) {
  return tokens.map((token, at) => {
    const begins = at === 0 || ENDS.includes(token) || ENDS.includes(tokens[at - 1]) || token.startsWith(WORD_START);
    const special = SPECIAL.includes(token);
    const text = special ? token : token.replaceAll(WORD_START, "") || SPACE_ALONE;
    return { text, joined: !begins, special };
  });
}

// The first one also as it looks after another word.
/** @param {string[]} tokens */
export function chipsWithin(tokens) {
  return chips([WORD_START, ...tokens]).slice(1);
}

// The text of the tokens, without special ones.
/** @param {string[]} tokens */
export function textOf(tokens) {
  const pieces = tokens.filter((token) => !SPECIAL.includes(token));
  return pieces.join("").replaceAll(WORD_START, " ").trim();
}
