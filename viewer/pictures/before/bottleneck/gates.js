// The gated recurrent unit as equations, and one number of the state with its gates.

import { part } from "../../../transport/payload.js";
import { ident, num, row, sub } from "../../../widgets/mathml.js";
import { equationBox, equationLine } from "../equation.js";

export function gatesEquation() {
  const before = () => sub(ident("h", "encoder"), row("t", "−", 1));
  const at = (letter, meaning) => sub(ident(letter, meaning), "t");
  const [W, U] = ["W", "U"].map((name) => (letter) => sub(ident(name), letter));
  const gate = (letter) => equationLine(at(letter), "=", "σ", "(", W(letter), at("x"), "+", U(letter), before(), ")");
  return equationBox("A gated recurrent unit", [
    gate("z"),
    gate("r"),
    equationLine(at("n"), "=", "tanh", "(", W("n"), at("x"), "+", at("r"), "⊙", U("n"), before(), ")"),
    equationLine(at("h", "encoder"), "=", at("z"), "⊙", before(), "+", "(", 1, "−", at("z"), ")", "⊙", at("n")),
  ]);
}

/** @param {BottleneckView} view */
export function showGates({ facts, tensors, read, number, equation }) {
  const position = facts.order[read];
  const value = (name, where) => part(tensors[name], where)[number];
  const [z, n, h] = ["update", "candidate", "state"].map((name) => value(name, position));
  const old = read ? value("state", facts.order[read - 1]) : 0;
  equation.show(
    [
      equationLine(
        num(z),
        "·",
        bracketNegative(old),
        "+",
        "(",
        1,
        "−",
        num(z),
        ")",
        "·",
        bracketNegative(n),
        "=",
        num(h, "encoder"),
      ),
    ],
    `Number ${number} of the state as “${facts.source[position].text}” is read. After the last word, h is handed ` +
      `over as c and goes into every step of writing.`,
  );
}

function bracketNegative(value) {
  return value < 0 ? row("(", num(value), ")") : num(value);
}
