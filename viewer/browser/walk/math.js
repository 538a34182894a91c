// Equations as MathML, which the browser sets by itself. Every text is put in with textContent.
//
//   equation(ident("q"), op("·"), ident("k"), op("="), num(1.234))
//   fraction(row(...), root(sub(ident("d"), "k"))),  sub(base, index),  sup(base, power),  text("softmax")
// A part may carry a meaning, which colours it: ident("q", "query"), num(0.3, "key"); meanings are query, key, value,
// encoder, decoder, cross.

function mathElement(tag, ...children) {
  const made = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag);
  made.append(...children.map((child) => (typeof child === "string" ? ident(child) : child)));
  return made;
}

function leaf(tag, text, meaning = "") {
  const made = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag);
  made.textContent = text;
  if (meaning) made.setAttribute("class", `means-${meaning}`);
  return made;
}

const ident = (name, meaning) => leaf("mi", name, meaning);
const op = (sign) => leaf("mo", sign);
const text = (words, meaning) => leaf("mtext", words, meaning);
const row = (...parts) => mathElement("mrow", ...parts);
const fraction = (above, below) => mathElement("mfrac", above, below);
const root = (inner) => mathElement("msqrt", inner);
const sub = (base, index) => mathElement("msub", base, typeof index === "string" ? ident(index) : index);
const sup = (base, power) => mathElement("msup", base, typeof power === "string" ? ident(power) : power);
const subsup = (base, index, power) => mathElement("msubsup", base, index, power);

// A number with three significant digits (see `short`), the full value when pointed at.
function num(value, meaning) {
  const made = leaf("mn", short(value), meaning);
  made.setAttribute("title", full(value));
  return made;
}

function equation(...parts) {
  const math = mathElement("math", ...parts);
  math.setAttribute("display", "block");
  return math;
}

// Three significant digits, as every number on the pages: 0.312, −1.25, 14.1, 1.20e−5.
function short(value, digits = 3) {
  if (value === Infinity) return "∞";
  if (value === -Infinity) return `${MINUS}∞`;
  if (Number.isNaN(value)) return "not a number";
  const size = Math.abs(value);
  if (size === 0) return "0";
  const written = size >= 1e5 || size < 1e-3 ? size.toExponential(digits - 1) : size.toPrecision(digits);
  return (value < 0 ? MINUS : "") + written.replace("e-", `e${MINUS}`).replace("e+", "e");
}

function full(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(9))).replace("-", MINUS) : short(value);
}
