// One layer's heads at a glance: for each word that is written, where each head looks, and which two heads are most
// alike.

import { choice, numbers } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { KINDS, rowNames } from "../../widgets/focus.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { replaceControls } from "../../widgets/radio.js";
import { mergeWords, wordsOf } from "./words.js";
import "./look.css";

const TWINS = 0.75; // of their attention is on the same words
const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const MARKS = /^[.,;:!?…]+$/; // they are no part of the word before them
const FAINTEST = 0.02; // weight, of a cell that has a colour

/** @param {HeadsView} view */
export function look(view) {
  const grid = savedAs(element("div", "glance-grid"), { name: "What each head looks at" });
  const verdict = element("p", "look-headline", { "aria-live": "polite" });
  const key = [
    element("span", "of-cells", "Each row of cells is the sentence being read, from its first word to its last. "),
    "The stronger the colour, the more the head looks there.",
  ];
  const controls = element("div", "flow centred", element("div"), element("span", "hint", ...key));
  view.drawLook = () => {
    const shown = shownAtLook(view);
    const layers = view.sizes[`${KINDS[view.focus.kind].stack}_layers`];
    const pick = (layer) => view.set({ layer });
    replaceControls(controls.firstElementChild, choice("Layer", numbers(layers), view.focus.layer, pick));
    grid.style.setProperty("--heads", String(shown.heads.length));
    grid.style.setProperty("--tone", `var(--${KINDS[view.focus.kind].stack})`);
    grid.classList.toggle("many", shown.rows.length > 11);
    grid.replaceChildren(headOf(shown), ...shown.rows.map((_, row) => rowOf(view, shown, row)), alikeOf(shown));
    verdict.textContent = verdictOf(view, shown);
  };
  return element(
    "section",
    "glance stack",
    { "data-at": "look", "aria-label": "What each head looks at" },
    verdict,
    controls,
    grid,
  );
}

// Between words; `best` has for each row the word that each head looks at most.
/** @param {HeadsView} view */
function shownAtLook({ focus: { kind, layer, token }, tokens, sizes, tensors }) {
  const words = (chips) => wordsOf(chips.map((chip) => ({ ...chip, joined: chip.joined && !MARKS.test(chip.text) })));
  const [rows, columns] = [words(tokens[rowNames(kind)]), words(tokens[KINDS[kind].columns])];
  const heads = numbers(sizes.H).map(([, head]) =>
    mergeWords(part(tensors[`${kind}.weights`], layer, head), rows, columns),
  );
  const weightsOf = (head, row) => heads[head].data.subarray(row * columns.length, (row + 1) * columns.length);
  const best = rows.map((_, row) =>
    heads.map((_, head) => {
      const weights = weightsOf(head, row);
      return weights.indexOf(Math.max(...weights));
    }),
  );
  return { rows, columns, heads, weightsOf, best, row: rows.findIndex(({ members }) => members.includes(token)) };
}

// ---- the picture
function headOf({ heads }) {
  const names = heads.map((_, head) => element("b", "", `Head ${head + 1}`));
  return element("div", "glance-row names", element("span"), ...names);
}

/** @param {HeadsView} view */
function rowOf(view, shown, row) {
  const { rows, columns, heads, best } = shown;
  const usual = mostOf(best[row]);
  const { label, members } = rows[row];
  return element(
    "div",
    `glance-row${row === shown.row ? " here" : ""}`,
    { click: () => view.set({ token: members[0] }) },
    element("b", "said", { dir: "auto" }, label),
    ...heads.map((_, head) => {
      const weights = shown.weightsOf(head, row);
      const at = best[row][head];
      const said = element(
        "span",
        `looked one-line quiet${at === usual ? "" : " odd"}`,
        { dir: "auto" },
        columns[at].label,
      );
      const style = `--weight: ${weights[at].toFixed(3)}`;
      return element(
        "span",
        "looks aligned",
        { style, title: toldOf(label, columns, weights) },
        cellsOf(weights),
        said,
      );
    }),
  );
}

function cellsOf(weights) {
  const cells = Array.from(weights, (weight) =>
    element("i", "", weight > FAINTEST && { style: `--share: ${Math.round(100 * weight)}%` }),
  );
  return element("span", "cells", { "aria-hidden": "true" }, ...cells);
}

function toldOf(label, columns, weights) {
  const ranked = [...weights.keys()].sort((one, other) => weights[other] - weights[one]).slice(0, 3);
  return `${label} → ${ranked.map((at) => `${columns[at].label} ${weights[at].toFixed(2)}`).join(", ")}`;
}

// The two heads that are most alike: the attention that is on the same words, averaged over all rows.
function alikeOf({ rows, heads }) {
  let best = { shared: -1, one: 0, other: 0 };
  for (let other = 1; other < heads.length; other += 1)
    for (let one = 0; one < other; one += 1) {
      const shared = sharedBy(heads[one].data, heads[other].data) / rows.length;
      if (shared > best.shared) best = { shared, one, other };
    }
  if (best.shared < 0) return null;
  const name = best.shared >= TWINS ? "Twins" : "The two most alike";
  const span = best.other - best.one + 1;
  return element(
    "div",
    "glance-row alike",
    element(
      "p",
      best.shared >= TWINS ? "twins" : "",
      { style: `grid-column: ${best.one + 2} / span ${span}; --inset: ${(50 / span).toFixed(2)}%` },
      element("i"),
      element("b", "", name),
      `: ${Math.round(100 * best.shared)}% of their attention is on the same words`,
    ),
  );
}

function sharedBy(first, second) {
  return first.reduce((sum, weight, at) => sum + Math.min(weight, second[at]), 0);
}

// ---- the sentence above it
/** @param {HeadsView} view */
function verdictOf(view, { rows, columns, best, row }) {
  const found = [...countsOf(best[row])].sort(([, one], [, other]) => other - one);
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

function countsOf(found) {
  const counts = new Map();
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

const mostOf = (found) => [...countsOf(found)].reduce((most, each) => (each[1] > most[1] ? each : most))[0];

// A word that is written over which the heads differ most, such as “la”, for which one looks ahead at “door”.
/** @param {HeadsView} view */
export function firstToken(view, focus) {
  const shown = shownAtLook(/** @type {HeadsView} */ ({ ...view, focus: { ...focus, token: 0 } }));
  const apart = (row) => {
    const weights = shown.heads.map((_, head) => shown.weightsOf(head, row));
    const isWord = /\p{L}/u.test(shown.rows[row].label) && !view.tokens.output[shown.rows[row].members[0]].special;
    const most = shown.columns.map((_, at) => Math.max(...weights.map((each) => each[at])));
    return isWord ? most.reduce((sum, weight) => sum + weight, 0) : 0;
  };
  const distances = shown.rows.map((_, row) => apart(row));
  return shown.rows[distances.indexOf(Math.max(...distances))].members[0];
}
