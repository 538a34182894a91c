// Level 3: one pair of words, among the others that the query looks at: compare, scale, hide, share, weigh, add up. Each
// word has its row, as in the head; those that don't fit share the last row.

import { KINDS, rowNames } from "../../../widgets/focus.js";
import { box, flat, lengthOf, ribbon, token, vector, words } from "../../../widgets/marks/marks.js";
import { formatSigned, percent, short } from "../../../widgets/numbers.js";
import { limitOf } from "./head.js";
import { attention, queryKeyOf, rowOf, sidesOf } from "./numbers.js";

export const STEPS = ["Compare", "Scale", "Hide", "Share", "Weigh", "Add up"];
const HIDDEN = 3; // the step that hides
const FIRST_SEEN = {
  raw: 1,
  scores: 2,
  masked_scores: 3,
  weights: 4,
  share: 4,
  rest: 4,
  value: 5,
  gather: 6,
  context: 6,
};
const DEEPER = /^((step|does):[145]|scores|value|gather|context)/; // than a chapter's first glance
const HEAD = 8; // sizes of a letter above the rows: the steps, the query, and what the rows have
const COVER = { text: "hidden", joined: false, special: false };
const FAINT = 0.02; // of a weight, below which nothing is seen of the value
const FOOT = 5; // and below them on a phone, where the values add up
const WIDTHS = { wide: [0.26, 0.1, 0.1, 0.2, 0.2, 0.14], narrow: [0.27, 0.16, 0.14, 0.22, 0.21] };
const AT_LOOK = [0.42, 0, 0.2, 0.38];

// A score beside others: all with as many decimals.
const inColumn = (value, isNarrow) => (Math.abs(value) < 1e4 ? formatSigned(value, isNarrow ? 1 : 2) : short(value));

// The strongest keys, as many as have room, in their order; and what the others get together.
function keysShown(weights, chosen, most) {
  const order = [...weights.keys()].sort((one, other) => weights[other] - weights[one]);
  const kept = order.length <= most ? order : order.slice(0, most - 1);
  if (!kept.includes(chosen)) kept[kept.length - 1] = chosen;
  const rest = order.filter((each) => !kept.includes(each));
  return {
    keys: kept.sort((one, other) => one - other),
    rest: { count: rest.length, weight: rest.reduce((total, each) => total + weights[each], 0) },
  };
}

