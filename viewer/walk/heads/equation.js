// What the heads compute together, and the two numbers that stand for the row and the cell in focus.

import { meanOfHeads } from "../../widgets/heads.js";
import {
  equation,
  fraction,
  ident,
  inLines,
  leaf,
  mathElement,
  num,
  op,
  row,
  sub,
  subsup,
  sup,
  text,
} from "../../widgets/mathml.js";
import { short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";

const MOST_TERMS = 6; // of a sum that is written out; the rest is one number
const TERMS_IN_LINE = 2; // of a long sum of products: so it fits on a phone

/** @param {HeadsView} view */
export function headsEquation(view) {
  return {
    general: [
      ...multiHead(),
      ...(view.inWords ? [mergingRule()] : view.focus.head === null ? [meanRule()] : []),
      spreadRule(),
    ],
    filled: [
      ...(view.inWords ? mergingFilled(view) : view.focus.head === null ? meanFilled(view) : []),
      ...spreadFilled(view),
    ],
    words: spreadWords(view),
  };
}

function multiHead() {
  return [
    equation(
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
    ),
    equation(
      sub(text("head"), "h"),
      op("="),
      sup(ident("A"), bracketed("h")),
      sup(ident("V", "value"), bracketed("h")),
    ),
  ];
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
    text("ln"),
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
  const terms = equation(
    cellOf("ā"),
    op("="),
    fraction(leaf("mn", "1"), leaf("mn", String(heads.length))),
    op("("),
    ...added(heads.map(({ data }) => num(data[at]))),
    op(")"),
  );
  return [terms, equation(op("="), num(values.data[at], "cross"))];
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
  const [first, ...others] = inLines(
    shownTerms.map((each, index) => (index ? [op("+"), each] : [each])),
    TERMS_IN_LINE + 1,
  );
  return [
    equation(
      cellOf("m", "IJ"),
      op("="),
      fraction(leaf("mn", "1"), leaf("mn", String(query.members.length))),
      op("("),
      ...first,
      ...(others.length ? [] : [op(")")]),
    ),
    ...others.map((line, index) => equation(...line, ...(index === others.length - 1 ? [op(")")] : []))),
    equation(op("="), num(view.shown.values.data[at], "cross")),
  ];
}

// Each key's part of the spread, in nats.
export function spreadOf({ data, columns }, row) {
  return [...data.subarray(row * columns, (row + 1) * columns)].map((weight) =>
    weight > 0 ? -weight * Math.log(weight) : 0,
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
    .map((index) => [num(weight(index)), op("·"), num(-Math.log(weight(index)))]);
  const rest = sum(order.slice(MOST_TERMS));
  const lines = inLines(
    terms.map((each, index) => (index ? [op("+"), ...each] : each)),
    TERMS_IN_LINE,
  );
  const [first, ...others] = lines.length ? lines : [[leaf("mn", "0")]];
  return [
    equation(sub(text("spread"), "i"), op("="), ...first),
    ...others.map((line) => equation(...line)),
    ...(rest > 0 ? [equation(op("+"), num(rest), text("\u2003for the other keys"))] : []),
    equation(op("="), num(sum(order), "cross"), text("\u2002nats")),
  ];
}

/** @param {HeadsView} view */
function spreadWords({ shown: { rows, columns, values, row }, column }) {
  const nats = spreadOf(values, row).reduce((total, each) => total + each, 0);
  const keys = short(Math.exp(nats));
  return (
    `i is the query “${rows[row].label}”, j the key “${columns[column].label}”. The spread is the entropy of the ` +
    `row, in nats (with the natural logarithm): 0 if all weight lies on one key. This row is spread as widely as ` +
    `even weights on ${keys} of its ${columns.length} keys would be: e to the power of its spread.`
  );
}
