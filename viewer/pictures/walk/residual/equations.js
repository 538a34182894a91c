// The equations of the sum, of LayerNorm and of a neuron, in general and with the numbers in focus.

import { stackOf } from "../../../frame/tokens.js";
import { part, plainNumbers } from "../../../transport/payload.js";
import { fraction, ident, mathElement, mathLeaf, op, root, sub, subsup, sup, text } from "../../../widgets/mathml.js";
import { sum } from "../../../widgets/numbers.js";
import { rankPlaces } from "../../../widgets/vectors.js";
import { formula, group, integer, signedTerm, term, withIndex } from "../formula.js";
import { ACTIVATIONS } from "./activation.js";
import { expandingOf } from "./derived.js";
import { readStep, sublayersOf } from "./step.js";

export const TERMS = 3; // of a neuron's sum are written out, the largest

/** @param {ResidualView} view */
export function generalEquations({ facts }) {
  const norm = (...inner) => [text("LN"), "(", ...inner, ")"];
  const after = facts.preNorm
    ? ["x", "+", text("Sublayer"), "(", ...norm("x"), ")"]
    : norm("x", "+", text("Sublayer"), "(", "x", ")");
  const variance = sup(ident("σ"), integer(2));
  return [
    formula(sup(ident("x"), mathLeaf("mtext", "after")), "=", ...after),
    formula(
      ...[...norm("x"), "=", "γ", "⊙"],
      fraction(group("x", "−", "μ"), root(group(variance, "+", "ε"))),
      ...["+", "β"],
    ),
    formula(
      ...[withIndex("h", "j"), "=", ...openActivation(facts, integer(0)), sub(op("∑"), "d"), withIndex("y", "d")],
      ...[sub(ident("W"), "1"), "[", "d", ",", "j", "]", "+", withIndex("b", "j"), ")"],
    ),
  ];
}

// The beginning of what a neuron makes of its sum: max(0, for ReLU, swish( for swish.
const openActivation = ({ activation }, zero) =>
  activation === "relu" ? [text("max"), "(", zero, ","] : [text(ACTIVATIONS[activation].name), "("];

/** @param {ResidualView} view */
export function fillEquations(view) {
  const step = readStep(view);
  const d = view.dimension;
  const name = mathLeaf("mtext", view.facts.preNorm ? "after" : "sum");
  const sum = () => [step.before[d], ...signedTerm(step.output[d]), "=", step.residual[d]];
  const residual = step.final ? [] : [formula(subsup(ident("x"), ident(String(d)), name), "=", ...sum())];
  const norm = formula(
    ...[group(text("LN"), sub(group("(", "x", ")"), String(d))), "=", step.gamma[d], "·"],
    fraction(group(step.normInput[d], ...signedTerm(-step.mean)), root(group(step.variance, "+", view.facts.epsilon))),
    ...[...signedTerm(step.beta[d]), "=", step.normOutput[d]],
  );
  return [...residual, norm, ...neuronEquations(view)];
}

// Indent a line that continues the one above.
function indent() {
  const made = mathElement("mspace");
  made.setAttribute("width", "2em");
  return made;
}

// The largest terms of Σ x_d W_1[d, j] written out, the others as one number, the bias at the end.
/** @param {ResidualView} view */
function neuronEquations(view) {
  const stack = stackOf(view);
  const { layer, token } = view.focus;
  const { neuron } = view;
  const [factors, shifts] = ["weight", "bias"].map((name) => view.tensors[`${expandingOf(stack, layer)}.${name}`]);
  const weights = part(factors, neuron);
  const bias = plainNumbers(shifts)[neuron];
  // The feed-forward layer's input, whichever sublayer is chosen.
  const read = part(
    view.tensors[`${stack}.${view.facts.preNorm ? "beside" : "stream"}`],
    (layer + 1) * sublayersOf(view).length - 1,
    token,
  );
  const products = Array.from(weights, (weight, at) => weight * read[at]);
  const order = rankPlaces(products.map(Math.abs));
  const terms = order.slice(0, TERMS).flatMap((at) => ["+", group(term(read[at]), "·", term(weights[at]))]);
  const others = sum(order.slice(TERMS).map((at) => products[at]));
  const total = sum(order.map((at) => products[at])) + bias;
  return [
    formula(withIndex("z", String(neuron)), "=", ...terms.slice(1)),
    formula(indent(), ...signedTerm(others), ...signedTerm(bias), "=", total),
    formula(
      ...[
        withIndex("h", String(neuron)),
        "=",
        ...openActivation(view.facts, 0),
        total,
        ")",
        "=",
        part(view.tensors[`${stack}.hidden`], layer, token)[neuron],
      ],
    ),
  ];
}
