// Level 1: one layer. What its heads carry from word to word, each head in its colour, is added to the words' vectors;
// then the feed-forward network works on each word alone.

import { KINDS, rowNames } from "../../../widgets/focus.js";
import { box, boxed, line, ribbon, token, vector, vectors, words } from "../../../widgets/marks/marks.js";
import { percent } from "../../../widgets/numbers.js";
import { highest } from "../../../widgets/vectors.js";
import { attention, has, kept, queryKeyOf, rowOf, sidesOf, streamName, weightsOf } from "./numbers.js";
import { cellsOf, stationOf, stations } from "./whole.js";

const MOST = 420; // ribbons that are drawn: the strongest
const LEAST = 0.03;
const LANE = 1.6; // pixels of a row that a head has for itself, at least
const FEWEST = 4; // heads that are never grouped
const SHARE = 0.62; // of a row's height, for the ribbons of all heads together
const NEURONS = 48; // of the feed-forward network that are shown, at most

const each = (count, make) => Array.from({ length: count }, (_, index) => make(index));

// Where a layer's parts are along the picture, and its rows. A chapter may have the weights alone, without the sum; the
// feed-forward network of a decoder comes after its other attention.
export function layerPlaces(shown) {
  const { room, place } = shown;
  const { queries, keys } = sidesOf(shown, place.kind);
  const { bar, head, pitch, high, row, ...whole } = stations(shown, Math.max(queries.length, keys.length));
  const from = whole.encoder[0];
  const to = room.along - (room.upright ? 6 : 8) * room.size;
  const part = (share) => from + share * (to - from);
  const hasSum = has(shown, `${attention(shown)}.residual`);
  const hasFeed = hasSum && place.kind !== "decoder";
  const last = { encoder: 0.52, decoder: 0.82, cross: 0.47 }[place.kind];
  const [begin, end] = (hasSum ? [0.05, last] : [0, 1]).map(part);
  const isCross = place.kind === "cross"; // whose queries are other words than its keys: they come in at its end
  const enters = isCross ? part(last + 0.03) : from;
  const added = isCross ? part(0.57) : part(last + 0.06);
  return { bar, head, pitch, high, row, from, to, part, begin, end, enters, added, isCross, hasSum, hasFeed };
}

/** @param {FlightShown} shown @param {string | null} hover @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function layer(shown, hover) {
  const place = { ...shown.place, way: /** @type {const} */ ("attention"), what: "", index: 0 };
  const here = { ...shown, place };
  const at = layerPlaces(here);
  const chosen = pointedPair(here, hover);
  const toHead = (query) => ({
    to: { ...place, level: 2, query, key: strongestKey(here, query) },
    say: `“${sidesOf(here, place.kind).queries[query].text}”: what head ${place.head + 1} looks at`,
  });
  return [
    ...heads(here, at, hover),
    ...norms(here, at),
    ...flows(here, at, chosen, hover),
    ...(at.hasSum ? streams(here, at) : []),
    ...keyWords(here, at, chosen),
    ...queryWords(here, at, chosen, toHead),
  ];
}

// The pair that is pointed at, or chosen.
/** @param {FlightShown} shown @param {string | null} hover */
export function pointedPair({ place, isMean }, hover) {
  const [, head, query, key] = /^ribbon:(\d+)\.(\d+)\.(\d+)$/.exec(hover ?? "") ?? [];
  if (head === undefined) return isMean ? { ...place, head: -1 } : place;
  return { head: Number(head), query: Number(query), key: Number(key) };
}

// What the chosen head looks at most.
export const strongestKey = (shown, query) => {
  const { kind, layer: at, head } = shown.place;
  return highest(weightsOf(shown, kind, at, head, query));
};

// The words that are looked at, at the beginning of the picture.
export function keyWords(shown, at, chosen) {
  const { kind } = shown.place;
  const { columns } = KINDS[kind];
  return sidesOf(shown, kind).keys.map((chip, index) =>
    token(shown.room, `${columns}:${index}`, at.from - at.bar, at.row(columns, index), chip, {
      anchor: "end",
      high: at.high,
      look: `${columns}${chosen.key === index ? " here" : ""}`,
    }),
  );
}

// The words that look, at its end, and where each leads.
export function queryWords(shown, at, chosen, leadOf) {
  const { kind } = shown.place;
  return sidesOf(shown, kind).queries.map((chip, index) =>
    token(shown.room, queryKeyOf(kind, index), at.to + at.bar, at.row(KINDS[kind].rows, index), chip, {
      anchor: "start",
      high: at.high,
      look: `${rowNames(kind)}${chosen.query === index ? " here" : ""}`,
      ...leadOf(index),
    }),
  );
}

