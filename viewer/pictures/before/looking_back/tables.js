// The row of the chosen cell: energies, their exponentials and weights.

import { part } from "../../../transport/payload.js";
import { csvNumber } from "../../../widgets/csv.js";
import { AS_IS, element, setAttributes } from "../../../widgets/elements.js";
import { formatSigned, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { plainTable } from "../../../widgets/plain_table.js";

/** @param {LookingBackView} view */
export function energiesBox(view) {
  view.rowBox = element("div");
  makeSavable(view.rowBox, { name: "From energies to weights", lines: () => rowLines(view) });
  return element("section", "energies", { "data-from": "prove" }, view.rowBox);
}

/** @param {LookingBackView} view */
export function showEnergies(view) {
  const { target } = view.facts.here;
  const { row, column } = view.cell;
  const numbers = rowNumbers(view);
  const rows = numbers.map(({ text, e, exp, weight }) => [
    element("span", "", AS_IS, text),
    formatSigned(e, 2),
    short(exp),
    weight.toFixed(3),
  ]);
  const total = ["sum", "", short(sum(numbers.map(({ exp }) => exp))), "1"];
  view.rowBox.replaceChildren(
    element("h3", "", `Just before it writes “${target[row].text}”`),
    chosenIn(plainTable(["English", "e", "exp e", "α"], [...rows, total]), "Energies and weights", column),
    element("p", "hint", "α = exp e divided by the sum: a softmax over the English words."),
  );
}

// A table that also scrolls by keyboard, with one row marked.
function chosenIn(table, name, row) {
  setAttributes(table, { tabindex: 0, role: "region", "aria-label": name });
  table.querySelectorAll("tbody tr")[row].classList.add("chosen");
  return table;
}

// For each English word, the energy, its exponential and the weight, in the row of the chosen cell.
/** @param {LookingBackView} view */
function rowNumbers({ facts, tensors, cell: { row } }) {
  const [energies, weights] = [part(tensors.energies, row), part(tensors.here, row)];
  return facts.here.source.map(({ text }, at) => ({
    text,
    e: energies[at],
    exp: Math.exp(energies[at]),
    weight: weights[at],
  }));
}

/** @param {LookingBackView} view */
function rowLines(view) {
  const rows = rowNumbers(view).map(({ text, e, exp, weight }) => [text, ...[e, exp, weight].map(csvNumber)]);
  return [["word", "energy", "exp", "weight"], ...rows];
}
