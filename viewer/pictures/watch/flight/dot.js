// Level 4: one dot product, number by number: two vectors, their products, and the sum as it grows.

import { plainNumbers } from "../../../transport/payload.js";
import { KINDS, rowNames } from "../../../widgets/focus.js";
import { box, flat, largestSize, line, token, vector, words } from "../../../widgets/marks/marks.js";
import { runningTotals, short } from "../../../widgets/numbers.js";
import { moduleOf } from "./needs.js";
import { attention, feedInput, queryKeyOf, rowOf, sidesOf } from "./numbers.js";

/**
 * What is multiplied, and what comes of it.
 * @param {FlightShown} shown
 * @returns {{ one: any, other: any, bias: number, total: number, result: string[][] }}
 */
export const productOf = (shown) => (shown.place.way === "attention" ? pairProduct(shown) : matrixProduct(shown));

// A query and a key.
function pairProduct(shown) {
  const { kind, head, query, key } = shown.place;
  const name = attention(shown);
  const { queries, keys } = sidesOf(shown, kind);
  const { columns } = KINDS[kind];
  const [raw, score] = ["raw_scores", "scores"].map((each) => rowOf(shown, `${name}.${each}`, head, query)[key]);
  const half = (look, at, chip, chipKey, side) => {
    return { values: rowOf(shown, `${name}.${look}`, head, at), key: `${look}:${at}`, look, chip, chipKey, side };
  };
  return {
    one: half("query", query, queries[query], queryKeyOf(kind, query), rowNames(kind)),
    other: half("key", key, keys[key], `${columns}:${key}`, columns),
    ...{ bias: 0, total: raw },
    result: [
      ["raw_scores", short(raw, 5)], // so that the division gives the digits below it
      [`÷ √${shown.facts.sizes.d_k} (${shown.facts.sizes.d_k} products)`, ""],
      ["scores", short(score)],
    ],
  };
}

// A word's vector and a row of a matrix: a neuron's, or a piece's of the vocabulary.
function matrixProduct(shown) {
  const { place, facts, tensors } = shown;
  const { kind, layer, query, index, way } = place;
  const isNext = way === "next";
  const module = moduleOf(place, facts.matrix);
  const found = facts.candidates[query]?.[index];
  const row = isNext ? found.id : index;
  const added = tensors[`${module}.bias`];
  const bias = added ? plainNumbers(added)[row] : 0;
  const one = rowOf(shown, isNext ? "decoder.output" : feedInput(shown), query);
  const other = rowOf(shown, `${module}.weight`, row);
  const total = one.reduce((sum, each, at) => sum + each * other[at], bias);
  const plain = (text) => ({ text, joined: false, special: false });
  const [word, chip] = isNext
    ? [plain("output"), found]
    : [sidesOf(shown, kind).queries[query], plain(`neuron ${index + 1}`)];
  const sum = [`+ ${short(bias)} =`, short(total)];
  const hidden = () => rowOf(shown, `${KINDS[kind].stack}.${layer}.feed_forward.hidden`, query)[index];
  return {
    one: {
      values: one,
      key: `input:${query}`,
      look: "stream-vector",
      chip: word,
      chipKey: `word:${query}`,
      side: "target",
    },
    other: { values: other, key: `weight:${index}`, look: "weight", chip, chipKey: `other:${index}`, side: "output" },
    ...{ bias, total },
    result: isNext ? [["logits", short(total, 4)]] : [sum, ["hidden", short(hidden())]],
  };
}

/** @param {FlightShown} shown @param {string | null} hover @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function dot(shown, hover) {
  const { place } = shown;
  const isNarrow = shown.room.upright;
  const room = flat(shown.room);
  const { size } = room;
  const { one, other, bias, result } = productOf(shown);
  const products = one.values.map((each, at) => each * other.values[at]);
  const totals = runningTotals([...products]);
  const left = isNarrow ? 5.8 * size : 9 * size;
  const right = room.along - (isNarrow ? size : 12 * size);
  const wide = (right - left) / products.length;
  const down = (share) => share * (room.across - (isNarrow ? 7 * size : 2 * size)) + 0.5 * size;
  const marks = [
    box(room, "ground", [0, down(0), room.along, down(0.4)], {
      look: `ground ${place.way === "attention" ? `head-${place.head % 8}` : "plain"}`,
    }),
  ];
  const at = Number(/^product:(\d+)$/.exec(hover ?? "")?.[1] ?? -1);
  const named = (key, share, text, look = "minor") =>
    words(room, `name:${key}`, left - 0.6 * size, down(share), text, { look, anchor: "end" });
  const strip = ({ values, key, look, chip, chipKey, side }, from, to) => {
    const limit = largestSize(values);
    marks.push(vector(room, key, [left, down(from), right, down(to)], values, { look: `${look} here`, limit }));
    marks.push(
      token(room, chipKey, left - 0.6 * size, down((from + to) / 2), chip, { anchor: "end", look: `${side} here` }),
    );
    if (place.way === "attention") marks.push(named(look, (from + to) / 2 + 0.055, look, `title ${look}`));
  };
  strip(one, 0.02, 0.19);
  strip(other, 0.21, 0.38);
  const limit = largestSize(products);
  marks.push(named("times", 0.53, "products"), named("plus", 0.8, "sum so far"));
  marks.push(
    vector(room, "products", [left, down(0.42), right, down(0.64)], products, { look: "product here", limit }),
  );
  const [low, high] = [Math.min(0, ...totals), Math.max(1e-9, ...totals)];
  const height = (value) => down(0.98) - ((value - low) / (high - low)) * (down(0.98) - down(0.68));
  for (const [index, value] of totals.entries()) {
    const edges = [
      left + index * wide,
      height(Math.max(0, value)),
      left + (index + 1) * wide - Math.min(1, 0.1 * wide),
      height(Math.min(0, value)),
    ];
    marks.push(box(room, `total:${index}`, edges, { look: `total${at >= 0 && index > at ? " rest" : ""}` }));
  }
  marks.push(line(room, "zero", [left, height(0), right, height(0)], "stream"));
  products.forEach((value, index) => {
    const key = `product:${index}`;
    const to = { ...place, level: 5, what: `product${index}` };
    const say = `${short(one.values[index])} × ${short(other.values[index])} = ${short(value)}; up to here ${short(totals[index] + bias)}`;
    const edges = [left + index * wide, down(0), left + (index + 1) * wide, down(1)];
    marks.push(box(room, key, edges, { look: "column", to, say }));
  });
  return [...marks, ...results(shown, room, result, isNarrow, right, down)];
}

function results({ place }, room, result, isNarrow, right, down) {
  const { size } = room;
  return result.flatMap(([name, value], at) => {
    const isNumber = value !== "";
    const last = at === result.length - 1;
    const across = isNarrow ? down(1) + 3.4 * size : down(0.72) + at * 3.4 * size;
    const along = isNarrow ? room.along * ((at + 0.5) / result.length) : right + 6 * size;
    const named = /^[a-z_]+$/.test(name);
    const text = isNumber && !named ? `${name} ${value}` : value || name;
    const key = named ? `${name}:${place.key}` : `result:${at}`;
    const to = named ? { ...place, level: 5, what: name } : undefined;
    const look = `result${last ? " chosen" : ""}`;
    return [
      words(room, key, along, across, text, {
        size: (isNumber && named ? (last ? 3 : 2) * (isNarrow ? 0.75 : 1) : 1.2) * size,
        look,
        to,
        say: `${name.replace("_", " ")}: ${value}`,
      }),
    ];
  });
}
