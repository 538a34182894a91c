// What the encoder makes of the same tokens in other orders, with positions and without: what
// viewer/pictures/walk/positions/order.py makes.

import { chips, ENDS } from "../../widgets/tokens.js";
import { cosineOf, highest } from "../../widgets/vectors.js";

// Sets to 0 what is added to the embeddings.
/** @type {Probe} */
const OFF = (_name, { shape, data }) => ({ shape, data: new Float32Array(data.length) });
OFF.ignores = (part) => part !== "positions";

// Two words exchanged, and all tokens backwards. Tensors have each token's vector at the same row in both orders.
/** @param {Engine} engine @param {EngineSource} source */
export function runOrders(engine, { ids }) {
  const tokens = engine.tokenizer.tokens(ids);
  const words = wordsToSwap(engine, ids, tokens);
  const backwards = { name: "backwards", order: [...ids.keys()].reverse(), swapped: null };
  const swapped = words?.map((word) => spelled(tokens, word));
  const orders = words ? [{ name: "exchanged", order: exchanged(ids, words), swapped }, backwards] : [backwards];
  const tensors = /** @type {Record<string, Tensor>} */ ({});
  for (const [name, probe] of Object.entries({ off: OFF, on: null })) {
    const first = encoded(engine, ids, probe);
    for (const { name: which, order } of orders) {
      const moved = order.map((place) => ids[place]);
      tensors[`encoder.output.${which}.${name}`] = both(first, encoded(engine, moved, probe), order);
    }
  }
  return { facts: { orders }, tensors };
}

/** @param {Engine} engine @param {number[]} ids @param {Probe | null} probe */
function encoded({ model }, ids, probe) {
  const { machine } = model;
  const encode = () => (probe ? model.encodeAll(ids, probe) : model.encode(ids));
  return machine.memory.within(() => machine.numbers(encode()).slice());
}

/** @param {Float32Array} first @param {Float32Array} second @param {number[]} order @returns {Tensor} (2, S, D) */
function both(first, second, order) {
  const width = first.length / order.length;
  const data = new Float32Array(2 * first.length);
  data.set(first);
  for (const [row, place] of order.entries())
    data.set(second.subarray(row * width, (row + 1) * width), first.length + place * width);
  return { shape: [2, order.length, width], data, half: false };
}

// The places of the word before the last one that is most like it, often a noun as well, and of the last one; null if
// there is no other word.
/** @param {Engine} engine @param {number[]} ids @param {string[]} tokens */
function wordsToSwap({ model: { weights } }, ids, tokens) {
  const words = wordPlaces(tokens);
  const last = words[words.length - 1];
  const idsOf = (/** @type {number[]} */ word) => String(word.map((place) => ids[place]));
  const others = words.filter((word) => idsOf(word) !== idsOf(last));
  if (!others.length) return null;
  const vectorOf = (/** @type {number[]} */ word) => {
    const rows = word.map((place) => weights.rowOf(weights.source_embedding, ids[place]));
    return rows[0].map((_, at) => rows.reduce((sum, row) => sum + row[at], 0));
  };
  const vector = vectorOf(last);
  const likeness = others.map((word) => cosineOf(vectorOf(word), vector));
  return [others[highest(likeness)], last];
}

// The places of each word's tokens, without signs around it.
/** @param {string[]} tokens */
export function wordPlaces(tokens) {
  const words = /** @type {{ place: number, isLettered: boolean }[][]} */ ([]);
  for (const [place, { text, joined }] of chips(tokens).entries()) {
    if (ENDS.includes(tokens[place])) continue;
    if (!joined) words.push([]);
    words[words.length - 1].push({ place, isLettered: /[\p{L}\p{N}]/u.test(text) });
  }
  const hasLetter = (/** @type {{ isLettered: boolean }} */ { isLettered }) => isLettered;
  return words
    .map((word) => word.slice(word.findIndex(hasLetter), word.findLastIndex(hasLetter) + 1).map(({ place }) => place))
    .filter(({ length }) => length);
}

const spelled = (/** @type {string[]} */ tokens, /** @type {number[]} */ word) =>
  word
    .map((place) => tokens[place])
    .filter((token) => token !== "<unk>")
    .join("")
    .replaceAll("▁", "");

// For each place of the new order the place at which its token was before.
function exchanged(/** @type {number[]} */ ids, /** @type {number[][]} */ words) {
  const [early, late] = words[0][0] < words[1][0] ? words : words.toReversed();
  const places = [...ids.keys()];
  const between = places.slice(early[early.length - 1] + 1, late[0]);
  return [...places.slice(0, early[0]), ...late, ...between, ...early, ...places.slice(late[late.length - 1] + 1)];
}
