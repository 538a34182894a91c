// Level 0: the whole model at work. Words go in at the left, every layer changes their vectors, the decoder writes word
// after word at the right.

import {
  box,
  boxed,
  candidates,
  flat,
  lengthOf,
  line,
  ribbon,
  ribbons,
  token,
  vectors,
  widthOf,
  words,
} from "../../../widgets/marks/marks.js";
import { percent } from "../../../widgets/numbers.js";
import { highest } from "../../../widgets/vectors.js";
import { fetched } from "./ends.js";
import { kept, linkToAsk, rowOf, size, streamName, strongestLink, weightsOf } from "./numbers.js";
import { placeOf } from "./place.js";

const LEAST = 0.06; // of a weight that is drawn
const SHARE = 0.62; // of a row's height, for a weight of 1
const DECODER = 1.5; // a layer of the decoder is longer: it has two attentions
const GAP = 2.4; // layers between the stacks
const ROOMY = 75; // sizes of a letter along the picture, from which all that is said fits beside one another
const FEW = 3; // candidates on a phone
const THINNEST = 3; // pixels of the ribbon that is asked about
const LINE = 1.2; // sizes of a letter, from line to line

const isRoomy = ({ along, size }) => along >= ROOMY * size;
const each = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** @param {FlightShown} shown @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function whole(shown) {
  const { facts, room } = shown;
  const { layers } = facts.sizes;
  const at = stations(shown);
  if (shown.isReading && !shown.step && shown.layer === undefined) return fetched(shown, at);
  const now = nowOf(shown);
  const marks = [...titles(shown, at), ...bands(shown, at)];
  for (const [stack, side] of /** @type {const} */ ([
    ["encoder", "source"],
    ["decoder", "target"],
  ])) {
    const rows = facts[side].length;
    for (const row of each(rows, (token) => token)) {
      const across = at.row(side, row);
      marks.push(
        line(room, `stream:${stack}:${row}`, [at[stack][0], across, at[stack].at(-1), across], `stream ${stack}`),
      );
    }
    for (const layer of each(layers[stack], (index) => index))
      for (const row of each(rows, (token) => token)) marks.push(inStack(shown, at, now, stack, side, layer, row));
    marks.push(...vectorsOf(shown, at, now, stack, side));
  }
  marks.push(...across(shown, at, now), ...asked(shown, at, now), ...chips(shown, at, now));
  return marks.filter(Boolean);
}

// What is read, what is written, and the row that is looked at.
/** @param {FlightShown} shown */
function nowOf({ facts, step, row, source }) {
  const reading = Math.min(step, facts.sizes.layers.encoder);
  const writing = step - facts.sizes.layers.encoder - 1;
  return { reading, writing, row: row ?? writing, source };
}

// How a row of the decoder looks that is not played yet, or was written after the one that is looked at.
const lookOf = (now, row) => (row > now.writing ? " ahead" : row > now.row ? " later" : "");

/** @param {FlightShown} shown @param {number} [rows]  that lie across it */
export function stations({ facts, room, isReading }, rows = Math.max(facts.source.length, facts.target.length)) {
  const { layers } = facts.sizes;
  const longest = (side) => Math.max(...facts[side].map(({ text }) => widthOf(text.slice(0, 12), room.size)));
  const [reads, feeds, writes] = ["source", "target", "output"].map(longest);
  const bar = room.size * 0.8;
  const ends = (room.upright ? 8.5 : isRoomy(room) ? 14 : 12) * room.size;
  const told = room.upright ? 1.4 * room.size : 0; // what stripes and ribbons are
  // While only the encoder is spoken of, all room is its own: the decoder lies beyond the edge.
  const beside = isReading ? 0 : feeds + writes + ends + 1.5 * bar;
  const units = layers.encoder + (isReading ? 0 : DECODER * layers.decoder + GAP);
  const step = (room.along - told - reads - 2.5 * bar - beside) / units;
  const begin = told + reads + 1.5 * bar;
  const encoder = each(layers.encoder + 1, (layer) => begin + layer * step);
  const from = encoder.at(-1) + GAP * step + feeds + bar;
  const decoder = each(layers.decoder + 1, (layer) => from + layer * DECODER * step);
  const head = (room.upright ? 2.4 : 3.6) * room.size;
  const pitch = (room.across - head - 0.4 * room.size) / rows;
  const out = decoder.at(-1) + 1.2 * bar;
  return {
    high: Math.min(1.6, (0.88 * pitch) / room.size), // of a word's box, in sizes of its letters
    ...{ encoder, decoder, bar, feeds, pitch, head, out, ends: out + writes + room.size },
    row: (side, token) => head + ((rows - facts[side].length) / 2 + token + 0.5) * pitch,
  };
}

