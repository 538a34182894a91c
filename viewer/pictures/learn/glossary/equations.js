// The equations of the glossary's words, where they are short.

import {
  equation,
  fraction,
  ident,
  mathElement,
  mathLeaf,
  root,
  row,
  sub,
  sup,
  text,
} from "../../../widgets/mathml.js";

const size = (letter) => row("‖", letter, "‖");
const applyFunction = (name, ...parts) => row(text(name), "(", ...parts, ")");
const spread = (...parts) => equation(row(...parts));

/** @type {Record<string, () => Element>} by the word's slug */
export const EQUATIONS = {
  attention: () =>
    spread(sub("z", "i"), "=", sub("∑", "j"), sub(ident("a", "cross"), "ij"), sub(ident("v", "value"), "j")),
  "attention-weight": () =>
    spread(
      sub(ident("a", "cross"), "ij"),
      "=",
      text("softmax"),
      "(",
      fraction(row(sub(ident("q", "query"), "i"), "·", sub(ident("k", "key"), "j")), root(sub("d", "k"))),
      ")",
    ),
  cosine: () => spread(text("cos"), "=", fraction(row("x", "·", "y"), row(size("x"), size("y")))),
  "cross-entropy": () => spread(text("loss"), "=", "−", text("ln"), sub("p", "y")),
  entropy: () => spread(text("entropy"), "=", "−", sub("∑", "i"), sub("p", "i"), text("ln"), sub("p", "i")),
  "feed-forward-layer": () =>
    spread("y", "=", applyFunction("ReLU", "x", sub("W", "1"), "+", sub("b", "1")), sub("W", "2"), "+", sub("b", "2")),
  "label-smoothing": () =>
    spread(
      text("loss"),
      "=",
      row("(", 1, "−", "ε", ")"),
      row("(", "−", text("ln"), sub("p", "y"), ")"),
      "+",
      fraction("ε", "V"),
      sub("∑", "v"),
      row("(", "−", text("ln"), sub("p", "v"), ")"),
    ),
  "layer-norm": () =>
    spread(sub("y", "d"), "=", sub("g", "d"), fraction(row(sub("x", "d"), "−", "μ"), "σ"), "+", sub("b", "d")),
  "length-penalty": () =>
    spread(
      text("score"),
      "=",
      fraction(
        row(sub("∑", "t"), text("ln"), sub("p", "t")),
        sup(row("(", fraction(row(5, "+", text("length")), 6), ")"), "α"),
      ),
    ),
  perplexity: () => spread(text("perplexity"), "=", sup("e", text("mean loss in nats"))),
  "positional-encoding": () =>
    spread(
      sub("p", row(text("pos"), ",", 2, "i")),
      "=",
      applyFunction("sin", text("pos"), "/", sup(10000, row(2, "i", "/", "D"))),
    ),
  query: () => spread(sub(ident("q", "query"), "i"), "=", sub("x", "i"), sub("W", "Q")),
  key: () => spread(sub(ident("k", "key"), "j"), "=", sub("x", "j"), sub("W", "K")),
  value: () => spread(sub(ident("v", "value"), "j"), "=", sub("x", "j"), sub("W", "V")),
  relu: () => spread(applyFunction("ReLU", "x"), "=", applyFunction("max", 0, ",", "x")),
  "residual-connection": () => spread("y", "=", "x", "+", applyFunction("sublayer", "x")),
  "post-norm": () => spread("y", "=", applyFunction("norm", "x", "+", applyFunction("sublayer", "x"))),
  "pre-norm": () => spread("y", "=", "x", "+", applyFunction("sublayer", applyFunction("norm", "x"))),
  rollout: () =>
    spread(
      sub("R", "l"),
      "=",
      row("(", fraction(1, 2), sub("A", "l"), "+", fraction(1, 2), "I", ")"),
      sub("R", row("l", "−", 1)),
    ),
  softmax: () =>
    spread(sub("p", "i"), "=", fraction(sup("e", sub("z", "i")), row(sub("∑", "j"), sup("e", sub("z", "j"))))),
  temperature: () => spread("p", "=", applyFunction("softmax", "z", "/", "τ")),
  logit: () => spread(sub("z", "v"), "=", ident("h", "decoder"), "·", sub("E", "v")),
  "log-probability": () =>
    spread(
      text("ln"),
      "p",
      "=",
      mathElement("munderover", "∑", row("t", "=", 1), mathLeaf("mi", "T")), // T is the last step, not a size
      text("ln"),
      sub("p", "t"),
    ),
  "alignment-error-rate": () =>
    spread(
      text("AER"),
      "=",
      1,
      "−",
      fraction(
        row("|", "A", "∩", mathLeaf("mi", "S"), "|", "+", "|", "A", "∩", "P", "|"), // S are the sure links, not a size
        row("|", "A", "|", "+", "|", mathLeaf("mi", "S"), "|"),
      ),
    ),
};
