// Negative sampling as equations, and with the numbers of the step that is shown.

import { element } from "../../widgets/elements.js";
import { equation, ident, leaf, num, op, row, sub } from "../../widgets/mathml.js";
import { askedRows } from "./learning.js";

/** @param {LearningView} view */
export function lossEquation(view) {
  const box = element("section", "equation");
  const general = element("div", "general sideways");
  view.filled = element("div", "filled sideways");
  view.lossNote = element("p", "hint note");
  for (const [each, name] of [
    [general, "Equations"],
    [view.filled, "The same with numbers"],
  ]) {
    each.tabIndex = 0;
    each.setAttribute("role", "region");
    each.setAttribute("aria-label", name);
  }
  const u = (index) => sub(ident("u", "value"), index);
  const h = () => ident("h", "query");
  const log = (...inner) => row(ident("log"), ident("σ"), op("("), ...inner, op(")"));
  general.append(
    equation(
      row(
        ident("L"),
        op("="),
        op("−"),
        log(u("w"), op("·"), h()),
        op("−"),
        sub(op("∑"), "k"),
        log(op("−"), u("k"), op("·"), h()),
      ),
    ),
    equation(row(u("i"), op("←"), u("i"), op("−"), ident("η"), sub(ident("g"), "i"), h())),
    equation(row(h(), op("←"), h(), op("−"), ident("η"), sub(op("∑"), "i"), sub(ident("g"), "i"), u("i"))),
    equation(
      row(
        sub(ident("g"), "i"),
        op("="),
        ident("σ"),
        op("("),
        u("i"),
        op("·"),
        h(),
        op(")"),
        op("−"),
        sub(ident("t"), "i"),
      ),
    ),
  );
  box.append(element("h3", "", "Negative sampling"), general, view.filled, view.lossNote);
  return box;
}

/** @param {LearningView} view */
export function showLossEquation({ facts, step, filled, lossNote }) {
  const shown = facts.steps[step];
  const [first] = askedRows(shown);
  const sigma = (value) => row(ident("σ"), op("("), num(value), op(")"));
  filled.replaceChildren(
    equation(
      row(sub(ident("g"), "w"), op("="), sigma(first.product), op("−"), leaf("mn", "1"), op("="), num(first.error)),
    ),
    equation(row(ident("L"), op(":"), num(shown.loss), op("→"), num(shown.lossAfter))),
  );
  const moved = shown.foretells
    .map((at, place) => `“${facts.words[at]}” by ${shown.moved[place].toFixed(3)}`)
    .join(", ");
  lossNote.textContent =
    `w is “${facts.words[shown.word]}”, η = ${facts.rate}. What foretells is moved: ${moved}. t is 1 for the true ` +
    "word and 0 for each that was drawn; frequent words are drawn most often, by their count to the power of ¾." +
    (facts.kind === "cbow" ? " Every word of the window is moved by the whole gradient of their mean." : "");
}