// What the stacks do, and what the stripes are, at the first of them.
/** @param {FlightShown} shown @param {any} at */
function titles({ room, facts }, { encoder, decoder, head, bar }) {
  const { size, upright } = room;
  const middle = (all) => (all[0] + all.at(-1)) / 2;
  const across = head - (upright ? 1.9 : 2.5) * size;
  const title = (name, along, text) =>
    words(room, `title:${name}`, along, across, text, { look: `title ${name}`, turned: upright });
  const fed = { look: "minor", turned: upright };
  const looks = upright ? "looks back" : `${facts.language.name} looks at ${facts.reads}`;
  const stacks = [
    title("encoder", middle(encoder), "Encoder reads"),
    title("cross", (encoder.at(-1) + decoder[0] - bar) / 2, looks),
    title("decoder", middle(decoder), "Decoder writes"),
    words(room, "label:fed", decoder[0] - bar - 3.2 * size, head - 0.65 * size, "written so far", fed),
  ];
  const stripes = (along, place) =>
    words(room, "label:stripes", along, place, upright ? "stripes: numbers" : "a word’s numbers", {
      look: "label",
      anchor: "start",
    });
  if (upright) return [...stacks, stripes(0.6 * size, 0.2 * size)];
  if (!isRoomy(room)) return stacks;
  return [
    ...stacks,
    line(room, "label:leader", [encoder[0], across + 0.7 * size, encoder[0], head], "leader"),
    stripes(0, across),
  ];
}

// The layers, which open: of the decoder, each attention on its own.
function bands(shown, { encoder, decoder, bar, head }) {
  const { facts, room } = shown;
  const band = (kind, layer, from, to, name) => {
    const say = `${name}: open`;
    const place = placeOf({ level: 1, way: "attention", kind, layer, ...strongestLink(shown, kind, layer) });
    return box(room, `band:${kind}.${layer}`, [from, head - 1.4 * room.size, to, room.across], {
      look: `band ${kind}`,
      to: place,
      say,
    });
  };
  const number = (stack, layer, along) =>
    words(room, `number:${stack}.${layer}`, along, head - 0.65 * room.size, layer + 1, { look: `number ${stack}` });
  return [
    ...each(facts.sizes.layers.encoder, (layer) => {
      const [from, to] = [encoder[layer] + bar, encoder[layer + 1] - bar];
      const own = band("encoder", layer, from, to, `Encoder layer ${layer + 1}`);
      return [own, number("encoder", layer, (from + to) / 2)];
    }).flat(),
    ...each(facts.sizes.layers.decoder, (layer) => {
      const [from, to] = [decoder[layer] + bar, decoder[layer + 1] - bar];
      const middle = (from + to) / 2;
      return [
        band("decoder", layer, from, middle - 2, `Decoder layer ${layer + 1}, looking back`),
        band("cross", layer, middle + 2, to, `Decoder layer ${layer + 1}, looking at the ${facts.reads}`),
        number("decoder", layer, middle),
      ];
    }).flat(),
  ];
}

// A row's ribbons within its own stack.
function inStack(shown, at, now, stack, side, layer, row) {
  const { room, facts } = shown;
  const middle = (at[stack][layer] + at[stack][layer + 1]) / 2;
  const from = at[stack][layer] + at.bar / 2;
  const to = stack === "decoder" ? middle : at[stack][layer + 1] - at.bar / 2;
  const all = ribbonsTo(at, weightsOf(shown, stack, layer, null, row), [side, from], [to, at.row(side, row)]);
  const isAhead = stack === "encoder" ? layer >= now.reading : row !== now.row;
  const isNear = now.source === row && stack === "encoder" && (shown.layer ?? layer) === layer;
  const isBusy = stack === "encoder" && layer === now.reading - 1 && now.writing < 0 && now.source === null;
  const isRest = stack === "encoder" && facts.sizes.layers.encoder < shown.step;
  const look = `${stack}${isAhead ? " ahead" : ""}${isNear || isBusy ? " near" : isRest ? " rest" : ""}`;
  return all.length > 0 && ribbons(room, `flow:${stack}.${layer}.${row}`, all, { look });
}