// The norms, each before or after what it steadies.
function norms({ room, place, facts }, at) {
  const isPre = facts.norm === "pre";
  const between = at.added + 0.06 * (at.to - at.from);
  const before = at.isCross ? at.part(0.482) : at.part(0.03);
  const { attention: sub } = KINDS[place.kind];
  const all = [
    at.hasSum && { along: isPre ? before : between, what: sub, named: "attention" },
    at.hasFeed && { along: isPre ? between : at.part(0.97), what: "feed_forward", named: "the feed-forward network" },
  ];
  return all.filter(Boolean).flatMap(({ along, what, named }) => {
    const key = `norm:${what}`;
    const bar = box(room, key, [along - 3, at.head, along + 3, room.across], {
      look: "norm",
      to: { ...place, level: 2, way: "norm", what },
      say: `The norm ${isPre ? "before" : "after"} ${named}: open`,
    });
    if (room.upright) return [bar];
    return [bar, words(room, `${key}:name`, along, at.head - 0.8 * room.size, "norm", { look: "minor" })];
  });
}

// The words' vectors, to which attention, and then the network, add what they found.
function streams(shown, at) {
  const { room, place, facts } = shown;
  const { rows, stack } = KINDS[place.kind];
  const left = place.layer + 1;
  const title = { look: "title decoder" };
  const back = `${stack}.${place.layer}.self_attention.${facts.norm === "pre" ? "residual" : "norm"}`;
  return [
    ...(at.isCross ? [column(shown, at, "enters", at.enters, back)] : []),
    column(shown, at, "added", at.added, `${attention(shown)}.residual`),
    ...(at.hasFeed ? [column(shown, at, `vectors:${stack}.${left}`, at.to - at.bar, streamName(stack, left))] : []),
    ...sidesOf(shown, place.kind).queries.flatMap((_, index) => {
      const across = at.row(rows, index);
      return [
        line(room, `stream:${stack}:${index}`, [at.enters, across, at.to, across], "stream"),
        plus(room, `plus:${index}`, at.isCross ? at.part(0.535) : at.end + at.bar, across),
        ...(at.hasFeed ? [neurons(shown, at, index), plus(room, `plus2:${index}`, at.part(0.955), across)] : []),
      ];
    }),
    ...(at.hasFeed && !room.upright
      ? [words(room, "feed:name", at.part(0.79), at.head - 0.8 * room.size, "feed-forward", title)]
      : []),
  ];
}

const plus = (room, key, along, across) =>
  words(room, key, along, across, "⊕", { look: "plus", size: 1.3 * room.size });

// The vectors of all words at one place along the picture.
function column(shown, at, key, along, name) {
  const { stack, rows: side } = KINDS[shown.place.kind];
  const rows = shown.facts[side].map((_, row) => row);
  const edges = rows.map((row) => stationOf(at, shown.room, along, at.row(side, row)));
  const own = cellsOf(
    shown,
    rows.map((row) => [name, row]),
    shown.cells[stack],
  );
  return vectors(shown.room, key, edges, own, { look: "stream-vector" });
}

// The heads that are drawn as one: each its own, or, where not all have room, several next to one another, except those
// next to the chosen one.
/** @param {number} count @param {number} most  that have room @param {number} chosen @returns {number[][]} */
function groupsOf(count, most, chosen) {
  const size = count > most ? Math.ceil(Math.sqrt(count)) : 1;
  return each(Math.ceil(count / size), (at) => {
    const own = each(Math.min(size, count - at * size), (member) => at * size + member);
    return own.includes(chosen) ? own.map((head) => [head]) : [own];
  }).flat();
}

const headsNamed = (own) => (own.length > 1 ? `Heads ${own[0] + 1} to ${own.at(-1) + 1}` : `Head ${own[0] + 1}`);

const groupsShown = ({ place, room, facts }, at) => {
  const most = Math.min((at.end - at.begin) / (2.2 * room.size), (SHARE * at.pitch) / LANE);
  return groupsOf(facts.sizes.heads, Math.max(FEWEST, Math.floor(most)), place.head);
};

function heads(shown, at, hover) {
  const { place, room } = shown;
  const groups = groupsShown(shown, at);
  const step = Math.min(2.6 * room.size, (at.end - at.begin - 2 * room.size) / groups.length);
  const first = (at.begin + at.end - (groups.length - 1) * step) / 2;
  const zoom = boxed(room, [at.begin, 0, at.end, room.across]);
  const shownHead = Number(/^(?:head|ribbon):(\d+)/.exec(hover ?? "")?.[1] ?? (shown.isMean ? -1 : place.head));
  const beside = { look: "minor", anchor: room.upright ? "middle" : "end" };
  const title = words(room, "heads", first - 1.5 * room.size, at.head - 1.1 * room.size, "head", beside);
  const chips = groups.map((own, index) => {
    const [head] = own;
    const key = `head:${head}`;
    const isGroup = own.length > 1;
    const chip = { text: `${head + 1}${isGroup ? "…" : ""}`, joined: false, special: false };
    const look = `head head-${head % 8}${head === shownHead ? " here" : ""}`;
    const to = { ...place, level: isGroup ? 1 : 2, head };
    const say = `${headsNamed(own)}: open`;
    const made = token(room, key, first + index * step, at.head - 1.1 * room.size, chip, { look, zoom, to, say });
    return { ...made, g: [...made.g.slice(0, 5), 0] }; // upright on every screen
  });
  return [title, ...chips];
}

