// Equations as MathML, which the browser typesets. Every text is put in with textContent.
//
//   equation("q", "·", "k", "=", num(1.234))   // a text of letters is an identifier, a sign an operator
//   fraction(row(...), root(sub(ident("d"), "k"))),  sub(base, index),  sup(base, power),  text("softmax")
// A part may carry a meaning, which colours it: ident("q", "query"), num(0.3, "key"); meanings are query, key, value,
// encoder, decoder, cross.

import { SIZE_LETTER } from "./letters.js";
import { full, short } from "./numbers.js";
import "./mathml.css";

export function mathElement(tag, ...children) {
  const made = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag);
  if (tag === "math") made.setAttribute("translate", "no");
  made.append(...children.map((child) => (child instanceof Node ? child : symbol(child))));
  return made;
}

function symbol(written) {
  if (typeof written === "number") return mathLeaf("mn", String(written));
  return /\p{L}/u.test(written) ? ident(written) : op(written);
}

export function mathLeaf(tag, text, meaning = "") {
  const made = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag);
  made.textContent = text;
  if (meaning) made.setAttribute("class", `means-${meaning}`);
  return made;
}

// A letter for a size is marked as one, unless it has a meaning of its own: V with a colour is the matrix of values.
export function ident(name, meaning) {
  const made = mathLeaf("mi", name, meaning);
  return meaning ? made : markSize(made, name);
}

export const op = (sign) => mathLeaf("mo", sign);
export const text = (words, meaning) => mathLeaf("mtext", words, meaning);
export const row = (...parts) => mathElement("mrow", ...parts);
export const fraction = (above, below) => mathElement("mfrac", above, below);
export const root = (inner) => mathElement("msqrt", inner);
export function sub(base, index) {
  const made = mathElement("msub", base, typeof index === "string" ? mathLeaf("mi", index) : index);
  const [letter, written] = /** @type {MathMLElement[]} */ ([...made.children]);
  delete letter.dataset.letters; // with an index, it is a different letter
  return markSize(made, `${letter.textContent}_${written.textContent}`);
}

export const sup = (base, power) => mathElement("msup", base, power);
export const subsup = (base, index, power) => mathElement("msubsup", base, index, power);

// A number with three significant digits (see `short`), the full value on hover.
export function num(value, meaning) {
  const made = mathLeaf("mn", short(value), meaning);
  made.setAttribute("title", full(value));
  return made;
}

// Marks an element as a letter for a size, for widgets/letters.js.
function markSize(made, letter) {
  if (letter.match(SIZE_LETTER)?.[0] === letter) made.dataset.letters = letter;
  return made;
}

export function equation(...parts) {
  const math = mathElement("math", ...parts);
  math.setAttribute("display", "block");
  return math;
}

// The terms of a long sum, joined by plus signs, this many per line: browsers do not wrap equations.
/** @param {(Node | (Node | string | number)[])[]} terms */
export function sumInLines(terms, most) {
  const joined = terms.map((term, at) => [...(at ? ["+"] : []), ...[term].flat()]);
  const lines = [];
  for (let from = 0; from < joined.length; from += most) lines.push(joined.slice(from, from + most).flat());
  return lines;
}
