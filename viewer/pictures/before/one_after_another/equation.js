// What a gradient has to pass through on its way back, as equations and with the numbers of the chosen word and token.

import { fraction, ident, mathLeaf, num, row, sub } from "../../../widgets/mathml.js";
import { equationBox, line } from "../equation.js";
import { gradientsOf } from "./gradients.js";

const FIXED = 0; // the model with a fixed vector comes first

export function chainEquation() {
  const h = (index) => sub(ident("h", "encoder"), index);
  const by = (above, below) => fraction(row("∂", above), row("∂", below));
  const loss = () => sub(ident("L", "decoder"), "t");
  const word = () => sub(ident("x"), "s");
  const product = mathLeaf("mo", "∏");
  product.setAttribute("largeop", "true");
  const chain = [sub(product, "k = s+1 … n"), by(h("k"), h(row("k", "−", 1)))];
  return equationBox("One factor for every word in between", [
    line(h("s"), "=", "f", "(", word(), ",", h(row("s", "−", 1)), ")"),
    line(by(loss(), word()), "=", by(loss(), h("n")), ...chain, by(h("s"), word())),
  ]);
}

/** @param {WaitingView} view */
export function showChain({ facts, tensors, token, word, equation }) {
  const factors = facts.source.length - 1 - word;
  const norm = (model) => num(gradientsOf(tensors, model, token)[word], model === FIXED ? "encoder" : "decoder");
  const [loss, read] = [sub(ident("L"), String(token + 1)), sub(ident("x"), String(word + 1))];
  const norms = [FIXED, facts.models.length - 1].map((model) =>
    line("‖", "∂", loss.cloneNode(true), "/", "∂", read.cloneNode(true), "‖", "=", norm(model)),
  );
  equation.show(
    norms,
    `s = ${word + 1}, “${facts.source[word].text}”; t = ${token + 1}, “${facts.target[token].text}”. First the fixed ` +
      `vector, with ${factors === 1 ? "one factor" : `${factors} factors`} ∂h/∂h of the encoder in between. Then the ` +
      "Transformer, where attention goes from any word to any other in one step of a layer.",
  );
}