function ribbonsTo(at, weights, [side, from], [to, across]) {
  const all = [];
  for (let key = 0; key < weights.length; key += 1)
    if (weights[key] >= LEAST)
      all.push({ edges: [from, at.row(side, key), to, across], thick: weights[key] * SHARE * at.pitch });
  return all;
}

// Cross-attention: the row that is looked at in all layers, the others faintly in the layer that aligns best.
function across(shown, at, now) {
  const { facts, room } = shown;
  const from = at.encoder.at(-1) + at.bar / 2;
  return each(facts.sizes.layers.decoder, (layer) =>
    each(facts.output.length, (row) => {
      const isBest = layer === facts.alignedLayer;
      if (row !== now.row && !isBest) return false;
      const to = at.decoder[layer + 1] - at.bar;
      const zoom = boxed(room, [from, 0, to, room.across]);
      const all = ribbonsTo(
        at,
        weightsOf(shown, "cross", layer, null, row),
        ["source", from],
        [to, at.row("target", row)],
      );
      const key = `flow:cross.${layer}.${row}`;
      const place = placeOf({
        level: 1,
        way: "attention",
        kind: "cross",
        layer,
        query: row,
        key: highest(weightsOf(shown, "cross", layer, null, row)),
      });
      const look = `cross${lookOf(now, row)}${row === now.row ? " near" : ""}`;
      const say = `What “${facts.output[row].text}” looks at in decoder layer ${layer + 1}: open`;
      return all.length > 0 && ribbons(room, key, all, { look, to: row > now.writing ? undefined : place, say, zoom });
    }),
  ).flat();
}

// The encoder's vectors layer by layer, the decoder's word by word: as they come to be seen.
function vectorsOf(shown, at, now, stack, side) {
  const { facts, room, cells } = shown;
  const rows = each(facts[side].length, (row) => row);
  const layers = each(facts.sizes.layers[stack] + 1, (layer) => layer);
  const isEncoder = stack === "encoder";
  return (isEncoder ? layers : rows).map((own) => {
    const all = (isEncoder ? rows : layers).map((other) => (isEncoder ? [own, other] : [other, own]));
    const edges = all.map(([layer, row]) => stationOf(at, room, at[stack][layer], at.row(side, row)));
    const names = all.map(([layer, row]) => /** @type {[string, number]} */ ([streamName(stack, layer), row]));
    const look = `stream-vector ${stack}${isEncoder ? (own > now.reading ? " ahead" : "") : lookOf(now, own)}`;
    return vectors(room, `vectors:${stack}.${own}`, edges, cellsOf(shown, names, cells[stack]), { look });
  });
}

// Where a small vector lies, with its middle at a place.
export function stationOf(at, room, along, across) {
  const half = Math.min(0.42 * at.pitch, 1.1 * room.size);
  return [along - at.bar / 2, across - half, along + at.bar / 2, across + half];
}

/** @param {FlightShown} shown @param {[string, number][]} rows  activations and their rows @param {number[]} cells */
export function cellsOf(shown, rows, cells) {
  const [[name, first]] = rows;
  return kept(shown.tensors[name], `${first} ${rows.length} ${rows[rows.length - 1][0]}`, () => {
    const all = rows.map(([each, row]) => rowOf(shown, each, row));
    const values = Float32Array.from(all.flatMap((each) => cells.map((cell) => each[cell])));
    return { values, limits: all.map((each) => 1.6 * size(each)) };
  });
}

function chips({ facts, room }, at, now) {
  const chip = (side, index, along, names, to, say) =>
    token(room, `${side}:${index}`, along, at.row(side === "source" ? side : "target", index), facts[side][index], {
      anchor: side === "output" ? "start" : "end",
      look: `${side}${names}`,
      to: placeOf({ level: 2, query: index, ...to }),
      high: at.high,
      say: `“${facts[side][index].text}”${say}`,
    });
  const here = (isHere) => (isHere ? " here" : "");
  return [
    ...each(facts.source.length, (index) => {
      const to = { way: "embed", kind: "encoder" };
      return chip("source", index, at.encoder[0] - at.bar, here(now.source === index), to, ": see its vector");
    }),
    ...each(facts.target.length, (index) => {
      const to = { way: "embed", kind: "decoder" };
      return chip("target", index, at.decoder[0] - at.bar, lookOf(now, index), to, ", read back: see its vector");
    }),
    ...each(facts.output.length, (index) => {
      const to = { way: "next", kind: "cross" };
      const names = `${lookOf(now, index)}${here(index === now.row)}`;
      return chip("output", index, at.out, names, to, ": see how it was chosen");
    }),
  ];
}

