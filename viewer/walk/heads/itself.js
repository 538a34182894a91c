// How many tokens give their own token the largest weight; as `largest_on_itself` of
// transformer/analysis/measures/head_patterns.py.

import { highest, rowOf } from "../vectors.js";

// Of one head of self-attention: the rows that have a choice, and those of them whose largest weight is their own.
export function onItself(values, kind) {
  const first = kind === "decoder" ? 1 : 0; // the first token of a masked attention sees itself alone
  const choosing = [...Array(values.rows).keys()].slice(first);
  return { own: choosing.filter((row) => highest(rowOf(values, row)) === row).length, choosing: choosing.length };
}
