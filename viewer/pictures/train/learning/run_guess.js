// The question about a row of the attention map at the checkpoint in focus: which token gets the most weight?

import { whichLargest } from "../../../widgets/guesses.js";
import { short } from "../../../widgets/numbers.js";
import { attentionAxes, weightsAt } from "./run_attention.js";
import { ATTENTIONS, rowPlace } from "./run_place.js";

/** @param {RunView} view */
export function rowQuestion(view) {
  const { rows, columns } = attentionAxes(view);
  const weights = weightsAt(view, view.step);
  const asked = Math.min(view.asked, weights.rows - 1);
  const values = weights.data.subarray(asked * weights.columns, (asked + 1) * weights.columns);
  const { options, right, best } = whichLargest(values, columns.labels);
  const [name] = ATTENTIONS.find(([, kind]) => kind === view.kind);
  const heads = view.head === null ? "all heads together" : `head ${view.head + 1}`;
  const updates = view.facts.steps[view.step];
  const when = updates ? `After ${updates.toLocaleString("en")} updates` : "Before training";
  return {
    ...rowPlace(view, asked),
    words:
      `${when}, ${name} attention, layer ${view.layer + 1}, ${heads}: ` +
      `where does “${rows.labels[asked]}” look most?`,
    options,
    right,
    told: `“${rows.labels[asked]}” looks at “${options[right]}” with weight ${short(values[best])}.`,
    onward: { name: "Next token →", go: () => view.askFor((asked + 1) % weights.rows) },
  };
}