// The links that are drawn: the strongest, what is looked at on top.
export function drawLinks(links, least, { isOn, isNear }, draw) {
  const strong = links.filter((link) => link.weight >= least || isOn(link));
  const rank = (link) => 2 * Number(isOn(link)) + Number(isNear(link));
  return strong
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST)
    .sort((one, other) => rank(one) - rank(other))
    .map(draw);
}

// Ribbons of all heads, one below the other in a row, so that together they are as thick as the mean in the whole.
function flows(shown, at, chosen, hover) {
  const { place, room } = shown;
  const { rows, columns } = KINDS[place.kind];
  const { queries, keys } = sidesOf(shown, place.kind);
  const groups = groupsShown(shown, at);
  const lane = (SHARE * at.pitch) / groups.length;
  const links = groups.flatMap((own, index) =>
    queries.flatMap((_, query) => {
      const all = own.map((head) => weightsOf(shown, place.kind, place.layer, head, query));
      const by = (index - (groups.length - 1) / 2) * lane;
      return keys.map((_, key) => {
        const weights = all.map((each) => each[key]);
        const weight = weights.reduce((sum, each) => sum + each, 0) / own.length;
        return { own, head: own[0], query, key, by, weight, best: own[highest(weights)] };
      });
    }),
  );
  const hovered = /^head:(\d+)$/.exec(hover ?? "")?.[1];
  const zoom = boxed(room, [at.begin, 0, at.end, room.across]);
  const isOn = (link) => link.query === chosen.query && link.key === chosen.key && link.head === chosen.head;
  const isNear = (link) => (hovered === undefined ? link.query === chosen.query : link.head === Number(hovered));
  const drawn = drawLinks(links, LEAST, { isOn, isNear }, (link) => {
    const { own, head, query, key, by, weight, best } = link;
    const edges = [at.begin, at.row(columns, key) + by, at.end, at.row(rows, query) + by];
    const look = `head-${head % 8}${isOn(link) ? " chosen" : ""}${isNear(link) ? " near" : ""}`;
    const say = `${headsNamed(own)}: ${percent(weight)} of the weight of “${queries[query].text}” goes to “${keys[key].text}”`;
    const to = { ...place, level: own.length > 1 ? 1 : 2, head: best, query, key };
    const thick = Math.max(0.8, weight * lane);
    return ribbon(room, `ribbon:${head}.${query}.${key}`, edges, thick, { look, to, say, zoom });
  });
  const named = links.filter(isOn).map(({ own, head, key, by, weight }) => {
    const look = { look: `own head-${head % 8}`, anchor: room.upright ? "end" : "start" };
    const share = room.upright ? "" : `: ${percent(weight)}`; // beside other ribbons there is no room
    const across = at.row(columns, key) + by - 0.8 * room.size;
    return words(room, "heads:on", at.begin + room.size, across, `${headsNamed(own)}${share}`, look);
  });
  return [...drawn, ...named];
}

// The neurons of a word that are most active in this sentence.
function neurons(shown, at, index) {
  const { place, room } = shown;
  const { stack, rows: side } = KINDS[place.kind];
  const name = `${stack}.${place.layer}.feed_forward.hidden`;
  const values = rowOf(shown, name, index);
  const across = at.row(side, index);
  const half = Math.min(0.44 * at.pitch, 1.4 * room.size);
  const key = `feed:${index}`;
  const own = kept(values, "busiest", () => Float32Array.from(busiest(shown, name), (cell) => values[cell]));
  const to = { ...place, level: 2, way: "feed", query: index };
  const edges = [at.part(0.67), across - half, at.part(0.93), across + half];
  const { text } = sidesOf(shown, place.kind).queries[index];
  return vector(room, key, edges, own, {
    look: "feed",
    to,
    say: `The neurons of “${text}”: open`,
    limit: Math.max(1, ...own),
    floor: shown.facts.sizes.activation === "relu",
  });
}

function busiest(shown, name) {
  const tensor = shown.tensors[name];
  return kept(tensor, "busiest", () => {
    const [rows, width] = tensor.shape;
    const total = new Float32Array(width);
    for (let row = 0; row < rows; row += 1)
      rowOf(shown, name, row).forEach((value, at) => {
        total[at] = Math.max(total[at], Math.abs(value));
      });
    const order = [...total.keys()].sort((one, other) => total[other] - total[one]).slice(0, NEURONS);
    return order.sort((one, other) => one - other);
  });
}
