// The equation of the step in focus, and the same with the numbers of the query and the key in focus.

import { KINDS } from "../../widgets/focus.js";
import { equation, fraction, ident, inLines, leaf, num, op, root, row, sub, sup, text } from "../../widgets/mathml.js";
import { short } from "../../widgets/numbers.js";
import { keyInFocus } from "./numbers.js";

const TERMS_IN_LINE = 2; // of a sum of products
const WRITTEN_OUT = 3; // terms of a sum that are written; the rest is given as one number

/** @param {ScoresView} view */
export function stepEquation(view) {
  const { numbers } = view;
  const key = keyInFocus(view);
  const { columns } = KINDS[view.focus.kind];
  const told = [dotProduct, scaling, masking, softmaxStep, weighting, summing][view.step - 1];
  const { general, filled, words } = told(numbers, key, view);
  return {
    general: general.map((parts) => equation(...parts)),
    filled: filled.map((parts) => equation(...parts)),
    words: `Key “${view.tokens[columns][key].text}”. ${words}`,
  };
}

const scoreOf = (index) => sub(ident("s"), index);
const weightOf = (index) => sub(ident("a", "cross"), index);
const query = () => ident("q", "query");
const keyVector = (index) => sub(ident("k", "key"), index);
const valueVector = (index) => sub(ident("v", "value"), index);
const whole = (count) => leaf("mn", String(count));
const keySize = () => sub(ident("d"), "k");
const sumOver = (index) => sub(op("∑"), index);

// A factor or a term that follows a sign: in brackets where it is negative.
function factor(value, meaning) {
  return value < 0 ? row(op("("), num(value, meaning), op(")")) : num(value, meaning);
}

// Products a · b joined by plus signs, the largest first, and the rest as one number; in lines that fit on a phone.
function sumOfProducts(pairs, inks) {
  const order = pairs
    .map((_, index) => index)
    .sort((one, other) => Math.abs(pairs[other][0] * pairs[other][1]) - Math.abs(pairs[one][0] * pairs[one][1]));
  const written = pairs.length <= WRITTEN_OUT + 1 ? order : order.slice(0, WRITTEN_OUT);
  const rest = order.slice(written.length).reduce((sum, index) => sum + pairs[index][0] * pairs[index][1], 0);
  const terms = written.map((index, place) => [
    ...(place ? [op("+")] : []),
    factor(pairs[index][0], inks[0]),
    op("·"),
    factor(pairs[index][1], inks[1]),
  ]);
  if (written.length < pairs.length) terms.push([op("+"), factor(rest)]);
  const [first, ...others] = inLines(terms, TERMS_IN_LINE);
  return { first, others, left: pairs.length - written.length };
}

function dotProduct({ query: q, keys, raw, size }, key) {
  const pairs = [...q].map((value, dimension) => [value, keys[key * size + dimension]]);
  const { first, others, left } = sumOfProducts(pairs, ["query", "key"]);
  return {
    general: [
      [
        query(),
        op("·"),
        keyVector("j"),
        op("="),
        sumOver("c"),
        sub(ident("q", "query"), "c"),
        sub(ident("k", "key"), "jc"),
      ],
    ],
    filled: [[query(), op("·"), ident("k", "key"), op("="), ...first], ...others, [op("="), num(raw[key])]],
    words: left
      ? `The ${WRITTEN_OUT} largest of ${size} products; the last number is the sum of the other ${left}.`
      : `All ${size} products.`,
  };
}

function scaling({ raw, scaled, size }, key) {
  return {
    general: [[scoreOf("j"), op("="), fraction(row(query(), op("·"), keyVector("j")), root(keySize()))]],
    filled: [
      [
        ident("s"),
        op("="),
        fraction(num(raw[key]), root(whole(size))),
        op("="),
        fraction(num(raw[key]), num(Math.sqrt(size))),
        op("="),
        num(scaled[key]),
      ],
    ],
    words: `Each query and each key of this head has ${size} dimensions.`,
  };
}

