// What the page shows of a sentence, whoever translated it: its words, and the pieces of each, as
// transformer/text/words.py.

const CLITICS = "le|la|les|moi|toi|lui|leur|nous|vous|en|y";
const W = "[\\p{L}\\p{N}_]";
const END = `(?!${W})`;
const WORD = new RegExp(
  [
    "aujourd'hui|o'clock",
    `${W}+(?=n't${END})|n't${END}|'(?:s|m|re|ve|ll|d)${END}`, // English contractions: do + n't, I + 'm
    `${W}+'(?=${W})(?!(?:s|m|re|ve|ll|d)${END})`, // French elision: l' + ami
    `-(?:${CLITICS})${END}(?!-${W}*[\\p{L}_])|-(?:${CLITICS})(?=-(?:${CLITICS})${END})`, // donne + -le + -moi
    `${W}+(?:-(?!(?:${CLITICS})${END})${W}+)*`,
    "[^\\p{L}\\p{N}_\\s]",
  ].join("|"),
  "giu",
);

/** @param {AlignmentSent} sent @returns {AlignmentFacts} */
export function alignmentFacts({ passage, measured, ...sent }) {
  const { tokens, sizes } = passage;
  const [source, target] = [wordsOf(tokens.source), wordsOf(tokens.output)];
  return {
    ...sent,
    source,
    target,
    pieces: { source: source.pieces, target: target.pieces },
    links: measured?.links ?? null,
    leastError: measured?.leastError ?? null,
    layers: sizes.decoder_layers,
    heads: sizes.H,
  };
}

// The text that tokens spell, its words, and the positions of each one's tokens; a token that spans two belongs to both.
/** @param {Chip[]} chips */
export function wordsOf(chips) {
  let text = "";
  const spans = chips.map(({ text: shown, joined, special }) => {
    if (special) return [text.length, text.length];
    if (!joined && text) text += " ";
    const from = text.length;
    text += shown.replace("␣", "");
    return [from, text.length];
  });
  const found = [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const isIn = (position) => spans[position][0] < index + word.length && spans[position][1] > index;
    return { word, members: [...spans.keys()].filter(isIn) };
  });
  return { text, words: found.map(({ word }) => word), pieces: found.map(({ members }) => members) };
}
