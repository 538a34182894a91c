// Text in the form that the model expects: transformer/text/cleaning.py and transformer/text/line_breaks.py in the
// browser.

import { IS_WORD, isAscii, isLower, isUpper, LATIN } from "./rules.js";

const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/u;
const SOFT_HYPHEN = "\xad";
const AFTER_DIGIT = /[\p{Nd}²³¹⁰⁴-⁹₀-₉]$/u;

// One line of plain text: NFC, straight apostrophes and quotes, single spaces, no control characters, and no invisible
// format characters except joiners within an emoji or a word of another script.
/** @param {Rules} rules @param {string} text */
export function clean(rules, text) {
  const shown = [...text].map((character) => {
    if (rules.begins("joining", character)) return character;
    return character.replace(/[\p{Cc}\p{Co}\p{Cs}]/u, " ").replace(/\p{Cf}/u, "");
  });
  const visible = shown.join("").normalize("NFC").replace(rules.all("loose"), "").normalize("NFC");
  const plain = Array.from(visible, (each) => rules.plain[each] ?? each).join("");
  return singleSpaces(rules, plain.replaceAll("`", "'"));
}

// Plain characters instead of variants: ﬁ fi, １ 1, ½ 1/2. Characters without a spelling in Latin letters and ASCII
// stay, and so do superscripts and subscripts.
/** @param {Rules} rules @param {string} text clean */
export function normaliseCharacters(rules, text) {
  if (isAscii(text)) return text;
  const plainer = (/** @type {string} */ each) => [...each].map((sign) => rules.plainer[sign] ?? sign).join("");
  let spelled = "";
  for (const character of plainer(text)) {
    const plain = isAscii(character) ? character : compatible(rules, character, plainer);
    const between = plain.includes("/") && plain !== "/" && AFTER_DIGIT.test(spelled); // 1½ is not 11/2
    spelled += (between ? " " : "") + plain;
  }
  return singleSpaces(rules, spelled);
}

/** @param {Rules} rules @param {string} character @param {(each: string) => string} plainer */
function compatible(rules, character, plainer) {
  const composed = character.normalize("NFD") !== character || character.normalize("NFKD") === character;
  if (composed || rules.raised.includes(character)) return character;
  const plain = plainer(character.normalize("NFKC"));
  return [...plain].every((each) => isAscii(each) || LATIN.test(each)) ? plain : character;
}

// Joins the lines into which a sentence was broken: one that begins with a lower-case letter continues the line before
// it, and a word hyphenated at a line's end is joined.
/** @param {Rules} rules @param {string} text */
export function joinLines(rules, text) {
  if (!text.includes("- ") && !UNPRINTABLE.test(text)) return text;
  const parts = text.split(rules.all("breaks"));
  if (parts.at(-1) === "") parts.pop();
  const lines = parts.map((line) => line.replace(/^[ \t]+|[ \t]+$/g, "")).join("\n");
  const whole = lines.replace(rules.all("divided"), (...found) => joinHyphenated(rules, found));
  return whole.replace(rules.all("goes_on"), (_, next) => (isLower(next) ? " " : "\n"));
}

// A hyphenated word, or something that only looks like one, in its original form.
/** @param {Rules} rules @param {any[]} match */
function joinHyphenated(rules, [found, left, hyphen, gap, right, offset, text]) {
  if (rules.shared.has(right.toLowerCase())) return found;
  const broken = gap.includes("\n");
  if (hyphen === SOFT_HYPHEN) return broken ? left + right : found;
  const compound = `${left}-${right}`;
  const within = text[offset - 1] === "-" || text[offset + found.length] === "-";
  const letters = IS_WORD.test(left) && IS_WORD.test(right) && isLower([...right][0]);
  if (within || !letters || [...left].length === 1 || isUpper(left)) return broken ? compound : found;
  const knows = (/** @type {string} */ word) => rules.known.has(word.toLowerCase());
  if (knows(compound)) return compound;
  if (knows(left + right)) return left + right;
  if (broken) return knows(left) && knows(right) ? compound : left + right;
  return knows(right) ? found : left + right;
}

/** @param {Rules} rules @param {string} text */
export function singleSpaces(rules, text) {
  return text.split(rules.all("spaces")).filter(Boolean).join(" ");
}
