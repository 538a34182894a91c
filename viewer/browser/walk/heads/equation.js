// What the heads compute together, and the two numbers that stand for the row and the cell in focus.

import { meanOfHeads } from "../../shared/heads.js";
import {
  equation,
  fraction,
  ident,
  leaf,
  mathElement,
  num,
  op,
  row,
  sub,
  subsup,
  sup,
  text,
} from "../../shared/mathml.js";
import { short } from "../../shared/numbers.js";
import { part } from "../../shared/parcel.js";

const MOST_TERMS = 6; // of a sum that is written out; the rest is one number

/** @param {HeadsView} view */
export function headsEquation(view) {
  return {
    general: [
      multiHead(),
      ...(view.inWords ? [mergingRule()] : view.focus.head === null ? [meanRule()] : []),
      spreadRule(),
    ],
    filled: [
      ...(view.inWords ? mergingFilled(view) : view.focus.head === null ? [meanFilled(view)] : []),
      ...spreadFilled(view),
    ],
    words: spreadWords(view),
  };
}

function multiHead() {
  return equation(
    text("MultiHead"),
    op("="),
    text("Concat"),
    op("("),
    sub(text("head"), leaf("mn", "1")),
    op(","),
    op("…"),
    op(","),
    sub(text("head"), "H"),
    op(")"),
    sup(ident("W"), "O"),
    op(","),
    text("\u2003"),
    sub(text("head"), "h"),
    op("="),
    sup(ident("A"), bracketed("h")),
    sup(ident("V", "value"), bracketed("h")),
  );
}

const bracketed = (name) => row(op("("), ident(name), op(")"));
const cellOf = (name, indices = "ij") => sub(ident(name), ident(indices));
export const sumOver = (under) => mathElement("munder", op("∑"), under);

function meanRule() {
  return equation(
    cellOf("ā"),
    op("="),
    fraction(leaf("mn", "1"), ident("H")),
    sumOver(ident("h")),
    subsup(ident("a"), ident("ij"), bracketed("h")),
  );
}

function mergingRule() {
  return equation(
    cellOf("m", "IJ"),
    op("="),
    fraction(leaf("mn", "1"), row(op("|"), ident("I"), op("|"))),
    sumOver(row(ident("i"), op("∈"), ident("I"))),
    sumOver(row(ident("j"), op("∈"), ident("J"))),
    cellOf("a"),
  );
}

function spreadRule() {
  return equation(
    sub(text("spread"), "i"),
    op("="),
    sumOver(ident("j")),
    cellOf("a"),
    op("·"),
    sub(text("log"), leaf("mn", "2")),
    fraction(leaf("mn", "1"), cellOf("a")),
  );
}

// ---- with numbers
function added(parts) {
  return parts.flatMap((each, index) => (index ? [op("+"), each] : [each]));
}

/** @param {HeadsView} view */
function inFocus({ shown, column }) {
  return { row: shown.row, column, at: shown.row * shown.values.columns + column };
}

/** @param {HeadsView} view */
function meanFilled(view) {
  const { at } = inFocus(view);
  const { heads, values } = view.shown;
  return equation(
    cellOf("ā"),
    op("="),
    fraction(leaf("mn", "1"), leaf("mn", String(heads.length))),
    op("("),
    ...added(heads.map(({ data }) => num(data[at]))),
    op(")"),
    op("="),
    num(values.data[at], "cross"),
  );
}

// The pieces' weights of the words in focus, a line for each piece of the query.
/** @param {HeadsView} view */
function mergingFilled(view) {
  const { kind, layer, head } = view.focus;
  const { row, column, at } = inFocus(view);
  const [query, key] = [view.shown.rows[row], view.shown.columns[column]];
  const all = [...Array(view.sizes.H).keys()].map((each) => part(view.tensors[`${kind}.weights`], layer, each));
  const pieces = head === null ? meanOfHeads(all) : all[head];
  const terms = query.members.flatMap((i) => key.members.map((j) => num(pieces.data[i * pieces.columns + j])));
  const shownTerms = terms.length > 2 * MOST_TERMS ? [...terms.slice(0, 2 * MOST_TERMS), op("…")] : terms;
  return [
    equation(
      cellOf("m", "IJ"),
      op("="),
      fraction(leaf("mn", "1"), leaf("mn", String(query.members.length))),
      op("("),
      ...added(shownTerms),
      op(")"),
      op("="),
      num(view.shown.values.data[at], "cross"),
    ),
  ];
}

// Each key's part of the spread, in bits.
export function spreadOf({ data, columns }, row) {
  return [...data.subarray(row * columns, (row + 1) * columns)].map((weight) =>
    weight > 0 ? -weight * Math.log2(weight) : 0,
  );
}

/** @param {HeadsView} view */
function spreadFilled({ shown: { values, row } }) {
  const parts = spreadOf(values, row);
  const order = [...parts.keys()].sort((a, b) => parts[b] - parts[a]);
  const sum = (indices) => indices.reduce((total, index) => total + parts[index], 0);
  const weight = (index) => values.data[row * values.columns + index];
  const terms = order
    .filter((index) => parts[index] > 0)
    .slice(0, MOST_TERMS)
    .map((index) => [num(weight(index)), op("·"), num(-Math.log2(weight(index)))]);
  const rest = sum(order.slice(MOST_TERMS));
  const written = terms.flatMap((each, index) => (index ? [op("+"), ...each] : each));
  return [
    equation(sub(text("spread"), "i"), op("="), ...(written.length ? written : [leaf("mn", "0")])),
    equation(
      ...(rest > 0 ? [op("+"), num(rest), text("\u2003for the other keys\u2003")] : []),
      op("="),
      num(sum(order), "cross"),
      text("\u2002bits"),
    ),
  ];
}

/** @param {HeadsView} view */
function spreadWords({ shown: { rows, columns, values, row }, column }) {
  const bits = spreadOf(values, row).reduce((total, each) => total + each, 0);
  const keys = short(2 ** bits);
  return (
    `i is the query “${rows[row].label}”, j the key “${columns[column].label}”. The spread (entropy) is 0 bits if ` +
    `all weight lies on one key; this row spreads like even weights on ${keys} of its ${columns.length} keys.`
  );
}
