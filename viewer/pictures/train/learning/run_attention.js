// The attention map of the chosen kind, layer and head, at the checkpoint in focus.

import { choice, numbers } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";
import { coverUp } from "../../../widgets/guess.js";
import { withoutRows } from "../../../widgets/guesses.js";
import { headWeights } from "../../../widgets/heads.js";
import { matrix } from "../../../widgets/matrix.js";
import { short } from "../../../widgets/numbers.js";
import { showChanges } from "./run_changes.js";
import { ATTENTIONS, aligner, currentSentence, rowPlace, writePlace } from "./run_place.js";

/** @param {RunView} view */
export function attentionBox(view) {
  const bar = element("div", "choices");
  attentionChoices(view, bar);
  view.attention = matrix({
    name: "Attention weights",
    ...attentionAxes(view),
    scale: "weights",
    cell: [12, 34],
    pick: (row) => (view.kind === "encoder" ? view.askFor(row) : view.lookAt(row)),
  });
  view.firmness = element("p", "hint");
  const picture = element("div", "", view.attention.element, view.firmness);
  return element("section", "learning-attention", bar, view.guess.card, picture);
}

/** @param {RunView} view */
function attentionChoices(view, bar) {
  const [, layers, heads] = view.tensors[`${view.number}.${view.kind}`].shape;
  const pick = (change) => {
    Object.assign(view, change);
    showAttention(view);
    showChanges(view);
    writePlace(view);
  };
  bar.replaceChildren(
    choice("Attention", ATTENTIONS, view.kind, (kind) => {
      pick({ kind, asked: 0, ...aligner(currentSentence(view), kind) });
      attentionChoices(view, bar);
      bar.querySelector("[aria-checked=true]").focus();
    }),
    choice("Layer", numbers(layers), view.layer, (layer) => pick({ layer })),
    choice("Head", [["mean", null], ...numbers(heads)], view.head, (head) => pick({ head })),
    view.guess.switch,
  );
}

export function attentionAxes({ kind, ...view }) {
  const { read, input, output } = currentSentence(view);
  const labels = (chips) => chips.map(({ text }) => text);
  if (kind === "encoder")
    return {
      rows: { title: "query", labels: labels(read), meaning: "encoder" },
      columns: { title: "key", labels: labels(read), meaning: "encoder" },
    };
  if (kind === "decoder")
    return {
      rows: { title: "query (read)", labels: labels(input), meaning: "decoder" },
      columns: { title: "key (read)", labels: labels(input), meaning: "decoder" },
    };
  return {
    rows: { title: "query (about to write)", labels: labels(output), meaning: "decoder" },
    columns: { title: "key (source)", labels: labels(read), meaning: "encoder" },
  };
}

/** @param {RunView} view */
export function weightsAt(view, step) {
  return headWeights(view.tensors[`${view.number}.${view.kind}`], view.head, step, view.layer);
}

/** @param {RunView} view */
export function showAttention(view) {
  const values = weightsAt(view, view.step);
  const axes = attentionAxes(view);
  const looked = view.row === null || view.kind === "encoder" ? null : { row: view.row };
  const mark = view.guess.on ? { row: view.asked } : looked;
  const letters = { encoder: "S × S", decoder: "T × T", cross: "T × S" }[view.kind];
  const covered = (row) => view.guess.covers(rowPlace(view, row));
  view.attention.draw(withoutRows(values, covered), mark, {
    ...axes,
    shape: `${letters} = ${values.rows} × ${values.columns}`,
    invitation: "Point at a cell to read its weight.",
  });
  const largest = (step) => {
    const { data, rows, columns } = weightsAt(view, step);
    let sum = 0;
    for (let row = 0; row < rows; row += 1) sum += Math.max(...data.subarray(row * columns, (row + 1) * columns));
    return sum / rows;
  };
  view.firmness.textContent =
    `How focused it is: a row’s largest weight is ${short(largest(view.step))} on average. It was ` +
    `${short(largest(0))} before training and is ${short(largest(view.length - 1))} at the last checkpoint.`;
  coverUp(view.firmness, view.guess.on);
  view.guess.show();
}
