// What the parts of the chapter on positions share.

import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { short } from "../../widgets/numbers.js";

export const LIMIT = 3; // the strongest colour; embeddings have a spread of about 1
export const UNIT = `value, up to ±${LIMIT}`;

/** @param {PositionsView} view */
export function pickCell(view, row, column) {
  view.dimension = column;
  view.set(row < sideTokens(view).length ? { token: row } : {});
}

// ---- what the other parts share
/** @param {PositionsView} view */
export function sideOf(view) {
  return KINDS[view.focus.kind].stack;
}

/** @param {PositionsView} view */
export function sideTokens(view) {
  return view.tokens[KINDS[view.focus.kind].rows];
}

export function partHead(title, story = "") {
  const head = element("header", "part-head");
  const words = element("div");
  words.append(element("h3", "", title), element("p", "hint", story));
  head.append(words);
  return head;
}

// Positions until the wave repeats.
/** @param {PositionsView} view */
export function wavelength(view, base, dimension) {
  return 2 * Math.PI * base ** (evenOf(dimension) / view.sizes.D);
}

// The wave of a dimension: its value at a position, which need not be whole.
/** @param {PositionsView} view */
export function waveOf(view, base, dimension) {
  const wave = dimension % 2 ? Math.cos : Math.sin;
  const pace = (2 * Math.PI) / wavelength(view, base, dimension);
  return (position) => wave(pace * position);
}

export function evenOf(dimension) {
  return dimension - (dimension % 2);
}

/** @param {PositionsView} view */
export function waveName(view, dimension) {
  return `${dimension % 2 ? "cosine" : "sine"}, ${spaced(wavelength(view, chosenBase(view), dimension))} positions`;
}

// Large numbers as they stand on the page: 57,100, and whole ones to the last digit: 3,969.
export function spaced(value) {
  if (Number.isInteger(value) && value < 1e6) return value.toLocaleString("en-US");
  return value < 1000 ? short(value) : Number(value.toPrecision(3)).toLocaleString("en-US");
}

// ---- the base
/** @param {PositionsView} view */
export function chosenBase(view) {
  return view.facts.bases[view.base];
}
