// A translation with its right words dark and the others pale.

import { element } from "../../widgets/elements.js";
import "./inked_words.css";

/** @param {string} text @param {string} reference */
export const markRightWords = (text, reference) =>
  findRightWords(text, reference).map(([word, isRight]) => (isRight ? word : element("span", "other", word)));

// Split a text into words and what is between them. A word is right as often as it occurs in the reference.
/** @param {string} text @param {string} reference @returns {[string, boolean][]} */
export function findRightWords(text, reference) {
  const bare = (word) => word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, "");
  const left = reference.split(/\s+/).map(bare);
  return text.split(/(\s+)/).map((word) => {
    const at = left.indexOf(bare(word));
    if (at >= 0 && word.trim()) left.splice(at, 1);
    return [word, at >= 0 || !word.trim()];
  });
}