/** @param {ScoresView} view */
function masking({ scaled, masked }, key, view) {
  const hidden = !Number.isFinite(masked[key]);
  return {
    general: [
      [scoreOf("ij"), op("+"), sub(ident("m"), "ij")],
      [sub(ident("m"), "ij"), op("="), num(0), text("\u00a0if query i may see key j,")],
      [sub(ident("m"), "ij"), op("="), num(-Infinity), text("\u00a0if not")],
    ],
    filled: [
      [num(scaled[key]), op("+"), hidden ? row(op("("), num(-Infinity), op(")")) : num(0), op("="), num(masked[key])],
    ],
    words:
      view.focus.kind === "decoder"
        ? `It stands at position ${key}, the query at ${view.focus.token}: ` +
          `${hidden ? "later, so it is hidden." : "not later, so it may be seen."}`
        : "There is no mask in one sentence by itself.",
  };
}

function softmaxStep({ masked, exponential, total, weight, count }, key) {
  const power = sup(ident("e"), num(masked[key]));
  const order = [...exponential].map((_, index) => index).sort((one, other) => exponential[other] - exponential[one]);
  const written = count <= WRITTEN_OUT + 2 ? order : order.slice(0, WRITTEN_OUT + 1);
  const rest = order.slice(written.length).reduce((sum, index) => sum + exponential[index], 0);
  const terms = written.map((index, place) => [...(place ? [op("+")] : []), num(exponential[index])]);
  if (written.length < count) terms.push([op("+"), num(rest)]);
  const [first, ...others] = inLines(terms, 2 * TERMS_IN_LINE - 1);
  return {
    general: [
      [
        weightOf("j"),
        op("="),
        fraction(sup(ident("e"), scoreOf("j")), row(sumOver("l"), sup(ident("e"), scoreOf("l")))),
      ],
    ],
    filled: [
      [sumOver("l"), sup(ident("e"), scoreOf("l")), op("="), ...first],
      ...others,
      [op("="), num(total)],
      [
        ident("a", "cross"),
        op("="),
        fraction(power, num(total)),
        op("="),
        fraction(num(exponential[key]), num(total)),
        op("="),
        num(weight[key], "cross"),
      ],
    ],
    words:
      written.length < count ? `The last term of the sum stands for the other ${count - written.length} keys.` : "",
  };
}

function weighting({ values, weight, size }, key) {
  const vector = (factorOfAll) => {
    const shown = [...values.subarray(key * size, key * size + Math.min(3, size))];
    const parts = shown.flatMap((value, index) => [...(index ? [op(",")] : []), num(value * factorOfAll, "value")]);
    return row(op("("), ...parts, ...(size > 3 ? [op(","), op("…")] : []), op(")"));
  };
  return {
    general: [[weightOf("j"), op("·"), valueVector("j")]],
    filled: [
      [num(weight[key], "cross"), op("·"), vector(1)],
      [op("="), vector(weight[key])],
    ],
    words: size > 3 ? `The first 3 of its ${size} dimensions.` : "",
  };
}

function summing({ values, weight, context, size, count, rounding }) {
  const pairs = [...weight].map((each, index) => [each, values[index * size]]);
  const { first, others, left } = sumOfProducts(pairs, ["cross", "value"]);
  return {
    general: [[ident("z"), op("="), sumOver("j"), weightOf("j"), valueVector("j")]],
    filled: [[sub(ident("z"), whole(1)), op("="), ...first], ...others, [op("="), num(context[0])]],
    words:
      `Dimension 1 of the ` +
      `context${left ? `; its last term stands for the other ${left} keys` : `, from all ${count} keys`}. In all ` +
      `${size} dimensions, at all positions, the model’s own sums are at most ${short(rounding, 1)} away, in 32 bits.`,
  };
}
