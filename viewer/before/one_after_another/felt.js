// How strongly the loss of one token of the translation feels each English word, for each model.

import { chipOf } from "../../widgets/chips.js";
import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { short, sum } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { stackedTable } from "../../widgets/stacked_table.js";

/** @param {WaitingView} view */
export function feltBox(view) {
  const { source, target, left, models } = view.facts;
  const more = left ? ` The translation goes on; its first ${target.length} tokens can be chosen.` : "";
  const box = element("section", "felt");
  view.targets = target.map((token, at) => {
    const made = chipOf("button", token, target[at + 1]);
    made.type = "button";
    made.addEventListener("click", () => view.ask(at));
    return made;
  });
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
  view.feltTable = element("div");
  savedAs(view.feltTable, { name: "Gradients of one loss", lines: () => feltLines(view) });
  box.append(
    element("h3", "", "Whose loss feels which word?"),
    element(
      "p",
      "hint",
      "Choose a token. All three models are led through the Transformer’s translation; the loss of that token is " +
        "differentiated by the vector of each English word. What has no gradient cannot be learned from." +
        more,
    ),
    element("div", "chips", { role: "group", "aria-label": "The token whose loss it is" }, ...view.targets),
    view.strips.element,
    view.feltTable,
  );
  return box;
}

/** @param {WaitingView} view */
export function showFelt(view) {
  const { facts, tensors, token, word } = view;
  for (const [at, chip] of view.targets.entries()) {
    chip.classList.toggle("now", at === token);
    chip.setAttribute("aria-pressed", String(at === token));
  }
  const rows = facts.models.map((_, model) => gradientsOf(tensors, model, token));
  const shown = new Float32Array(rows.flatMap((row) => Array.from(row, (value) => value / Math.max(...row))));
  view.strips.draw(
    { data: shown, rows: rows.length, columns: facts.source.length },
    { row: 0, column: word, along: "column" },
  );
  const table = stackedTable(
    ["model", "felt most", "its share of the sum", `share of “${facts.source[word].text}”`, "sum of all"],
    rows.map((row, model) => {
      const [total, most] = [sum(row), row.indexOf(Math.max(...row))];
      const share = (at) => `${((100 * row[at]) / total || 0).toFixed(1)} %`;
      return [facts.models[model], facts.source[most].text, share(most), share(word), short(total)];
    }),
    ["", "mono", "mono", "mono"],
  );
  table.setAttribute("aria-label", "Gradients of the chosen loss");
  view.feltTable.replaceChildren(table);
}

// A row of one model's gradients: of one token's loss by each English word.
/** @param {WaitingView["tensors"]} tensors @returns {number[]} */
export function gradientsOf(tensors, model, token) {
  return Array.from(/** @type {Numbers} */ (part(tensors.gradients, model, token)));
}

/** @param {WaitingView} view */
function feltLines({ facts, tensors, token }) {
  return [
    ["word", ...facts.models],
    ...facts.source.map(({ text }, word) => [
      text,
      ...facts.models.map((_, model) => csvNumber(gradientsOf(tensors, model, token)[word])),
    ]),
  ];
}
