// The equation of the step in focus, and the same with the numbers of the query and the key in focus.

import { keysOf } from "../../../frame/tokens.js";
import { equation, fraction, ident, num, root, row, sub, sumInLines, sup, text } from "../../../widgets/mathml.js";
import { sum } from "../../../widgets/numbers.js";
import { rankPlaces } from "../../../widgets/vectors.js";
import { term } from "../formula.js";

const TERMS_IN_LINE = 2; // of a sum of products
const WRITTEN_OUT = 3; // terms of a sum that are written; the rest is given as one number

const q = (index) => (index ? sub(ident("q", "query"), index) : ident("q", "query"));
const k = (index) => (index ? sub(ident("k", "key"), index) : ident("k", "key"));
const v = (index) => sub(ident("v", "value"), index);
const a = (index) => (index ? sub(ident("a", "cross"), index) : ident("a", "cross"));
const exponential = (index) => sup("e", sub("s", index));

/** @param {ScoresView} view */
export function stepEquation(view) {
  const { key } = view;
  const step = [dotProduct, scaling, masking, softmaxStep, weighting, summing][view.step - 1];
  const { general, filled, words, ...rest } = step(view.numbers, key, view);
  return {
    general: general.map((parts) => equation(...parts)),
    filled: filled.map((parts) => equation(...parts)),
    words: `Key “${keysOf(view)[key].text}”. ${words}`,
    ...rest,
  };
}

// The largest of many terms, each written by `write`, and the rest as one number; in lines that fit on a phone.
function shortenSum(values, most, inLine, write) {
  const order = rankPlaces(Array.from(values, Math.abs));
  const written = values.length <= most + 1 ? order : order.slice(0, most);
  const rest = order.slice(written.length);
  const terms = written.map(write);
  if (rest.length) terms.push(term(sum(rest.map((index) => values[index]))));
  const [first, ...others] = sumInLines(terms, inLine);
  return { first, others, left: rest.length };
}

function sumOfProducts(pairs, meanings) {
  const products = pairs.map(([left, right]) => left * right);
  return shortenSum(products, WRITTEN_OUT, TERMS_IN_LINE, (index) => {
    const [left, right] = pairs[index].map((value, at) => term(value, num(value, meanings[at])));
    return [left, "·", right];
  });
}

function dotProduct({ query, keys, raw, size }, key) {
  const pairs = [...query].map((value, dimension) => [value, keys[key * size + dimension]]);
  const { first, others, left } = sumOfProducts(pairs, ["query", "key"]);
  return {
    general: [[q(), "·", k("j"), "=", sub("∑", "c"), q("c"), k("jc")]],
    filled: [[q(), "·", k(), "=", ...first], ...others, ["=", num(raw[key])]],
    words: left
      ? `The ${WRITTEN_OUT} largest of ${size} products; the last number is the sum of the other ${left}.`
      : `All ${size} products.`,
  };
}

function scaling({ raw, scaled, size }, key) {
  const [product, divisor] = [num(raw[key]), num(Math.sqrt(size))];
  return {
    general: [[sub("s", "j"), "=", fraction(row(q(), "·", k("j")), root(sub("d", "k")))]],
    filled: [["s", "=", fraction(num(raw[key]), root(size)), "=", fraction(product, divisor), "=", num(scaled[key])]],
    words: `Each query and each key of this head has ${size} dimensions.`,
  };
}

/** @param {ScoresView} view */
function masking({ scaled, masked }, key, view) {
  const hidden = !Number.isFinite(masked[key]);
  const mask = () => sub("m", "ij");
  return {
    general: [
      [sub("s", "ij"), "+", mask()],
      [mask(), "=", num(0), text("\u00a0if query i can see key j,")],
      [mask(), "=", num(-Infinity), text("\u00a0if not")],
    ],
    filled: [[num(scaled[key]), "+", term(hidden ? -Infinity : 0), "=", num(masked[key])]],
    words:
      view.focus.kind === "decoder"
        ? `The key is token ${key + 1}, the query token ${view.focus.token + 1}: ` +
          `${hidden ? "later, so it’s hidden." : "not later, so it can be seen."}`
        : "A single sentence needs no mask.",
  };
}

function softmaxStep({ masked, exponential: powers, total, weight }, key) {
  const inLine = 2 * TERMS_IN_LINE - 1;
  const { first, others, left } = shortenSum(powers, WRITTEN_OUT + 1, inLine, (index) => num(powers[index]));
  const [power, grown] = [sup("e", num(masked[key])), num(powers[key])];
  return {
    general: [[a("j"), "=", fraction(exponential("j"), row(sub("∑", "l"), exponential("l")))]],
    filled: [
      [sub("∑", "l"), exponential("l"), "=", ...first],
      ...others,
      ["=", num(total)],
      [a(), "=", fraction(power, num(total)), "=", fraction(grown, num(total)), "=", num(weight[key], "cross")],
    ],
    words: left ? `The last term of the sum is for the other ${left} keys.` : "",
  };
}

function weighting({ values, weight, size }, key) {
  const vector = (factorOfAll) => {
    const shown = [...values.subarray(key * size, key * size + Math.min(3, size))];
    const parts = shown.flatMap((value, index) => [...(index ? [","] : []), num(value * factorOfAll, "value")]);
    return row("(", ...parts, ...(size > 3 ? [",", "…"] : []), ")");
  };
  return {
    general: [[a("j"), "·", v("j")]],
    filled: [
      [num(weight[key], "cross"), "·", vector(1)],
      ["=", vector(weight[key])],
    ],
    words: size > 3 ? `The first 3 of its ${size} dimensions.` : "",
  };
}

function summing({ values, weight, context, size, count }) {
  const pairs = [...weight].map((each, index) => [each, values[index * size]]);
  const { first, others, left } = sumOfProducts(pairs, ["cross", "value"]);
  const terms = left ? `; its last term is for the other ${left} keys` : `, from all ${count} keys`;
  return {
    general: [["z", "=", sub("∑", "j"), a("j"), v("j")]],
    filled: [[sub("z", 1), "=", ...first], ...others, ["=", num(context[0])]],
    words: `Dimension 1 of the context${terms}.`,
  };
}
