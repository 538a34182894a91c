// The equations of the glossary's words, where they are short.

import { equation, fraction, ident, leaf, mathElement, op, root, row, sub, sup, text } from "../../widgets/mathml.js";

const one = () => leaf("mn", "1");
const size = (letter) => row(op("‖"), ident(letter), op("‖"));
const summed = (index) => sub(op("∑"), index);
const powerOfE = (power) => sup(ident("e"), power);
const indexed = (letter, index, meaning = "") => sub(ident(letter, meaning), index);
const applied = (name, ...parts) => row(text(name), op("("), ...parts, op(")"));
const spread = (...parts) => equation(row(...parts));

/** @type {Record<string, () => Element>} by the word's slug */
export const EQUATIONS = {
  attention: () =>
    spread(indexed("z", "i"), op("="), summed("j"), indexed("a", "ij", "cross"), indexed("v", "j", "value")),
  "attention-weight": () =>
    spread(
      indexed("a", "ij", "cross"),
      op("="),
      text("softmax"),
      op("("),
      fraction(row(indexed("q", "i", "query"), op("·"), indexed("k", "j", "key")), root(sub(ident("d"), "k"))),
      op(")"),
    ),
  cosine: () => spread(text("cos"), op("="), fraction(row(ident("x"), op("·"), ident("y")), row(size("x"), size("y")))),
  "cross-entropy": () => spread(text("loss"), op("="), op("−"), text("ln"), indexed("p", "y")),
  entropy: () =>
    spread(text("entropy"), op("="), op("−"), summed("i"), indexed("p", "i"), text("ln"), indexed("p", "i")),
  "feed-forward-layer": () =>
    spread(
      ident("y"),
      op("="),
      applied("ReLU", ident("x"), indexed("W", "1"), op("+"), indexed("b", "1")),
      indexed("W", "2"),
      op("+"),
      indexed("b", "2"),
    ),
  "label-smoothing": () =>
    spread(
      text("loss"),
      op("="),
      row(op("("), one(), op("−"), ident("ε"), op(")")),
      row(op("("), op("−"), text("ln"), indexed("p", "y"), op(")")),
      op("+"),
      fraction(ident("ε"), ident("V")),
      summed("v"),
      row(op("("), op("−"), text("ln"), indexed("p", "v"), op(")")),
    ),
  "layer-norm": () =>
    spread(
      indexed("y", "d"),
      op("="),
      indexed("g", "d"),
      fraction(row(indexed("x", "d"), op("−"), ident("μ")), ident("σ")),
      op("+"),
      indexed("b", "d"),
    ),
  "length-penalty": () =>
    spread(
      text("score"),
      op("="),
      fraction(
        row(summed("t"), text("ln"), indexed("p", "t")),
        sup(row(op("("), fraction(row(leaf("mn", "5"), op("+"), text("length")), leaf("mn", "6")), op(")")), "α"),
      ),
    ),
  perplexity: () => spread(text("perplexity"), op("="), powerOfE(text("mean loss in nats"))),
  "positional-encoding": () =>
    spread(
      sub(ident("p"), row(text("pos"), op(","), leaf("mn", "2"), ident("i"))),
      op("="),
      applied(
        "sin",
        text("pos"),
        op("/"),
        sup(leaf("mn", "10000"), row(leaf("mn", "2"), ident("i"), op("/"), ident("D"))),
      ),
    ),
  query: () => spread(indexed("q", "i", "query"), op("="), indexed("x", "i"), sub(ident("W"), leaf("mi", "Q"))),
  key: () => spread(indexed("k", "j", "key"), op("="), indexed("x", "j"), sub(ident("W"), leaf("mi", "K"))),
  value: () => spread(indexed("v", "j", "value"), op("="), indexed("x", "j"), sub(ident("W"), leaf("mi", "V"))),
  relu: () => spread(applied("ReLU", ident("x")), op("="), applied("max", leaf("mn", "0"), op(","), ident("x"))),
  "residual-connection": () => spread(ident("y"), op("="), ident("x"), op("+"), applied("sublayer", ident("x"))),
  "post-norm": () => spread(ident("y"), op("="), applied("norm", ident("x"), op("+"), applied("sublayer", ident("x")))),
  "pre-norm": () => spread(ident("y"), op("="), ident("x"), op("+"), applied("sublayer", applied("norm", ident("x")))),
  rollout: () =>
    spread(
      indexed("R", "l"),
      op("="),
      row(
        op("("),
        fraction(one(), leaf("mn", "2")),
        indexed("A", "l"),
        op("+"),
        fraction(one(), leaf("mn", "2")),
        leaf("mi", "I"),
        op(")"),
      ),
      sub(ident("R"), row(ident("l"), op("−"), one())),
    ),
  softmax: () =>
    spread(
      indexed("p", "i"),
      op("="),
      fraction(powerOfE(indexed("z", "i")), row(summed("j"), powerOfE(indexed("z", "j")))),
    ),
  temperature: () => spread(ident("p"), op("="), applied("softmax", ident("z"), op("/"), ident("τ"))),
  logit: () => spread(indexed("z", "v"), op("="), ident("h", "decoder"), op("·"), indexed("E", "v")),
  "log-probability": () =>
    spread(
      text("ln"),
      ident("p"),
      op("="),
      mathElement("munderover", op("∑"), row(ident("t"), op("="), one()), leaf("mi", "T")),
      text("ln"),
      indexed("p", "t"),
    ),
  "alignment-error-rate": () =>
    spread(
      text("AER"),
      op("="),
      one(),
      op("−"),
      fraction(
        row(
          op("|"),
          ident("A"),
          op("∩"),
          leaf("mi", "S"),
          op("|"),
          op("+"),
          op("|"),
          ident("A"),
          op("∩"),
          ident("P"),
          op("|"),
        ),
        row(op("|"), ident("A"), op("|"), op("+"), op("|"), leaf("mi", "S"), op("|")),
      ),
    ),
};
