// The axes of a picture of attention: a row is a query, a column a key. In cross-attention a row is named by the token
// that it writes.

import { KINDS } from "../widgets/focus.js";

const LETTERS = { source: "S", target: "T" };

/** @param {string[]} queries  @param {string[]} keys  @param {Kind} [kind] */
export function attentionAxes(queries, keys, kind) {
  return {
    rows: { title: kind === "cross" ? "query (writes)" : "query", labels: queries, meaning: "query" },
    columns: { title: "key", labels: keys, meaning: "key" },
  };
}

// Write the lengths of both axes, such as T × S, as the paper names those of target and source.
/** @param {Kind} kind */
export function axisLengths(kind) {
  const { rows, columns } = KINDS[kind];
  return `${LETTERS[rows]} × ${LETTERS[columns]}`;
}
