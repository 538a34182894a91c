// Level 1: one layer. What its heads carry from word to word, each head in its colour, is added to the words' vectors;
// then the feed-forward network works on each word alone.

import { KINDS, rowNames } from "../../../widgets/focus.js";
import { box, boxed, line, ribbon, token, vector, vectors, words } from "../../../widgets/marks/marks.js";
import { attention, has, indexOfMost, queryKeyOf, rowOf, sidesOf, streamName, weightsOf } from "./numbers.js";
import { cellsOf, stationOf, stations } from "./whole.js";

const MOST = 420; // ribbons that are drawn: the strongest
const LEAST = 0.03;
const SHARE = 0.62; // of a row's height, for the ribbons of all heads together
const NEURONS = 48; // of the feed-forward network that are shown, at most

const each = (count, make) => Array.from({ length: count }, (_, index) => make(index));

// A chapter may have the weights alone, of all that a layer does.
const isAlone = (shown) => !has(shown, `${attention(shown)}.residual`);

// Where a layer's parts are along the picture, and its rows: as in the whole picture.
export function layerPlaces(shown) {
  const { room } = shown;
  const { bar, head, pitch, high, row, ...whole } = stations(shown);
  const from = whole.encoder[0];
  const to = room.along - (room.upright ? 6 : 8) * room.size;
  const part = (share) => from + share * (to - from);
  const edges = isAlone(shown)
    ? { begin: part(0), end: part(1) }
    : { norm: part(0.03), begin: part(0.05), end: part(0.52) };
  return { bar, head, pitch, high, row, from, to, part, ...edges };
}

/** @param {FlightShown} shown @param {string | null} hover @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function layer(shown, hover) {
  const { room } = shown;
  const place = { ...shown.place, way: /** @type {const} */ ("attention"), what: "", index: 0 };
  shown = { ...shown, place };
  const at = layerPlaces(shown);
  const { queries, keys } = sidesOf(shown, place.kind);
  const { rows, columns, stack } = KINDS[place.kind];
  const chosen = indexWeights(shown, hover);
  const marks = [...heads(shown, at, hover)];
  const norm = (name, along, what) => {
    const key = `norm:${what}`;
    const edges = [along - 3, at.head, along + 3, room.across];
    const to = { ...place, level: 2, way: "norm", what };
    marks.push(box(room, key, edges, { look: `norm${hover === key ? " over" : ""}`, to, say: `${name}: open` }));
    if (!room.upright)
      marks.push(words(room, `${key}:name`, along, at.head - 0.8 * room.size, "norm", { look: "quiet" }));
  };
  const isSum = !isAlone(shown);
  if (isSum) norm("The norm before attention", at.norm, KINDS[place.kind].attention);
  const isWhole = isSum && place.kind !== "decoder"; // its feed-forward network comes after the other attention
  if (isWhole) norm("The norm before the feed-forward network", at.part(0.64), "feed_forward");
  marks.push(...flows(shown, at, chosen, [rows, columns], hover));
  if (isSum) marks.push(column(shown, at, "added", at.part(0.58), rows, `${attention(shown)}.residual`));
  const left = place.layer + 1;
  if (isWhole) marks.push(column(shown, at, `vectors:${stack}.${left}`, at.to - at.bar, rows, streamName(stack, left)));
  for (const [index] of isSum ? queries.entries() : []) {
    const across = at.row(rows, index);
    marks.push(line(room, `stream:${stack}:${index}`, [at.end, across, at.to, across], "stream"));
    marks.push(plus(room, `plus:${index}`, at.end + at.bar, across));
    if (!isWhole) continue;
    marks.push(neurons(shown, at, rows, index, hover));
    marks.push(plus(room, `plus2:${index}`, at.part(0.955), across));
  }
  if (isWhole && !room.upright)
    marks.push(
      words(room, "feed:name", at.part(0.79), at.head - 0.8 * room.size, "feed-forward", { look: "title decoder" }),
    );
  const isChosen = (index) => chosen.query === index;
  keys.forEach((chip, index) => {
    const look = `${columns}${chosen.key === index ? " here" : ""}`;
    marks.push(
      token(room, `${columns}:${index}`, at.from - at.bar, at.row(columns, index), chip, {
        anchor: "end",
        high: at.high,
        look,
      }),
    );
  });
  queries.forEach((chip, index) => {
    const side = rowNames(place.kind);
    const to = {
      ...place,
      query: index,
      key: indexOfMost(weightsOf(shown, place.kind, place.layer, place.head, index)),
    };
    const look = `${side}${isChosen(index) ? " here" : ""}`;
    const own = {
      anchor: "start",
      high: at.high,
      look,
      to: { ...to, level: 2 },
      say: `“${chip.text}”: what head ${place.head + 1} looks at`,
    };
    marks.push(token(room, queryKeyOf(place.kind, index), at.to + at.bar, at.row(rows, index), chip, own));
  });
  return marks;
}

// The pair that is pointed at, or chosen.
function indexWeights({ place }, hover) {
  const [, head, query, key] = /^ribbon:(\d+)\.(\d+)\.(\d+)$/.exec(hover ?? "") ?? [];
  return head === undefined ? place : { head: Number(head), query: Number(query), key: Number(key) };
}

export const plus = (room, key, along, across) =>
  words(room, key, along, across, "⊕", { look: "plus", size: 1.3 * room.size });

