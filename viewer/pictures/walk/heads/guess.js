// The question before a row of a head is shown: which token does the query look at most?

import { KINDS } from "../../../widgets/focus.js";
import { whichLargest } from "../../../widgets/guesses.js";
import { short } from "../../../widgets/numbers.js";
import { rowOf } from "../../../widgets/vectors.js";
import { currentAttention } from "./words.js";

// The name of a row among all questions.
/** @param {HeadsView} view */
export function rowInQuestion(view, row) {
  const { kind, layer, head } = view.focus;
  return { place: `${kind}.${layer}.${head ?? "mean"} token ${row}`, sentence: view.frame.sentence };
}

/** @param {HeadsView} view */
export function headsQuestion(view) {
  const shown = currentAttention(view);
  const { kind, layer, head } = view.focus;
  const weights = rowOf(shown.values, shown.row);
  const query = shown.rows[shown.row];
  const looking =
    head === null
      ? `do the heads of layer ${layer + 1}, on average, look`
      : `does head ${head + 1} of layer ${layer + 1} look`;
  const { options, right, best } = whichLargest(weights, shown.columns);
  const next = (shown.row + 1) % shown.rows.length;
  return {
    ...rowInQuestion(view, shown.row),
    words: `${KINDS[kind].name}: where ${looking} most ${kind === "cross" ? "to write" : "from"} “${query}”?`,
    options,
    right,
    told: `For “${query}” the largest weight, ${short(weights[best])}, is on “${options[right]}”.`,
    onward: { name: "Next token →", go: () => view.set({ token: next }) },
  };
}
