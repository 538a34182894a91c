// The row of the chosen cell: energies, their exponentials, weights; and the chosen energy as a sum.

import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { full, short, signed, sum } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { plainTable } from "../../widgets/plain_table.js";
import { largestTerms } from "./energies.js";

const TOLD = 6; // terms of the sum that are told one by one

/** @param {LookingBackView} view */
export function energiesBox(view) {
  const box = element("section", "energies");
  view.rowBox = element("div", "energy-row");
  view.sumBox = element("div", "energy-sum");
  savedAs(view.rowBox, { name: "From energies to weights", lines: () => rowLines(view) });
  savedAs(view.sumBox, { name: "One energy as a sum", lines: () => sumLines(view) });
  box.append(view.rowBox, view.sumBox);
  return box;
}

/** @param {LookingBackView} view */
export function showEnergies(view) {
  const { source, target } = view.facts.here;
  const { row, column } = view.cell;
  const energies = part(view.tensors.energies, row);
  const weights = part(view.tensors.here, row);
  const rows = source.map(({ text }, at) => [
    text,
    signed(energies[at], 2),
    short(Math.exp(energies[at])),
    weights[at].toFixed(3),
  ]);
  const total = sum(Array.from(energies, Math.exp));
  const table = plainTable(["English", "e", "exp e", "α"], [...rows, ["sum", "", short(total), "1"]]);
  table.querySelectorAll("tbody tr")[column].classList.add("chosen");
  table.tabIndex = 0;
  table.setAttribute("role", "region");
  table.setAttribute("aria-label", "Energies and weights");
  view.rowBox.replaceChildren(
    element("h3", "", `Just before it says “${target[row].text}”`),
    table,
    element("p", "hint", "Each weight α is exp e by the sum of all: a softmax over the English words."),
  );
  view.sumBox.replaceChildren(...sumParts(view));
}

/** @param {LookingBackView} view */
export function termsOf({ tensors, cell: { row, column } }) {
  const energy = part(tensors.energies, row)[column];
  const hidden = [part(tensors.states, row), part(tensors.words, column), part(tensors.v)];
  return { energy, ...largestTerms(hidden[0], hidden[1], hidden[2], energy, TOLD) };
}

/** @param {LookingBackView} view */
function sumParts(view) {
  const { source, target } = view.facts.here;
  const { row, column } = view.cell;
  const { energy, shown, others } = termsOf(view);
  const written = (value) => signed(value, 3);
  const rows = shown.map(({ k, weight, state, word, squeezed, term }) => [
    String(k),
    ...[weight, state, word, squeezed, term].map(written),
  ]);
  const table = plainTable(
    ["number", "v", "W s", "U h", "tanh", "v · tanh"],
    [
      ...rows,
      ...otherLines(others).map(([name, total]) => [name, "", "", "", "", written(total)]),
      ["e, their sum", "", "", "", "", written(energy)],
    ],
  );
  table.tabIndex = 0;
  table.setAttribute("role", "region");
  table.setAttribute("aria-label", "The sum");
  table.querySelector("tbody tr:last-child").classList.add("chosen");
  return [
    element("h3", "", `The energy of “${source[column].text}” before “${target[row].text}”: ${full(energy, 10)}`),
    table,
    element(
      "p",
      "hint",
      "The state of the decoder (W s) and that of the English word (U h) meet in each number of a hidden layer. The " +
        "terms that count most stand first.",
    ),
  ];
}

/** @returns {[string, number][]} */
function otherLines({ above, below }) {
  return [
    [`${above.count} others above zero`, above.sum],
    [`${below.count} others below zero`, below.sum],
  ];
}

/** @param {LookingBackView} view */
function rowLines({ facts, tensors, cell: { row } }) {
  const [energies, weights] = [part(tensors.energies, row), part(tensors.here, row)];
  return [
    ["word", "energy", "exp", "weight"],
    ...facts.here.source.map(({ text }, at) => [
      text,
      csvNumber(energies[at]),
      csvNumber(Math.exp(energies[at])),
      csvNumber(weights[at]),
    ]),
  ];
}

/** @param {LookingBackView} view */
function sumLines(view) {
  const { shown, others } = termsOf(view);
  return [
    ["number", "v", "W s", "U h", "tanh", "term"],
    ...shown.map(({ k, weight, state, word, squeezed, term }) => [
      k,
      ...[weight, state, word, squeezed, term].map(csvNumber),
    ]),
    ...otherLines(others).map(([name, total]) => [name, "", "", "", "", csvNumber(total)]),
  ];
}
