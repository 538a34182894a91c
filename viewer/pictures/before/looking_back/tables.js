// The row of the chosen cell: energies, their exponentials, weights; and the chosen energy as a sum.

import { part } from "../../../transport/payload.js";
import { csvNumber } from "../../../widgets/csv.js";
import { AS_IS, element, setAttributes } from "../../../widgets/elements.js";
import { formatSigned, full, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { largestTerms } from "./energies.js";

const SHOWN = 6; // how many terms of the sum are shown one by one

/** @param {LookingBackView} view */
export function energiesBox(view) {
  view.rowBox = element("div");
  view.sumBox = element("div");
  makeSavable(view.rowBox, { name: "From energies to weights", lines: () => rowLines(view) });
  const terms = ["number", "v", "W s", "U h", "tanh", "term"];
  makeSavable(view.sumBox, { name: "One energy as a sum", lines: () => [terms, ...sumRows(view, csvNumber)] });
  return element("section", "energies side-by-side", { "data-from": "prove" }, view.rowBox, view.sumBox);
}

/** @param {LookingBackView} view */
export function showEnergies(view) {
  const { source, target } = view.facts.here;
  const { row, column } = view.cell;
  const energy = part(view.tensors.energies, row)[column];
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
  const written = (value) => formatSigned(value, 3);
  const lines = [...sumRows(view, written), ["e, the sum", "", "", "", "", written(energy)]];
  const table = plainTable(["number", "v", "W s", "U h", "tanh", "v · tanh"], lines);
  view.sumBox.replaceChildren(
    element("h3", "", `The energy of “${source[column].text}” before “${target[row].text}”: ${full(energy, 10)}`),
    chosenIn(table, "The sum", lines.length - 1),
    element(
      "p",
      "hint",
      "The decoder’s state (W s) and the English word’s (U h) meet in each number of a hidden layer. The largest " +
        "terms come first.",
    ),
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

// The chosen energy as a sum: a line for each of its largest terms, and for what the others add.
/** @param {LookingBackView} view */
function sumRows({ tensors, cell: { row, column } }, written) {
  const energy = part(tensors.energies, row)[column];
  const [states, words] = [part(tensors.states, row), part(tensors.words, column)];
  const { shown, others } = largestTerms(states, words, part(tensors.v), energy, SHOWN);
  const rest = ({ count, sum: added }, side) => [`${count} others ${side} zero`, "", "", "", "", written(added)];
  return [
    ...shown.map(({ k, weight, state, word, squeezed, term }) => [
      String(k),
      ...[weight, state, word, squeezed, term].map(written),
    ]),
    rest(others.above, "above"),
    rest(others.below, "below"),
  ];
}
