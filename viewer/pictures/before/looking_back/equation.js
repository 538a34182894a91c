// Bahdanau's attention as equations, and with the numbers of the chosen cell.

import { part } from "../../../transport/payload.js";
import { fraction, ident, num, op, row, sub, sup } from "../../../widgets/mathml.js";
import { sum } from "../../../widgets/numbers.js";
import { equationBox, equationLine } from "../equation.js";

export function energyEquation() {
  const e = (index) => sub(ident("e"), index);
  const exp = (index) => row("exp", "(", e(index), ")");
  const state = sub(ident("s", "decoder"), row("i", "−", 1));
  const word = () => sub(ident("h", "encoder"), "j");
  const weight = () => sub(ident("α", "cross"), "ij");
  return equationBox("Additive attention", [
    equationLine(e("ij"), "=", sup(ident("v"), "⊤"), "tanh", "(", "W", state, "+", "U", word(), ")"),
    equationLine(weight(), "=", fraction(exp("ij"), row(sub(op("∑"), "k"), exp("ik")))),
    equationLine(sub(ident("c"), "i"), "=", sub(op("∑"), "j"), weight(), word()),
  ]);
}

/** @param {LookingBackView} view */
export function showEnergyEquation({ facts, tensors, equation, cell: { row: i, column: j } }) {
  const { source, target } = facts.here;
  const energies = part(tensors.energies, i);
  const share = fraction(row("exp", "(", num(energies[j]), ")"), num(sum(Array.from(energies, Math.exp))));
  equation.show(
    [equationLine(share, "=", num(part(tensors.here, i)[j], "cross"))],
    `i = ${i + 1}, “${target[i].text}”; j = ${j + 1}, “${source[j].text}”. Each of the ${source.length} states ` +
      "counts by its weight; their mean c goes into the decoder’s next step.",
  );
}
