// Formulas in few words: a number is written as on all pages, a text is a letter or, without letters, a sign.
//
//   formula("y", "=", fraction(group("x", "−", "μ"), root(indexed("d", "k"))), "+", inBrackets(-0.25))

import { equation, ident, mathLeaf, num, op, row, sub } from "../../widgets/mathml.js";
import { full, short } from "../../widgets/numbers.js";

function asMath(part) {
  if (typeof part === "number") return num(part);
  if (typeof part === "string") return /\p{L}/u.test(part) ? ident(part) : op(part);
  return part;
}

export const formula = (...parts) => equation(...parts.map(asMath));
export const group = (...parts) => row(...parts.map(asMath));
export const withIndex = (letter, ...index) =>
  sub(asMath(letter), index.length > 1 ? group(...index) : asMath(index[0]));

// A whole number, in full.
export const integer = (value) => mathLeaf("mn", value.toLocaleString("en-US"));

// A number, in brackets where it is negative.
export const term = (value, made = num(value)) => (value < 0 ? group("(", made, ")") : made);

// Write a factor with one digit more than its product, so that a pocket calculator agrees.
export function factor(value) {
  const made = mathLeaf("mn", short(value, 4));
  made.setAttribute("title", full(value));
  return made;
}

// "+ 0.25" or "− 0.25".
export const signedTerm = (value) => (value < 0 ? [op("−"), num(-value)] : [op("+"), num(value)]);