// What else it might have written, and, once all is written, the link to ask about.
function asked(shown, at, now) {
  const { facts, room, isAsking } = shown;
  const most = facts.candidates[now.row];
  if (!most) return [];
  const found = room.upright ? most.slice(0, Math.max(FEW, 1 + most.findIndex((each) => each.taken))) : most;
  const step = 1.5 * room.size;
  const taken = at.row("target", now.row) - found.findIndex((each) => each.taken) * step; // beside the piece itself
  const top = Math.max(at.head, Math.min(room.across - (found.length + 1) * step, taken));
  const corner = room.upright
    ? [room.width / 2 - 6 * room.size, at.ends + 2.4 * room.size, 12 * room.size]
    : [at.ends, top, room.along - at.ends];
  const [x, y, width] = corner;
  const bars = [
    words(flat(room), "title:next", x + width / 2, y - step, "likely next", { look: "title next" }),
    ...candidates(room, "next", [x, y, width], found, {
      to: (index) => placeOf({ level: 4, way: "next", kind: "cross", query: now.row, index }),
      count: facts.sizes.V,
    }),
  ];
  return isAsking ? [...bars, ...askedLink(shown, at)] : bars;
}

// The one head's ribbon that is asked about, and what is said of it.
function askedLink(shown, at) {
  const { facts, room } = shown;
  const { query, key, head, layer } = linkToAsk(shown);
  if (head === null) return [];
  const [from, to] = [at.encoder.at(-1) + at.bar / 2, at.decoder[layer + 1] - at.bar];
  const share = weightsOf(shown, "cross", layer, head, query)[key];
  const thick = Math.max(THINNEST, (share / facts.sizes.heads) * SHARE * at.pitch); // its part of the mean's
  const place = placeOf({ level: 1, way: "attention", kind: "cross", layer, head, query, key });
  const link = `link:cross.${layer}.${head}.${query}.${key}`;
  const [begins, ends] = [at.row("source", key), at.row("target", query)];
  const anchor = room.upright && begins > room.across / 2 ? "end" : "start";
  // Where the ribbon doesn't go; on a phone, towards the middle.
  const isLeft = room.upright ? begins < room.across / 2 : ends < begins;
  const along = from + (room.upright ? 1.2 : 0.5) * room.size;
  const across = begins + (isLeft ? 1 : -1) * (0.5 * thick + 0.7 * room.size);
  const told = headsTold(shown, { layer, head, query, key }, at.decoder[0] - at.bar - at.feeds - along);
  const [x, y] = room.at(along, across);
  const upper = room.upright || isLeft ? y : y - (told.length - 1) * LINE * room.size;
  return [
    ribbon(room, link, [from, begins, to, ends], thick, {
      ...{ look: `asked head-${head % 8}`, to: place, say: shown.question },
      zoom: boxed(room, [from, 0, to, room.across]),
    }),
    ...told.map((text, index) => {
      const look = index ? "takes minor" : `own head-${head % 8}`;
      return words(flat(room), `label:own${index}`, x, upper + index * LINE * room.size, text, { look, anchor });
    }),
  ];
}

// What one head looks at, and all the others, where they look most at one piece, as far as there is room.
function headsTold(shown, { layer, head, query, key }, free) {
  const { facts, room } = shown;
  const weights = each(facts.sizes.heads, (other) => weightsOf(shown, "cross", layer, other, query));
  const [other, ...more] = weights.filter((_, at) => at !== head).map(highest);
  const share = percent(weights[head][key]);
  const one = `one head: ${share}`;
  const on = (index) => ` on “${facts.source[index].text}”`;
  const others = `${more.length ? `${more.length + 1} others` : "the other"}: most`;
  const all = [one + on(key), ...(more.every((each) => each === other) ? [others + on(other)] : [])];
  const fits = (text) => room.upright || lengthOf(text, room.size) <= free;
  return all.every(fits) ? all : [fits(one) ? one : share];
}
