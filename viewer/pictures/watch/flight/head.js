// Level 2: one head. Each word's query meets the keys of the words it looks at, and takes from their values.

import { KINDS, rowNames } from "../../../widgets/focus.js";
import { boxed, ribbon, token, vector, words } from "../../../widgets/marks/marks.js";
import { drawLinks, layerPlaces } from "./layer.js";
import { attention, queryKeyOf, rowOf, sidesOf, weightsOf } from "./numbers.js";

const LEAST = 0.01;
const SHARE = 0.62;

// The largest number of a head's queries, keys or values, at which a bar is full.
const limits = new WeakMap();
export function limitOf(shown, name, head) {
  const tensor = shown.tensors[name];
  if (!limits.has(tensor)) limits.set(tensor, new Map());
  const known = limits.get(tensor);
  if (!known.has(head)) {
    let largest = 1e-9;
    for (let row = 0; row < tensor.shape[1]; row += 1)
      for (const each of rowOf(shown, name, head, row)) largest = Math.max(largest, Math.abs(each));
    known.set(head, largest);
  }
  return known.get(head);
}

/** @param {FlightShown} shown @param {string | null} hover @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function head(shown, hover) {
  const { place, room } = shown;
  const at = layerPlaces(shown);
  const { rows, columns } = KINDS[place.kind];
  const { queries, keys } = sidesOf(shown, place.kind);
  const name = attention(shown);
  const [, , hoverQuery, hoverKey] = /^ribbon:(\d+)\.(\d+)\.(\d+)$/.exec(hover ?? "") ?? [];
  const chosen = hoverQuery ? { query: Number(hoverQuery), key: Number(hoverKey) } : place;
  const wide = room.upright ? 0.2 : 0.19;
  const left = [at.from, at.part(wide)];
  const right = [at.part(1 - wide), at.to];
  const half = Math.min(0.4 * at.pitch, 2 * room.size);
  // On a phone they stand in the margin, beside the strips.
  const title = (key, along, margin, text) => {
    const own = { look: `title ${key}`, anchor: room.upright ? "start" : "middle" };
    return words(room, `title:${key}`, along, room.upright ? margin : at.head - 0.9 * room.size, text, own);
  };
  const middle = (/** @type {number[]} */ [from, to]) => (from + to) / 2;
  const below = room.upright && left[1] + room.size;
  const marks = [
    title("key", below || middle(left) - 2.4 * room.size, 0, "keys"),
    title("value", below || middle(left) + 2.6 * room.size, 2.7 * room.size, "values"),
    title("query", room.upright ? right[0] - room.size : middle(right), 0, "queries"),
  ];
  marks.push(...flows(shown, at, chosen, left[1], right[0]));
  /** @param {string} part @param {number} row @param {number[]} along @param {number[]} across @param {boolean} isOn */
  const strip = (part, row, [from, to], [c0, c1], isOn) => {
    const edges = [from, c0, to, c1];
    const own = { look: `${part}${isOn ? " here" : ""}`, limit: limitOf(shown, `${name}.${part}`, place.head) };
    return vector(room, `${part}:${row}`, edges, rowOf(shown, `${name}.${part}`, place.head, row), own);
  };
  keys.forEach((chip, index) => {
    const across = at.row(columns, index);
    const isOn = chosen.key === index;
    marks.push(strip("key", index, left, [across - half, across - 1], isOn));
    marks.push(strip("value", index, left, [across + 1, across + half], isOn));
    const look = `${columns}${isOn ? " here" : ""}`;
    marks.push(
      token(room, `${columns}:${index}`, at.from - at.bar, across, chip, { anchor: "end", high: at.high, look }),
    );
  });
  queries.forEach((chip, index) => {
    const across = at.row(rows, index);
    const isOn = chosen.query === index;
    marks.push(strip("query", index, right, [across - half * 0.7, across + half * 0.7], isOn));
    const side = rowNames(place.kind);
    const look = `${side}${isOn ? " here" : ""}`;
    const weights = weightsOf(shown, place.kind, place.layer, place.head, index);
    const to = { ...place, level: 3, query: index, key: weights.indexOf(Math.max(...weights)) };
    const say = `“${chip.text}”: open its scores`;
    marks.push(
      token(room, queryKeyOf(place.kind, index), at.to + at.bar, across, chip, {
        anchor: "start",
        high: at.high,
        look,
        to,
        say,
      }),
    );
  });
  return marks;
}

function flows(shown, at, chosen, from, to) {
  const { place, room } = shown;
  const { rows, columns } = KINDS[place.kind];
  const { queries, keys } = sidesOf(shown, place.kind);
  const links = queries.flatMap((_, query) =>
    Array.from(weightsOf(shown, place.kind, place.layer, place.head, query), (weight, key) => ({ query, key, weight })),
  );
  const isNear = (link) => link.query === chosen.query;
  const isOn = (link) => isNear(link) && link.key === chosen.key;
  const zoom = boxed(room, [from * 0.3, 0, 0.6 * room.along, room.across]);
  return drawLinks(links, LEAST, { isOn, isNear }, (link) => {
    const { query, key, weight } = link;
    const edges = [from, at.row(columns, key), to, at.row(rows, query)];
    const look = `head-${place.head % 8}${isOn(link) ? " chosen" : ""}${isNear(link) ? " near" : ""}`;
    const say = `“${queries[query].text}” takes ${(100 * weight).toFixed(1)}% from “${keys[key].text}”: open`;
    const own = { look, to: { ...place, level: 3, query, key }, say, zoom };
    return ribbon(room, `ribbon:${place.head}.${query}.${key}`, edges, weight * SHARE * at.pitch, own);
  });
}