/** @param {FlightShown} shown @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function pair(shown) {
  const table = layOut(shown);
  const marks = [
    ...headings(table),
    ...question(table),
    ...table.rows.flatMap((row) => [
      answering(table, row),
      ...compared(table, row),
      ...scaledAndHidden(table, row),
      ...shared(table, row),
      ...weighed(table, row),
    ]),
    ...others(table),
    ...addedUp(table),
  ];
  const { until = STEPS.length, isLook } = shown;
  if (isLook) return marks.filter(({ key }) => !DEEPER.test(key));
  return until < STEPS.length ? marks.filter((mark) => !(stepOf(mark) > until)).map(closed) : marks;
}

// What a mark is seen from, while one guesses step by step.
const stepOf = ({ key }) => FIRST_SEEN[key.split(":")[0]];

// What opens nothing and says nothing yet.
const closed = (mark) =>
  stepOf(mark) || mark.key.startsWith("key:") ? { ...mark, to: undefined, say: undefined } : mark;

// A row for each key, a column for each step.
function layOut(shown) {
  const { place } = shown;
  const room = flat(shown.room);
  const { size } = room;
  const { isLook } = shown;
  const isNarrow = shown.room.upright;
  const name = attention(shown);
  const high = room.across - (HEAD + (isNarrow && !isLook ? FOOT : 0)) * size;
  const weights = rowOf(shown, `${name}.weights`, place.head, place.query);
  const { keys: kept, rest } = keysShown(weights, place.key, Math.floor(high / (1.7 * size)));
  const pitch = (high - 0.6 * size) / (kept.length + (rest.count ? 1 : 0));
  const left = (isNarrow ? 4.6 : 7) * size;
  const total = room.along - left - size;
  const shares = isLook ? AT_LOOK : WIDTHS[isNarrow ? "narrow" : "wide"];
  const edges = shares.map((_, at) => left + total * shares.slice(0, at).reduce((sum, each) => sum + each, 0));
  const across = (at) => HEAD * size + (at + 0.5) * pitch;
  const gap = (isNarrow ? 0.3 : 0.5) * size;
  return {
    ...{ shown, place, room, size, isNarrow, name, rest, pitch, across },
    left: left - 0.3 * size, // where the words end
    column: (at) => [edges[at] + gap, edges[at] + shares[at] * total - gap],
    half: Math.min(0.38 * pitch, 2 * size),
    beside: isNarrow ? 0 : 5.6 * size, // a strip, for its number, which on a phone is below it
    rows: kept.map((index, at) => ({ ...readRow(shown, name, index), across: across(at) })),
  };
}

// A key's numbers on their way to a weight.
function readRow(shown, name, index) {
  const { place, until = STEPS.length } = shown;
  const number = (step) => rowOf(shown, `${name}.${step}`, place.head, place.query)[index];
  const [raw, score, masked, weight] = ["raw_scores", "scores", "masked_scores", "weights"].map(number);
  const isHidden = masked === -Infinity;
  return {
    ...{ index, raw, score, masked, weight, isHidden, isOn: index === place.key },
    text: sidesOf(shown, place.kind).keys[index].text,
    grey: isHidden && until >= HIDDEN ? " masked" : "",
  };
}

const middleOf = ([from, to]) => (from + to) / 2;

// The steps, each with what it does; on a phone the last one is below the others.
function headings({ shown, room, size, isNarrow, place, rows, pitch, left, column }) {
  const { across } = rows.find(({ isOn }) => isOn);
  const own = { look: "step", size: (isNarrow ? 1 : 1.5) * size };
  const hides = place.kind !== "decoder" ? "none" : isNarrow && !shown.isLook ? "later" : "later words";
  const does = [`÷ √${shown.facts.sizes.d_k}`, hides, "of 100%", "× value"];
  const above = STEPS.slice(0, isNarrow ? -1 : undefined);
  const marks = [
    box(room, "ground", [0, across - pitch / 2, room.along, across + pitch / 2], {
      look: `ground head-${place.head % 8}`,
    }),
    ...above.map((step, at) => words(room, `step:${at}`, middleOf(column(at)), 1.1 * size, step, own)),
    ...does.map((each, at) =>
      words(room, `does:${at + 1}`, middleOf(column(at + 1)), 2.7 * size, each, { look: "minor" }),
    ),
  ];
  if (isNarrow) marks.push(words(room, "step:5", left, room.across - 2 * size, STEPS[5], { ...own, anchor: "end" }));
  return marks;
}

// The word that asks, with its query, and what is below it in each row.
function question({ shown, place, room, size, isNarrow, name, left, column, beside }) {
  const [from, to] = column(0);
  const chip = sidesOf(shown, place.kind).queries[place.query];
  const query = rowOf(shown, `${name}.query`, place.head, place.query);
  const { d_k } = shown.facts.sizes;
  const title = (kind, along, across, text) =>
    words(room, `title:${kind}`, along, across * size, text, {
      look: `title ${kind}`,
      anchor: along === from ? "start" : "end",
    });
  const key = `key: ${d_k} numbers`;
  const sum = shown.isLook ? `score: sum of products ÷ √${d_k}` : "sum of products";
  const isBeside = !isNarrow && lengthOf(key + sum, size) + size < to - from;
  return [
    title("query", from, 2.7, `query: ${d_k} numbers`),
    title("key", from, 6.6, key),
    title("minor", to, isNarrow ? 7.7 : 6.6, isBeside ? sum : sum.split(/\W/)[0]),
    token(room, queryKeyOf(place.kind, place.query), left, 4.6 * size, chip, {
      anchor: "end",
      look: `${rowNames(place.kind)} here`,
    }),
    vector(room, `query:${place.query}`, [from, 3.4 * size, to - beside, 5.8 * size], query, {
      look: "query here",
      limit: limitOf(shown, `${name}.query`, place.head),
    }),
  ];
}

// The word that a row is about; it can be chosen.
function answering({ shown, place, room, size, pitch, left }, { index, text, isOn, grey, across }) {
  const { columns } = KINDS[place.kind];
  return token(room, `${columns}:${index}`, left, across, sidesOf(shown, place.kind).keys[index], {
    high: Math.min(1.6, (0.88 * pitch) / size),
    anchor: "end",
    look: `${columns}${isOn ? " here" : ""}${grey}`,
    to: isOn ? undefined : { ...place, key: index },
    say: `“${text}”: choose it`,
  });
}

// The query against a key: their dot product opens.
function compared(table, { index, text, raw, score, isOn, grey, across }) {
  const { shown, place, room, isNarrow, name, half, column, beside } = table;
  const [from, to] = column(0);
  const lead = {
    to: { ...place, key: index, level: 4 },
    say: `The dot product with “${text}”, ${short(raw, 4)}: open`,
  };
  return [
    vector(
      room,
      `key:${index}`,
      [from, across - half, to - beside, across + (isNarrow ? 0.2 : 1) * half],
      rowOf(shown, `${name}.key`, place.head, index),
      {
        look: `key${isOn ? " here chosen" : ""}${grey}`,
        limit: limitOf(shown, `${name}.key`, place.head),
        ...lead,
      },
    ),
    words(
      room,
      `raw:${index}`,
      to,
      across + (isNarrow ? 0.65 * half : 0),
      inColumn(shown.isLook ? score : raw, isNarrow),
      {
        anchor: "end",
        look: `number${isOn ? " on" : ""}${grey}`,
        size: sizeOf(table, isOn, 1.35),
        ...lead,
      },
    ),
  ];
}

// The chosen row is written larger, where there is room.
const sizeOf = ({ size, isNarrow }, isOn, larger) => (isOn && !isNarrow ? larger : 1) * size;

// A number of a row that opens.
function number({ place, room }, { index, text, isOn, grey, across }, what, along, value, more) {
  return words(room, `${what}:${index}`, along, across, value, {
    look: `number${isOn ? " on" : ""}${grey}`,
    to: { ...place, key: index, level: 5, what },
    say: `${what.replace("_", " ")} of “${text}”: ${value}`,
    ...more,
  });
}

function scaledAndHidden(table, row) {
  const { isNarrow, column, room } = table;
  const { isLook } = table.shown;
  const own = { size: sizeOf(table, row.isOn, 1.35) };
  const seen = isNarrow || isLook ? "seen" : inColumn(row.masked);
  const along = middleOf(column(2));
  return [
    number(table, row, "scores", middleOf(column(1)), inColumn(row.score, isNarrow), own),
    row.isHidden && isLook
      ? token(room, `cover:${row.index}`, along, row.across, COVER, { look: "cover" })
      : number(table, row, "masked_scores", along, row.isHidden ? "−∞" : seen, own),
  ];
}

// The weight, as a bar and as a number beside it, or, on a phone, on it.
function shared(table, row) {
  const { room, size, isNarrow, place, half, column } = table;
  const { index, weight, isOn, isHidden, across } = row;
  const [from, to] = column(3);
  const end = from + Math.max(1.5, (to - from - (isNarrow ? 0 : 3.4 * size)) * weight);
  const text = isHidden ? "0" : percent(weight).replace("under ", "<").replace("over ", ">");
  const own = { anchor: "start", size: sizeOf(table, isOn, 1.2) };
  return [
    box(room, `share:${index}`, [from, across - 0.5 * half, end, across + 0.5 * half], {
      look: `share head-${place.head % 8}${isOn ? " chosen" : ""}`,
    }),
    number(table, row, "weights", isNarrow ? from + 4 : end + 5, text, own),
  ];
}

// A value, as tall as its weight leaves it.
function weighed({ shown, place, room, name, half, column }, { index, weight, isOn, isHidden, across }) {
  if (isHidden || (weight < FAINT && !isOn)) return []; // nothing would be seen
  const [from, to] = column(4);
  const limit = limitOf(shown, `${name}.value`, place.head) / Math.max(FAINT, weight);
  const value = rowOf(shown, `${name}.value`, place.head, index);
  const edges = [from, across - half, to, across + half];
  return [vector(room, `value:${index}`, edges, value, { look: `value${isOn ? " here" : ""}`, limit })];
}

// The keys that have no room, in one row.
function others({ room, rest: { count, weight }, rows, across, column }) {
  const text = `and ${count} more words: ${percent(weight)}`;
  const own = { anchor: "start", look: "minor" };
  return count ? [words(room, "rest", column(3)[0], across(rows.length), text, own)] : [];
}

// All shares of the values together: what the head gives to the query's word.
function addedUp(table) {
  const { shown, place, room, size, isNarrow, name, left: begin } = table;
  const context = rowOf(shown, `${name}.context`, place.head, place.query);
  const own = {
    look: "value here",
    limit: limitOf(shown, `${name}.value`, place.head),
    across: !isNarrow,
    to: { ...place, level: 5, what: "context", index: 0 },
    say: "What this head gives to the word: open its first number",
  };
  const sum = (edges) => vector(room, "context", edges, context, own);
  if (isNarrow) return [sum([begin + size, room.across - 3.8 * size, room.along - size, room.across - 0.2 * size])];
  const [from, to] = table.column(5);
  const [first, last] = [table.rows[0].across, table.rows.at(-1).across];
  const [middle, high] = [(first + last) / 2, Math.min(last - first, 22 * size) / 2];
  const left = from + 1.2 * size;
  const gather = table.rows.flatMap(({ weight, across }, at) => {
    const end = middle + ((at + 0.5) / table.rows.length - 0.5) * 2 * high;
    const edges = [table.column(4)[1] + 2, across, left - 4, end];
    const look = `head-${place.head % 8} near`;
    return weight < FAINT ? [] : [ribbon(room, `gather:${at}`, edges, weight * size, { look })];
  });
  return [...gather, sum([left, middle - high, to, middle + high])];
}
