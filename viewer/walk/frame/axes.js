// The axes of a picture of attention: a row is a query, a column a key.

import { KINDS } from "../../widgets/focus.js";

const LETTERS = { source: "S", target: "T" };

/** @param {string[]} queries  @param {string[]} keys */
export function attentionAxes(queries, keys) {
  return {
    rows: { title: "query", labels: queries, meaning: "query" },
    columns: { title: "key", labels: keys, meaning: "key" },
  };
}

// Such as T × S, as the paper names the lengths of target and source.
/** @param {Kind} kind */
export function lengthsOf(kind) {
  const { rows, columns } = KINDS[kind];
  return `${LETTERS[rows]} × ${LETTERS[columns]}`;
}
