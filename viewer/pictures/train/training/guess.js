// The question about a row of the attention shown: where does the model look most when it is about to write a token?

import { whichLargest } from "../../../widgets/guesses.js";
import { clock, count, short } from "../../../widgets/numbers.js";

// A row's unique name among all possible questions. Two runs reach the same step at different times.
/** @param {LiveView} view */
export function rowPlace({ facts, layer, head, shown }, row) {
  const { step, seconds } = facts.snapshots[shown];
  return {
    place: `step ${step} ${seconds} cross.${layer}.${head ?? "mean"} row ${row}`,
    sentence: facts.settings.sentence,
  };
}

/** @param {LiveView} view */
export function rowQuestion(view) {
  const { facts, layer, head, shown, asked, weights } = view;
  if (!weights) return null;
  const { source, target } = facts.model;
  const values = weights.data.subarray(asked * weights.columns, (asked + 1) * weights.columns);
  const names = source.map(({ text }) => text);
  const { options, right, best } = whichLargest(values, names);
  const said = target[asked + 1].text;
  const heads = head === null ? "all heads together" : `head ${head + 1}`;
  const { step, seconds } = facts.snapshots[shown];
  return {
    ...rowPlace(view, asked),
    words:
      `At ${clock(seconds)}, step ${count(step)}: where does the model look most when it should write “${said}” ` +
      `(layer ${layer + 1}, ${heads})?`,
    options,
    right,
    told: `For “${said}” it looks at “${options[right]}” with weight ${short(values[best])}.`,
    onward: { name: "Next token, at this point →", go: () => view.askOn((asked + 1) % weights.rows) },
  };
}
