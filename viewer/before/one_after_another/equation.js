// What a gradient has to come back through, as equations and with the numbers of the chosen word and token.

import { element } from "../../widgets/elements.js";
import { equation, fraction, ident, leaf, num, op, row, sub } from "../../widgets/mathml.js";
import { gradientsOf } from "./felt.js";

const FIXED = 0; // the model with a fixed vector is the first

/** @param {WaitingView} view */
export function chainEquation(view) {
  const box = element("section", "equation");
  const general = element("div", "general sideways");
  view.filled = element("div", "filled sideways");
  view.chainNote = element("p", "hint note");
  for (const [each, name] of [
    [general, "Equations"],
    [view.filled, "The same with numbers"],
  ]) {
    each.tabIndex = 0;
    each.setAttribute("role", "region");
    each.setAttribute("aria-label", name);
  }
  const h = (index) => sub(ident("h", "encoder"), index);
  const before = row(ident("k"), op("−"), leaf("mn", "1"));
  const by = (above, below) => fraction(row(op("∂"), above), row(op("∂"), below));
  const loss = () => sub(ident("L", "decoder"), "t");
  const word = () => sub(ident("x"), "s");
  const product = leaf("mo", "∏");
  product.setAttribute("largeop", "true");
  general.append(
    equation(
      row(h("s"), op("="), ident("f"), op("("), word(), op(","), h(row(ident("s"), op("−"), leaf("mn", "1"))), op(")")),
    ),
    equation(
      row(
        by(loss(), word()),
        op("="),
        by(loss(), h("n")),
        sub(product, "k = s+1 … n"),
        by(h("k"), h(before)),
        by(h("s"), word()),
      ),
    ),
  );
  box.append(element("h3", "", "A chain as long as the sentence"), general, view.filled, view.chainNote);
  return box;
}

/** @param {WaitingView} view */
export function showChain(view) {
  const { facts, tensors, token, word } = view;
  const n = facts.source.length;
  const factors = n - 1 - word;
  const norm = (model) => gradientsOf(tensors, model, token)[word];
  const told = (model) =>
    equation(
      row(
        op("‖"),
        op("∂"),
        sub(ident("L"), String(token + 1)),
        op("/"),
        op("∂"),
        sub(ident("x"), String(word + 1)),
        op("‖"),
        op("="),
        num(norm(model), model === FIXED ? "encoder" : "decoder"),
      ),
    );
  view.filled.replaceChildren(told(FIXED), told(facts.models.length - 1));
  view.chainNote.textContent =
    `s = ${word + 1}, “${facts.source[word].text}”; t = ${token + 1}, “${facts.target[token].text}”. First the fixed ` +
    `vector: ${factors === 1 ? "one factor" : `${factors} factors`} ∂h/∂h of the encoder lie in between. Then the ` +
    "Transformer: attention leads from any word to any other in one step of a layer.";
}
