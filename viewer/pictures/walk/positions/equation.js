// The equation of the cell in focus: one dimension of one position.

import { stackOf } from "../../../frame/tokens.js";
import { fraction, mathLeaf, root, row, sup, text } from "../../../widgets/mathml.js";
import { short } from "../../../widgets/numbers.js";
import { formula, group, integer, term, withIndex } from "../formula.js";
import { evenDimension, formatNumber } from "./common.js";

// Enough digits to check the sine of a large angle by hand, without zeros that say nothing.
const exact = (value) =>
  mathLeaf(
    "mn",
    short(value, 6)
      .replace(/(\.\d*?)0+$/, "$1")
      .replace(/\.$/, ""),
  );

// Put brackets into a row of their own, so that they grow with what they hold.
const callFunction = (name, ...inner) => row(text(name), group("(", ...inner, ")"));

const sum = () =>
  formula(withIndex("x", "pos"), "=", root(group("d")), "E", "[", text("token"), "]", "+", "PE", "(", "pos", ")");

/** @param {PositionsView} view */
function fillSum(view, { embedding, position, input }) {
  const { D } = view.sizes;
  const entry = embedding / Math.sqrt(D);
  const written = mathLeaf("mn", short(entry, 4));
  return formula(
    ...[withIndex("x", integer(view.focus.token), ",", integer(view.dimension)), "=", root(integer(D)), "·"],
    ...[term(entry, written), "+", term(position), "=", embedding, "+", term(position), "=", input],
  );
}

/** @param {PositionsView} view */
function readCell(view) {
  const at = (name) => view.tensors[`${stackOf(view)}.${name}`].data[view.focus.token * view.sizes.D + view.dimension];
  return { embedding: at("embedding"), position: at("positions"), input: at("input") };
}

/** @param {PositionsView} view */
export function sinusoidEquation(view) {
  const cell = readCell(view);
  const { dimension } = view;
  const { token } = view.focus;
  const d = view.sizes.D;
  const base = view.facts.bases[view.facts.usualBase]; // the model’s own
  const even = evenDimension(dimension);
  const stretch = base ** (even / d);
  const pace = () => sup(group("base"), group(integer(2), "i", "/", "d"));
  const pattern = (wave, ...index) =>
    formula(
      callFunction("PE", "pos", ",", group(integer(2), "i", ...index)),
      "=",
      callFunction(wave, fraction("pos", pace())),
    );
  const name = dimension % 2 ? "cos" : "sin";
  return {
    general: [sum(), pattern("sin"), pattern("cos", "+", integer(1))],
    filled: [
      formula(
        ...[pace(), "=", sup(integer(base), group(integer(even), "/", integer(d)))],
        ...["=", sup(integer(base), exact(even / d)), "=", exact(stretch)],
      ),
      formula(
        ...[
          callFunction("PE", integer(token), ",", integer(dimension)),
          "=",
          callFunction(name, fraction(integer(token), exact(stretch))),
        ],
        ...["=", callFunction(name, exact(token / stretch)), "=", cell.position],
      ),
      fillSum(view, cell),
    ],
    words:
      `The angle is in radians. The wave of this dimension is 2π · ${short(stretch, 6)} = ` +
      `${formatNumber(2 * Math.PI * stretch)} positions long.`,
  };
}

/** @param {PositionsView} view */
export function learnedEquation(view) {
  return {
    general: [sum()],
    filled: [fillSum(view, readCell(view))],
    words: "In this model PE is a table of trained rows, one per position.",
  };
}
