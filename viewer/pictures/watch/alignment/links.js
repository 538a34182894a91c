// Which word looks at which, and how many of the links are right, as in transformer/decoding/alignment.py.

import { highest } from "../../../widgets/vectors.js";

// Weights between words: the mean over a target word's pieces, the sum over a source word's, END as its own column.
export function wordWeights({ data, columns }, { source, target }) {
  const end = columns - 1;
  return target.map((rows) => {
    const mean = (column) => rows.reduce((sum, row) => sum + data[row * columns + column], 0) / rows.length;
    return { words: source.map((members) => members.reduce((sum, column) => sum + mean(column), 0)), end: mean(end) };
  });
}

// A word that looks mostly at the end of the sentence is linked to nothing.
export function findLinks(weights) {
  return weights.flatMap(({ words: row, end }, target) => {
    const best = highest(row);
    return row[best] > end ? [[best, target]] : [];
  });
}

// Two links that cross, the one from the earlier source word first: of all such, those whose words are closest.
/** @param {Links} links @returns {Links | undefined} */
function crossing(links) {
  const apart = (pair) => pair[1][0] - pair[0][0] + pair[0][1] - pair[1][1];
  const crossed = (one) => links.filter((other) => one[0] < other[0] && one[1] > other[1]);
  const pairs = links.flatMap((one) => crossed(one).map((other) => [one, other]));
  return pairs.sort((one, other) => apart(one) - apart(other))[0];
}

/** @typedef {{source: {words: string[]}, target: {words: string[]}, language: string}} Linked */
/** @typedef {[number, number][]} Links */

/** @param {Linked} facts @param {Links} links @returns {Links} */
const withoutSigns = ({ source, target }, links) =>
  links.filter(([from, to]) => [source.words[from], target.words[to]].every((word) => /[\p{L}\p{N}]/u.test(word)));

// The links that the headline speaks of.
/** @param {Linked} facts @param {Links} links @returns {Links} */
export const crossedWords = (facts, links) => crossing(withoutSigns(facts, links)) ?? [];

// What the links say about the order of the words.
/** @param {Linked} facts @param {Links} links */
export function buildHeadline(facts, links) {
  const [later, earlier] = crossedWords(facts, links).map(([, to]) => `“${facts.target.words[to]}”`);
  if (earlier) return `Links cross where the order changes: ${facts.language} puts ${earlier} before ${later}.`;
  return withoutSigns(facts, links).length < 2
    ? "There is no order to compare: fewer than two words are linked."
    : "The words come in the same order: no links cross.";
}

// The alignment error rate from the number of links found, of true links, and of both.
export function errorRate(found, truth, right) {
  return 1 - (2 * right) / Math.max(1, found + truth);
}
