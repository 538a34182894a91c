// The letters for sizes, anywhere: which ones the pointer is on, and their meanings with the picture's sizes. In
// a sentence, V can mean the values, and H a name: there, a single letter is a size if it is multiplied, and in texts
// written by Python, only in names such as "Heads (H)".

import { element } from "./elements.js";
import "./letters.css";

// What they mean, in equations, shapes and captions.
/** @type {Record<string, string>} */
const MEANINGS = {
  S: "tokens of the source",
  T: "tokens of the translation, as the decoder reads it",
  D: "numbers in a token’s vector (d_model in the paper)",
  H: "heads of one attention",
  d_k: "numbers in a query or a key of one head, D / H",
  d_ff: "neurons of a feed-forward layer",
  V: "tokens of the vocabulary",
  N: "layers in a stack",
  B: "sentences in a batch",
};

export const SIZE_LETTER = /(?<![\p{L}\p{N}_])(?:d_k|d_ff|d_model|[STDHVNB])(?![\p{L}\p{N}_])/gu;
// An element that is explained as a whole.
export const LETTERED = "[data-letters], .shape, [data-testid=stWidgetLabel], [data-testid=stMetricLabel]";
const SIZE_IN_SENTENCE =
  /(?<![\p{L}\p{N}_])(?:d_k|dₖ|d_ff|d_model|[STDHVNB](?= ×)|(?<=× )[STDHVNB])(?![\p{L}\p{N}_])/gu;
/** @type {Record<string, string>} */
const SAME_SIZE = { d_model: "D" };

// The letters of sizes in a text, each once: "T × d_k = 9 × 48" has T and d_k.
export function lettersIn(text = "") {
  const written = text.replaceAll("dₖ", "d_k");
  return [...new Set([...written.matchAll(SIZE_LETTER)].map(([letter]) => SAME_SIZE[letter] ?? letter))];
}

// A sentence split at its letters for sizes: strings, and { letter }.
/**
 * @param {string} sentence
 * @returns {(string | { letter: string })[]}
 */
export function splitAtLetters(sentence) {
  const parts = [];
  let from = 0;
  for (const { 0: letter, index } of sentence.matchAll(SIZE_IN_SENTENCE)) {
    if (index > from) parts.push(sentence.slice(from, index));
    parts.push({ letter });
    from = index + letter.length;
  }
  if (from < sentence.length) parts.push(sentence.slice(from));
  return parts;
}

// The size letters of an element, none if it is not a size.
/** @param {Element} target */
export function lettersAt(target) {
  const marked = target.closest("[data-letters]");
  if (marked instanceof HTMLElement || marked instanceof MathMLElement) return lettersIn(marked.dataset.letters);
  const lettered = target.closest(LETTERED);
  return lettered ? lettersIn(lettered.textContent) : [];
}

// What letters mean: "T: tokens of the translation, here 9".
/**
 * @param {string[]} letters
 * @param {Partial<Sizes>} sizes  of the picture
 */
export const explainLetters = (letters, sizes) =>
  letters.filter((letter) => letter in MEANINGS).map((letter) => [letter, meaningOfLetter(letter, sizes)]);

function meaningOfLetter(/** @type {string} */ letter, /** @type {Partial<Record<string, number>>} */ sizes) {
  const { encoder_layers: encoder, decoder_layers: decoder } = sizes;
  const here = letter === "N" && encoder ? `${encoder} and ${decoder}` : sizes[letter]?.toLocaleString("en");
  return here ? `${MEANINGS[letter]}; here ${here}` : MEANINGS[letter];
}

// A closed box with every letter, for people who cannot hover; `sizes` are those of the picture.
/** @param {Partial<Sizes>} sizes */
export function lettersBox(sizes) {
  const list = element("dl");
  const toggle = () => {
    const rows = explainLetters(Object.keys(MEANINGS), sizes);
    list.replaceChildren(...rows.flatMap(([letter, told]) => [element("dt", "", letter), element("dd", "", told)]));
  };
  return element("details", "letters", { toggle }, element("summary", "", "What the letters mean"), list);
}
