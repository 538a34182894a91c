// What the heads compute together, and the two numbers of the row and the cell in focus.

import {
  equation,
  fraction,
  ident,
  mathElement,
  num,
  row,
  sub,
  subsup,
  sumInLines,
  sup,
  text,
} from "../../../widgets/mathml.js";
import { short, sum } from "../../../widgets/numbers.js";
import { rankPlaces, rowOf } from "../../../widgets/vectors.js";

const MOST_TERMS = 6; // of a sum that is written out; the rest is one number
const TERMS_IN_LINE = 2; // of a long sum of products: so it fits on a phone

const head = (index) => sub(text("head"), index);
const inBrackets = (name) => row("(", name, ")");
export const sumOver = (under) => mathElement("munder", "∑", under);

/** @param {HeadsView} view */
export function headsEquation(view) {
  const mean = [sub("ā", "ij"), "=", fraction(1, "H"), sumOver("h"), subsup("a", "ij", inBrackets("h"))];
  const isMean = view.focus.head === null;
  return {
    general: [
      equation(text("MultiHead"), "=", text("Concat"), "(", head(1), ",", "…", ",", head("H"), ")", sup("W", "O")),
      equation(head("h"), "=", sup("A", inBrackets("h")), sup(ident("V", "value"), inBrackets("h"))),
      ...(isMean ? [equation(...mean)] : []),
      equation(
        ...[sub(text("spread"), "i"), "=", sumOver("j"), sub("a", "ij"), "·", text("ln"), fraction(1, sub("a", "ij"))],
      ),
    ],
    filled: [...(isMean ? fillMean(view) : []), ...fillSpread(view)],
    words: spreadWords(view),
  };
}

// ---- with numbers
/** @param {HeadsView} view */
function fillMean({ shown: { heads, values, row: query }, column }) {
  const at = query * values.columns + column;
  const [terms] = sumInLines(
    heads.map(({ data }) => num(data[at])),
    heads.length,
  );
  return [
    equation(sub("ā", "ij"), "=", fraction(1, heads.length), "(", ...terms, ")"),
    equation("=", num(values.data[at], "cross")),
  ];
}

// Each key's part of the spread, in nats.
export const entropyTerms = (values, query) =>
  Array.from(rowOf(values, query), (weight) => (weight > 0 ? -weight * Math.log(weight) : 0));

/** @param {HeadsView} view */
function fillSpread({ shown: { values, row: query } }) {
  const parts = entropyTerms(values, query);
  const order = rankPlaces(parts).filter((index) => parts[index] > 0);
  const terms = order.slice(0, MOST_TERMS).map((index) => {
    const weight = values.data[query * values.columns + index];
    return [num(weight), "·", num(-Math.log(weight))];
  });
  const rest = sum(order.slice(MOST_TERMS).map((index) => parts[index]));
  const [first, ...others] = sumInLines(terms.length ? terms : [[0]], TERMS_IN_LINE);
  return [
    equation(sub(text("spread"), "i"), "=", ...first),
    ...others.map((line) => equation(...line)),
    ...(rest > 0 ? [equation("+", num(rest), text("\u2003for the other keys"))] : []),
    equation("=", num(sum(parts), "cross"), text("\u2002nats")),
  ];
}

/** @param {HeadsView} view */
function spreadWords({ shown: { rows, columns, values, row: query }, column }) {
  const keys = short(Math.exp(sum(entropyTerms(values, query))));
  return (
    `i is the query “${rows[query]}”, j the key “${columns[column]}”. The spread is the entropy of the ` +
    `row, in nats (with the natural logarithm): 0 if one key has all the weight. This row is spread as widely as ` +
    `equal weights on ${keys} of its ${columns.length} keys: e to the power of its spread.`
  );
}
