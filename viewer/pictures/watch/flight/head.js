// Level 2: one head. Each word's query meets the keys of the words it looks at, and takes from their values.

import { KINDS } from "../../../widgets/focus.js";
import { boxed, largestSize, ribbon, vector, words } from "../../../widgets/marks/marks.js";
import { percent } from "../../../widgets/numbers.js";
import { drawLinks, keyWords, layerPlaces, pointedPair, queryWords, strongestKey } from "./layer.js";
import { attention, kept, rowOf, sidesOf, weightsOf } from "./numbers.js";

const LEAST = 0.01;
const SHARE = 0.62;
// What each of the three is for.
const ROLES = { key: "key: what it’s found by", value: "value: what it gives", query: "query: what it looks for" };

// The largest number of a head's queries, keys or values, at which a bar is full.
export function limitOf(shown, name, head) {
  const tensor = shown.tensors[name];
  return kept(tensor, `limit${head}`, () => {
    const rows = Array.from({ length: tensor.shape[1] }, (_, row) => largestSize(rowOf(shown, name, head, row)));
    return Math.max(...rows);
  });
}

/** @param {FlightShown} shown @param {string | null} hover @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function head(shown, hover) {
  const { place, room } = shown;
  const at = layerPlaces(shown);
  const chosen = pointedPair(shown, hover);
  const wide = room.upright ? 0.2 : 0.19;
  const line = room.upright ? 1.4 * room.size : 0; // of a phone, for what the strips are
  const left = [at.from + 2 * line, at.part(wide) + 2 * line];
  const right = [at.part(1 - wide) + line, at.to];
  const toPair = (query) => ({
    to: { ...place, level: 3, query, key: strongestKey(shown, query) },
    say: `“${sidesOf(shown, place.kind).queries[query].text}”: open its scores`,
  });
  return [
    ...titles(room, at, left, right),
    ...flows(shown, at, chosen, left[1], right[0] - 1.1 * line),
    ...strips(shown, at, chosen, left, right),
    ...taken(shown, at, chosen, left[1]),
    ...keyWords(shown, at, chosen),
    ...queryWords(shown, at, chosen, toPair),
  ];
}

// Above the strips, in the order of those of a word.
function titles(room, at, left, right) {
  const { size, upright } = room;
  const title = (name, from, line) => {
    const [along, across] = upright ? [from - line * size, 0.2 * size] : [from, at.head - line * size];
    return words(room, `title:${name}`, along, across, ROLES[name], { look: `title ${name}`, anchor: "start" });
  };
  return [title("key", left[0], 2.1), title("value", left[0], 0.8), title("query", right[0], 0.8)];
}

// The keys with their values at the left, the queries at the right.
function strips(shown, at, chosen, left, right) {
  const { place, room } = shown;
  const { queries, keys } = sidesOf(shown, place.kind);
  const { rows, columns } = KINDS[place.kind];
  const half = Math.min(0.4 * at.pitch, 2 * room.size);
  const strip = (part, side, row, [from, to], [above, below], isOn) => {
    const name = `${attention(shown)}.${part}`;
    const across = at.row(side, row);
    const own = { look: `${part}${isOn ? " here" : ""}`, limit: limitOf(shown, name, place.head) };
    const edges = [from, across + above, to, across + below];
    return vector(room, `${part}:${row}`, edges, rowOf(shown, name, place.head, row), own);
  };
  return [
    ...keys.flatMap((_, row) => [
      strip("key", columns, row, left, [-half, -1], chosen.key === row),
      strip("value", columns, row, left, [1, half], chosen.key === row),
    ]),
    ...queries.map((_, row) => strip("query", rows, row, right, [-0.7 * half, 0.7 * half], chosen.query === row)),
  ];
}

// What the chosen word takes from each, where it leaves.
function taken(shown, at, chosen, from) {
  const { place, room } = shown;
  const { columns } = KINDS[place.kind];
  const weights = weightsOf(shown, place.kind, place.layer, place.head, chosen.query);
  const own = { look: "takes", anchor: room.upright ? "middle" : "start" };
  return Array.from(weights).flatMap((weight, key) => {
    const along = from + (room.upright ? 1 : 0.5) * room.size;
    return weight < LEAST ? [] : [words(room, `weights:${key}`, along, at.row(columns, key), percent(weight), own)];
  });
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
    const say = `${(100 * weight).toFixed(1)}% of the weight of “${queries[query].text}” goes to “${keys[key].text}”: open`;
    const own = { look, to: { ...place, level: 3, query, key }, say, zoom };
    return ribbon(room, `ribbon:${place.head}.${query}.${key}`, edges, weight * SHARE * at.pitch, own);
  });
}
