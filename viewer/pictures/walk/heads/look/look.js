// One layer's heads at a glance: for each word that is written, where each head looks, and which two heads are most
// alike.

import { layersOf } from "../../../../frame/tokens.js";
import { part } from "../../../../transport/payload.js";
import { choice, numbers } from "../../../../widgets/choice.js";
import { AS_IS, element, say } from "../../../../widgets/elements.js";
import { KINDS, rowNames } from "../../../../widgets/focus.js";
import { makeSavable } from "../../../../widgets/pictures.js";
import { replaceControls } from "../../../../widgets/radio.js";
import { highest, rowOf } from "../../vectors.js";
import { groupIntoWords, largestThree, mergeWords } from "../words.js";
import "./look.css";

const TWINS = 0.75; // of their attention is on the same words
const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const MARKS = /^[.,;:!?…]+$/; // they are no part of the word before them
const CELLS = "Each row of cells is the sentence being read, from its first word to its last. ";
const STRONGER = "The stronger the colour, the more the head looks there.";
const FAINTEST = 0.02; // weight, of a cell that has a colour

/** @param {HeadsView} view */
export function look(view) {
  const grid = makeSavable(element("div", "glance-grid"), { name: "What each head looks at" });
  const verdict = element("p", "look-headline", { "aria-live": "polite" });
  const cells = element("span", "of-cells", CELLS);
  const controls = element("div", "flow centred", element("div"), element("span", "hint", cells, STRONGER));
  view.drawLook = () => {
    const shown = readWords(view);
    const pick = (layer) => view.set({ layer });
    replaceControls(controls.firstElementChild, choice("Layer", numbers(layersOf(view)), view.focus.layer, pick));
    grid.style.setProperty("--heads", String(shown.heads.length));
    grid.classList.toggle("many", shown.rows.length > 11);
    grid.replaceChildren(
      buildHeadings(shown),
      ...shown.rows.map((_, row) => glanceRow(view, shown, row)),
      findMostAlike(shown),
    );
    say(verdict, describeVerdict(view, shown));
  };
  const attributes = { "data-at": "look", "aria-label": "What each head looks at" };
  return element("section", "glance stack", attributes, verdict, controls, grid);
}

// Read the attention between words; `best` has, for each row, the word that each head looks at most.
/** @param {HeadsView} view */
function readWords({ focus: { kind, layer, token }, tokens, sizes, tensors }) {
  const words = (chips) =>
    groupIntoWords(chips.map((chip) => ({ ...chip, joined: chip.joined && !MARKS.test(chip.text) })));
  const [rows, columns] = [tokens[rowNames(kind)], tokens[KINDS[kind].columns]].map(words);
  const heads = numbers(sizes.H).map(([, head]) =>
    mergeWords(part(tensors[`${kind}.weights`], layer, head), rows, columns),
  );
  const weightsOf = (head, row) => rowOf(heads[head], row);
  const best = rows.map((_, row) => heads.map((_, head) => highest(weightsOf(head, row))));
  return { rows, columns, heads, weightsOf, best, row: rows.findIndex(({ members }) => members.includes(token)) };
}

// ---- the picture
function buildHeadings({ heads }) {
  const names = heads.map((_, head) => element("b", "", `Head ${head + 1}`));
  return element("div", "glance-row names", element("span"), ...names);
}

/** @param {HeadsView} view */
function glanceRow(view, shown, row) {
  const { rows, columns, heads, best } = shown;
  const usual = mostFrequent(best[row]);
  const { label, members } = rows[row];
  return element(
    "div",
    `glance-row pick${row === shown.row ? " here" : ""}`,
    { click: () => view.set({ token: members[0] }) },
    element("b", "said", { ...AS_IS, dir: "auto" }, label),
    ...heads.map((_, head) => {
      const weights = shown.weightsOf(head, row);
      const at = best[row][head];
      const names = `looked one-line quiet${at === usual ? "" : " odd"}`;
      const said = element("span", names, { dir: "auto" }, columns[at].label);
      const attributes = { style: `--weight: ${weights[at].toFixed(3)}`, title: describeRow(label, columns, weights) };
      return element("span", "looks aligned", attributes, buildCells(weights), said);
    }),
  );
}

function buildCells(weights) {
  const cells = Array.from(weights, (weight) =>
    element("i", "", weight > FAINTEST && { style: `--share: ${Math.round(100 * weight)}%` }),
  );
  return element("span", "cells", { "aria-hidden": "true" }, ...cells);
}

function describeRow(label, columns, weights) {
  const told = largestThree(weights).map((at) => `${columns[at].label} ${weights[at].toFixed(2)}`);
  return `${label} → ${told.join(", ")}`;
}

// Find the two heads that are most alike: those that share most attention, averaged over all rows.
function findMostAlike({ rows, heads }) {
  let best = { shared: -1, one: 0, other: 0 };
  for (let other = 1; other < heads.length; other += 1)
    for (let one = 0; one < other; one += 1) {
      const shared = sumShared(heads[one].data, heads[other].data) / rows.length;
      if (shared > best.shared) best = { shared, one, other };
    }
  if (best.shared < 0) return null;
  const name = best.shared >= TWINS ? "Twins" : "The two most alike";
  const span = best.other - best.one + 1;
  const style = `grid-column: ${best.one + 2} / span ${span}; --inset: ${(50 / span).toFixed(2)}%`;
  const told = `: ${Math.round(100 * best.shared)}% of their attention is on the same words`;
  const words = [element("i"), element("b", "", name), told];
  return element("div", "glance-row alike", element("p", best.shared >= TWINS ? "twins" : "", { style }, ...words));
}

const sumShared = (first, second) => first.reduce((sum, weight, at) => sum + Math.min(weight, second[at]), 0);

// ---- the sentence above it
/** @param {HeadsView} view */
function describeVerdict(view, { rows, columns, best, row }) {
  const found = [...countValues(best[row])].sort(([, one], [, other]) => other - one);
  const written = (count) => COUNTS[count] ?? String(count);
  const [[first, most], ...others] = found;
  const begin = `${view.focus.kind === "cross" ? "To write" : "For"} “${rows[row].label}”, `;
  if (!others.length) return `${begin}all ${written(most)} heads look most at “${columns[first].label}”.`;
  const rest = others.map(([at, count]) => `${written(count)} at “${columns[at].label}”`);
  const last = rest.pop();
  const middle = rest.map((each) => `, ${each}`).join("");
  const looking = most === 1 ? "head looks" : "heads look";
  return `${begin}${written(most)} ${looking} most at “${columns[first].label}”${middle} and ${last}.`;
}

function countValues(found) {
  const counts = new Map();
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

const mostFrequent = (found) => [...countValues(found)].reduce((most, each) => (each[1] > most[1] ? each : most))[0];

// Find the written word on which the heads differ most, such as “la”, for which one looks ahead at “door”.
/** @param {HeadsView} view */
export function firstToken(view, focus) {
  const shown = readWords(/** @type {HeadsView} */ ({ ...view, focus: { ...focus, token: 0 } }));
  const apart = (row) => {
    const weights = shown.heads.map((_, head) => shown.weightsOf(head, row));
    const isWord = /\p{L}/u.test(shown.rows[row].label) && !view.tokens.output[shown.rows[row].members[0]].special;
    const most = shown.columns.map((_, at) => Math.max(...weights.map((each) => each[at])));
    return isWord ? most.reduce((sum, weight) => sum + weight, 0) : 0;
  };
  const distances = shown.rows.map((_, row) => apart(row));
  return shown.rows[highest(distances)].members[0];
}
