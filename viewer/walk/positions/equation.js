// The equation of the cell in focus: one dimension of one position.

import { equation, fraction, ident, leaf, num, op, root, row, sub, sup, text } from "../../widgets/mathml.js";
import { short } from "../../widgets/numbers.js";
import { evenOf, sideOf, spaced } from "./common.js";

// Enough digits to check the sine of a large angle by hand, without zeros that say nothing.
const exact = (value) =>
  leaf(
    "mn",
    short(value, 6)
      .replace(/(\.\d*?)0+$/, "$1")
      .replace(/\.$/, ""),
  );
const whole = (value) => leaf("mn", value.toLocaleString("en-US"));

// Brackets in a row of their own grow with what they hold.
const called = (name, ...inner) => row(text(name), row(op("("), ...inner, op(")")));

/** @param {PositionsView} view */
function cellOf(view) {
  const side = sideOf(view);
  const { token } = view.focus;
  const at = (name) => view.tensors[`${side}.${name}`].data[token * view.sizes.D + view.dimension];
  return {
    token,
    dimension: view.dimension,
    d: view.sizes.D,
    embedding: at("embedding"),
    position: at("positions"),
    input: at("input"),
  };
}

function sumEquation() {
  return equation(
    sub(ident("x"), "pos"),
    op("="),
    root(ident("d")),
    ident("E"),
    op("["),
    text("token"),
    op("]"),
    op("+"),
    ident("PE"),
    op("("),
    ident("pos"),
    op(")"),
  );
}

function filledSum({ token, dimension, d, embedding, position, input }) {
  const rounded = leaf("mn", short(embedding / Math.sqrt(d), 4));
  return equation(
    sub(ident("x"), row(whole(token), op(","), whole(dimension))),
    op("="),
    root(whole(d)),
    op("·"),
    bracketed(embedding / Math.sqrt(d), rounded),
    op("+"),
    bracketed(position),
    op("="),
    num(embedding),
    op("+"),
    bracketed(position),
    op("="),
    num(input),
  );
}

function bracketed(value, written = num(value)) {
  return value < 0 ? row(op("("), written, op(")")) : written;
}

/** @param {PositionsView} view */
export function sinusoidEquation(view) {
  const cell = cellOf(view);
  const { token, dimension, d } = cell;
  const base = view.facts.ownBase;
  const even = evenOf(dimension);
  const stretch = base ** (even / d);
  const pace = () => sup(ident("base"), row(leaf("mn", "2"), ident("i"), op("/"), ident("d")));
  const pattern = (wave, index) => [
    called("PE", ident("pos"), op(","), index),
    op("="),
    called(wave, fraction(ident("pos"), pace())),
  ];
  const name = dimension % 2 ? "cos" : "sin";
  return {
    general: [
      sumEquation(),
      equation(...pattern("sin", row(leaf("mn", "2"), ident("i")))),
      equation(...pattern("cos", row(leaf("mn", "2"), ident("i"), op("+"), leaf("mn", "1")))),
    ],
    filled: [
      equation(
        pace(),
        op("="),
        sup(whole(base), row(whole(even), op("/"), whole(d))),
        op("="),
        sup(whole(base), exact(even / d)),
        op("="),
        exact(stretch),
      ),
      equation(
        called("PE", whole(token), op(","), whole(dimension)),
        op("="),
        called(name, fraction(whole(token), exact(stretch))),
        op("="),
        called(name, exact(token / stretch)),
        op("="),
        num(cell.position),
      ),
      filledSum(cell),
    ],
    words:
      `The angle is in radians. The wave of this dimension is 2π · ${short(stretch, 6)} = ` +
      `${spaced(2 * Math.PI * stretch)} positions long.`,
  };
}

/** @param {PositionsView} view */
export function learnedEquation(view) {
  return {
    general: [sumEquation()],
    filled: [filledSum(cellOf(view))],
    words: "PE is a table of trained rows in this model, one a position.",
  };
}
