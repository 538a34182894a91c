// Bahdanau's attention as equations, and with the numbers of the chosen cell.

import { element } from "../../widgets/elements.js";
import { equation, fraction, ident, leaf, num, op, row, sub, sup } from "../../widgets/mathml.js";
import { sum } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";

/** @param {LookingBackView} view */
export function energyEquation(view) {
  const box = element("section", "equation");
  const general = element("div", "general sideways");
  view.filled = element("div", "filled sideways");
  for (const [each, name] of [
    [general, "Equations"],
    [view.filled, "The same with numbers"],
  ]) {
    each.tabIndex = 0;
    each.setAttribute("role", "region");
    each.setAttribute("aria-label", name);
  }
  const e = (index) => sub(ident("e"), index);
  const exp = (index) => row(ident("exp"), op("("), e(index), op(")"));
  const state = sub(ident("s", "decoder"), row(ident("i"), op("−"), leaf("mn", "1")));
  const word = () => sub(ident("h", "encoder"), "j");
  general.append(
    equation(
      row(
        e("ij"),
        op("="),
        sup(ident("v"), "⊤"),
        ident("tanh"),
        op("("),
        ident("W"),
        state,
        op("+"),
        ident("U"),
        word(),
        op(")"),
      ),
    ),
    equation(row(sub(ident("α", "cross"), "ij"), op("="), fraction(exp("ij"), row(sub(op("∑"), "k"), exp("ik"))))),
    equation(row(sub(ident("c"), "i"), op("="), sub(op("∑"), "j"), sub(ident("α", "cross"), "ij"), word())),
  );
  view.equationNote = element("p", "hint note");
  box.append(element("h3", "", "Additive attention"), general, view.filled, view.equationNote);
  return box;
}

/** @param {LookingBackView} view */
export function showEnergyEquation(view) {
  const { row: i, column: j } = view.cell;
  const energies = part(view.tensors.energies, i);
  const total = sum(Array.from(energies, Math.exp));
  view.filled.replaceChildren(
    equation(
      row(
        fraction(row(ident("exp"), op("("), num(energies[j]), op(")")), num(total)),
        op("="),
        num(part(view.tensors.here, i)[j], "cross"),
      ),
    ),
  );
  const { source, target } = view.facts.here;
  view.equationNote.textContent =
    `i = ${i + 1}, “${target[i].text}”; j = ${j + 1}, “${source[j].text}”. Of ${source.length} states, each counts ` +
    "by its weight; their mean c goes into the decoder’s next step.";
}
