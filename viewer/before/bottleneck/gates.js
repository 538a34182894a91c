// The gated recurrent unit as equations, and one number of the state with its gates.

import { element } from "../../widgets/elements.js";
import { equation, ident, leaf, num, op, row, sub } from "../../widgets/mathml.js";
import { part } from "../../widgets/payload.js";

/** @param {BottleneckView} view */
export function gatesBox(view) {
  const box = element("section", "equation");
  const general = element("div", "general sideways", ...generalGates());
  view.filled = element("div", "filled sideways");
  view.gateNote = element("p", "hint note");
  for (const each of [general, view.filled]) {
    each.tabIndex = 0;
    each.setAttribute("role", "region");
  }
  general.setAttribute("aria-label", "Equations");
  view.filled.setAttribute("aria-label", "The same with numbers");
  box.append(element("h3", "", "A gated recurrent unit"), general, view.filled, view.gateNote);
  return box;
}

const before = () => sub(ident("h", "encoder"), row(ident("t"), op("−"), leaf("mn", "1")));
const at = (letter, meaning) => sub(ident(letter, meaning), "t");

function generalGates() {
  const gate = (letter) =>
    equation(
      row(
        at(letter),
        op("="),
        ident("σ"),
        op("("),
        sub(ident("W"), letter),
        at("x"),
        op("+"),
        sub(ident("U"), letter),
        before(),
        op(")"),
      ),
    );
  return [
    gate("z"),
    gate("r"),
    equation(
      row(
        at("n"),
        op("="),
        ident("tanh"),
        op("("),
        sub(ident("W"), "n"),
        at("x"),
        op("+"),
        at("r"),
        op("⊙"),
        sub(ident("U"), "n"),
        before(),
        op(")"),
      ),
    ),
    equation(
      row(
        at("h", "encoder"),
        op("="),
        at("z"),
        op("⊙"),
        before(),
        op("+"),
        op("("),
        leaf("mn", "1"),
        op("−"),
        at("z"),
        op(")"),
        op("⊙"),
        at("n"),
      ),
    ),
  ];
}

/** @param {BottleneckView} view */
export function showGates(view) {
  const { facts, tensors, read, number } = view;
  const position = facts.order[read];
  const value = (name, where) => part(tensors[name], where)[number];
  const [z, n, h] = ["update", "candidate", "state"].map((name) => value(name, position));
  const old = read ? value("state", facts.order[read - 1]) : 0;
  view.filled.replaceChildren(
    equation(
      row(
        num(z),
        op("·"),
        bracketed(old),
        op("+"),
        op("("),
        leaf("mn", "1"),
        op("−"),
        num(z),
        op(")"),
        op("·"),
        bracketed(n),
        op("="),
        num(h, "encoder"),
      ),
    ),
  );
  view.gateNote.textContent =
    `Number ${number} of the state as “${facts.source[position].text}” is read. After the last word h is handed over ` +
    "as c, and goes into every step of the decoder.";
}

function bracketed(value) {
  return value < 0 ? row(op("("), num(value), op(")")) : num(value);
}
