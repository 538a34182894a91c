// The box of an equation: in general, and with the numbers of your choice.
//
//   view.equation = equationBox("Additive attention", [line("c", "=", sub(op("∑"), "j"), …)]);
//   view.equation.show([line(num(0.3), "·", num(2))], "i = 1, “the”.");

import { element, say } from "../../widgets/elements.js";
import { equation, row } from "../../widgets/mathml.js";

// One line of an equation.
export const equationLine = (...parts) => equation(row(...parts));

/** @param {string} title @param {Element[]} general */
export function equationBox(title, general) {
  const filled = region("The same with numbers", "filled");
  const note = element("p", "hint note");
  const box = element("section", "equation", element("h3", "", title), region("Equations", "general", ...general));
  box.append(filled, note);
  /** @param {Element[]} lines @param {string} words */
  const show = (lines, words) => {
    filled.replaceChildren(...lines);
    say(note, words);
  };
  return { element: box, show };
}

const region = (name, look, ...lines) =>
  element("div", `${look} sideways`, { tabindex: 0, role: "region", "aria-label": name }, ...lines);
