// Negative sampling as equations, and with the numbers of the step shown.

import { ident, num, op, row, sub } from "../../../widgets/mathml.js";
import { equationBox, equationLine } from "../equation.js";
import { outputRows } from "./learning.js";

export function lossEquation() {
  const u = (index) => sub(ident("u", "value"), index);
  const h = () => ident("h", "query");
  const log = (...inner) => row("log", "σ", "(", ...inner, ")");
  const sumOver = (index) => sub(op("∑"), index);
  const [g, t] = ["g", "t"].map((name) => () => sub(ident(name), "i"));
  return equationBox("Negative sampling", [
    equationLine("L", "=", "−", log(u("w"), "·", h()), "−", sumOver("k"), log("−", u("k"), "·", h())),
    equationLine(u("i"), "←", u("i"), "−", "η", g(), h()),
    equationLine(h(), "←", h(), "−", "η", sumOver("i"), g(), u("i")),
    equationLine(g(), "=", "σ", "(", u("i"), "·", h(), ")", "−", t()),
  ]);
}

/** @param {LearningView} view */
export function showLossEquation({ facts, step, equation }) {
  const shown = facts.steps[step];
  const [first] = outputRows(shown);
  const moved = shown.predicts.map((at, place) => `“${facts.words[at]}” by ${shown.moved[place].toFixed(3)}`);
  equation.show(
    [
      equationLine(sub(ident("g"), "w"), "=", "σ", "(", num(first.product), ")", "−", 1, "=", num(first.error)),
      equationLine("L", ":", num(shown.loss), "→", num(shown.lossAfter)),
    ],
    `w is “${facts.words[shown.word]}”, η = ${facts.rate}. The words that predict move: ${moved.join(", ")}. ` +
      `t is 1 for ` +
      "the true word and 0 for each random one; frequent words are drawn most often, by their count to the power " +
      `of ¾.${facts.kind === "cbow" ? " Each word in the window moves by the full gradient of their mean." : ""}`,
  );
}
