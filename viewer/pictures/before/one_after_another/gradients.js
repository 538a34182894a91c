// The gradient of one token's loss with respect to each English word, for each model.

import { part } from "../../../transport/payload.js";
import { buildChip } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { makeSavable } from "../../../widgets/pictures.js";

/** @param {WaitingView} view */
export function gradientsBox(view) {
  const { source, target, left, models } = view.facts;
  view.targets = target.map((token, at) => buildChip("button", token, target[at + 1], { click: () => view.ask(at) }));
  view.strips = matrix({
    name: "‖∂L/∂x‖ of each English word",
    rows: { title: "model", labels: models },
    columns: { title: "English", labels: source.map(({ text }) => text), meaning: "encoder" },
    scale: "weights",
    unit: "share of the row’s largest",
    cell: [8, 46],
    height: 26,
    pick: (_, column) => view.choose(column),
  });
  const hint =
    "Choose a token. All three models follow the Transformer’s translation; the strips show the gradient of that " +
    "token’s loss with respect to each English word’s vector." +
    (left ? ` The translation goes on; you can choose among its first ${target.length} tokens.` : "");
  const box = element(
    "section",
    "gradients stack",
    { "data-from": "understand" },
    element("h3", "", "Which words does each loss depend on?"),
    element("p", "hint", hint),
    element("div", "chips", { role: "group", "aria-label": "The token whose loss it is" }, ...view.targets),
    view.strips.element,
  );
  return makeSavable(box, { name: "Gradients of one loss", lines: () => gradientLines(view) });
}

/** @param {WaitingView} view */
export function showGradients(view) {
  const { facts, tensors, token, word } = view;
  const rows = facts.models.map((_, model) => gradientsOf(tensors, model, token));
  const shares = new Float32Array(rows.flatMap((row) => row.map((value) => value / Math.max(...row))));
  view.strips.draw(
    { data: shares, rows: rows.length, columns: facts.source.length },
    { row: 0, column: word, along: "column" },
  );
}

// A row of one model's gradients: one token's loss with respect to each English word.
/** @param {WaitingView["tensors"]} tensors @returns {number[]} */
function gradientsOf(tensors, model, token) {
  return Array.from(/** @type {Numbers} */ (part(tensors.gradients, model, token)));
}

/** @param {WaitingView} view */
function gradientLines({ facts, tensors, token }) {
  const columns = facts.models.map((_, model) => gradientsOf(tensors, model, token));
  const rows = facts.source.map(({ text }, word) => [text, ...columns.map((each) => csvNumber(each[word]))]);
  return [["word", ...facts.models], ...rows];
}