// The vectors of all words at one place along the picture.
function column(shown, at, key, along, side, name) {
  const { stack } = KINDS[shown.place.kind];
  const rows = shown.facts[side].map((_, row) => row);
  const edges = rows.map((row) => stationOf(at, shown.room, along, at.row(side, row)));
  const own = cellsOf(
    shown,
    rows.map((row) => [name, row]),
    shown.cells[stack],
  );
  return vectors(shown.room, key, edges, own, { look: "stream-vector" });
}

const known = new WeakMap();
const chosenFrom = (values, cells) => {
  if (!known.has(values))
    known.set(
      values,
      Float32Array.from(cells, (cell) => values[cell]),
    );
  return known.get(values);
};

function heads(shown, at, hover) {
  const { place, room, facts } = shown;
  const count = facts.sizes.heads;
  const step = Math.min(2.6 * room.size, (at.end - at.begin - 2 * room.size) / count);
  const first = (at.begin + at.end - (count - 1) * step) / 2;
  const zoom = boxed(room, [at.begin, 0, at.end, room.across]);
  return each(count, (head) => {
    const key = `head:${head}`;
    const to = { ...place, level: 2, head };
    const chip = { text: String(head + 1), joined: false, special: false };
    const look = `head head-${head % 8}${hover === key || (!hover && place.head === head) ? " here" : ""}`;
    return token(room, key, first + head * step, at.head - 1.1 * room.size, chip, {
      ...{ look, to, zoom },
      say: `Head ${head + 1}: open`,
    });
  });
}

// Ribbons of all heads, one below the other in a row, so that together they are as thick as the mean in the whole.
function flows(shown, at, chosen, [rows, columns], hover) {
  const { place, room, facts } = shown;
  const count = facts.sizes.heads;
  const { queries, keys } = sidesOf(shown, place.kind);
  const isChosen = (link) => link.query === chosen.query && link.key === chosen.key && link.head === chosen.head;
  const found = [];
  for (let head = 0; head < count; head += 1)
    for (let query = 0; query < queries.length; query += 1)
      weightsOf(shown, place.kind, place.layer, head, query).forEach((weight, key) => {
        if (weight >= LEAST || isChosen({ head, query, key })) found.push({ head, query, key, weight });
      });
  if (found.length > MOST) found.sort((one, other) => other.weight - one.weight).splice(MOST);
  const hovered = /^head:(\d+)$/.exec(hover ?? "")?.[1];
  const lane = (SHARE * at.pitch) / count;
  const zoom = boxed(room, [at.begin, 0, at.end, room.across]);
  return found
    .map((link) => {
      const by = (link.head - (count - 1) / 2) * lane;
      const edges = [at.begin, at.row(columns, link.key) + by, at.end, at.row(rows, link.query) + by];
      const isNear = hovered === undefined ? link.query === chosen.query : link.head === Number(hovered);
      const look = `head-${link.head % 8}${isChosen(link) ? " chosen" : ""}${isNear ? " near" : ""}`;
      const say = `Head ${link.head + 1}: “${queries[link.query].text}” takes ${Math.round(100 * link.weight)}% from “${keys[link.key].text}”`;
      const to = { ...place, level: 2, head: link.head, query: link.query, key: link.key };
      const key = `ribbon:${link.head}.${link.query}.${link.key}`;
      return {
        mark: ribbon(room, key, edges, Math.max(0.8, link.weight * lane), { look, to, say, zoom }),
        isNear,
        isOn: isChosen(link),
      };
    })
    .sort((one, other) => Number(one.isOn) - Number(other.isOn) || Number(one.isNear) - Number(other.isNear))
    .map(({ mark }) => mark);
}

// The neurons of a word that are most active in this sentence.
function neurons(shown, at, side, index, hover) {
  const { place, room } = shown;
  const { stack } = KINDS[place.kind];
  const name = `${stack}.${place.layer}.feed_forward.hidden`;
  const values = rowOf(shown, name, index);
  const across = at.row(side, index);
  const half = Math.min(0.44 * at.pitch, 1.4 * room.size);
  const key = `feed:${index}`;
  const own = chosenFrom(values, busiest(shown, name));
  const to = { ...place, level: 2, way: "feed", query: index };
  const look = `feed${hover === key ? " over" : ""}`;
  const edges = [at.part(0.67), across - half, at.part(0.93), across + half];
  const { text } = sidesOf(shown, place.kind).queries[index];
  return vector(room, key, edges, own, {
    look,
    to,
    say: `The neurons of “${text}”: open`,
    limit: Math.max(1, ...own),
    floor: shown.facts.sizes.activation === "relu",
  });
}

const busy = new WeakMap();
function busiest(shown, name) {
  const tensor = shown.tensors[name];
  if (!busy.has(tensor)) {
    const [rows, width] = tensor.shape;
    const total = new Float32Array(width);
    for (let row = 0; row < rows; row += 1)
      rowOf(shown, name, row).forEach((value, at) => {
        total[at] = Math.max(total[at], Math.abs(value));
      });
    const order = [...total.keys()].sort((one, other) => total[other] - total[one]).slice(0, NEURONS);
    busy.set(
      tensor,
      order.sort((one, other) => one - other),
    );
  }
  return busy.get(tensor);
}
