// The box of an equation: in general, and with the numbers of your choice.
//
//   view.equation = equationBox("Additive attention", [equationLine("c", "=", sub(op("∑"), "j"), …)]);
//   view.equation.show([equationLine(num(0.3), "·", num(2))], "i = 1, “the”.");

import { element, region, say } from "../../widgets/elements.js";
import { equation, row } from "../../widgets/mathml.js";

// One line of an equation.
export const equationLine = (...parts) => equation(row(...parts));

/** @param {string} title @param {Element[]} general */
export function equationBox(title, general) {
  const filled = linesBox("The same with numbers", "filled");
  const note = element("p", "hint note");
  const box = element("section", "equation", element("h3", "", title), linesBox("Equations", "general", ...general));
  box.append(filled, note);
  /** @param {Element[]} lines @param {string} words */
  const show = (lines, words) => {
    filled.replaceChildren(...lines);
    say(note, words);
  };
  return { element: box, show };
}

const linesBox = (name, look, ...lines) => element("div", `${look} sideways`, region(name), ...lines);
