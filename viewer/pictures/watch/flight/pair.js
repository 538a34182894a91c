// Level 3: one pair of words, among the others that the query looks at: compare, scale, hide, share, weigh, add up. Each
// word has its row, as in the head; those that don't fit share the last row.

import { KINDS, rowNames } from "../../../widgets/focus.js";
import { box, flat, ribbon, token, vector, words } from "../../../widgets/marks/marks.js";
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
const FAINT = 0.02; // a value with a smaller weight is too faint to be seen
const WIDTHS = { wide: [0.26, 0.1, 0.1, 0.2, 0.2, 0.14], narrow: [0.34, 0.14, 0.08, 0.17, 0.15, 0.12] };

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

/** @param {FlightShown} shown @param {string | null} hover @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function pair(shown, hover) {
  const { place, until = STEPS.length } = shown;
  const room = flat(shown.room);
  const name = attention(shown);
  const { queries, keys } = sidesOf(shown, place.kind);
  const weights = rowOf(shown, `${name}.weights`, place.head, place.query);
  const isNarrow = shown.room.upright;
  const { size } = room;
  const left = isNarrow ? 4.6 * size : 7 * size;
  const head = 5.4 * size;
  const most = Math.floor((room.across - head) / (1.7 * size));
  const { keys: kept, rest } = keysShown(weights, place.key, most);
  const pitch = (room.across - head - 0.6 * size) / (kept.length + (rest.count ? 1 : 0));
  const shares = WIDTHS[isNarrow ? "narrow" : "wide"];
  const total = room.along - left - size;
  const edges = shares.map((_, at) => left + total * shares.slice(0, at).reduce((sum, each) => sum + each, 0));
  const column = (at) => [edges[at] + 0.5 * size, edges[at] + shares[at] * total - 0.5 * size];
  const middle = (at) => (column(at)[0] + column(at)[1]) / 2;
  const row = (at) => head + (at + 0.5) * pitch;
  const { columns } = KINDS[place.kind];
  const chosenAt = kept.indexOf(place.key);
  const ground = [0, row(chosenAt) - pitch / 2, room.along, row(chosenAt) + pitch / 2];
  const marks = [box(room, "ground", ground, { look: `ground head-${place.head % 8}` })];
  for (const [at, step] of STEPS.entries())
    marks.push(
      words(room, `step:${at}`, middle(at), 1.1 * size, isNarrow ? step.split(" ")[0] : step, {
        look: "step",
        size: (isNarrow ? 0.95 : 1.5) * size,
      }),
    );
  const side = rowNames(place.kind);
  const half = Math.min(0.38 * pitch, 2 * size);
  const beside = (isNarrow ? 3.8 : 5.6) * size; // a strip, for its number
  const query = rowOf(shown, `${name}.query`, place.head, place.query);
  const own = { look: "query here", limit: limitOf(shown, `${name}.query`, place.head) };
  marks.push(
    token(room, queryKeyOf(place.kind, place.query), left - 0.3 * size, 3.6 * size, queries[place.query], {
      anchor: "end",
      look: `${side} here`,
    }),
    vector(room, `query:${place.query}`, [column(0)[0], 2.3 * size, column(0)[1] - beside, 4.9 * size], query, own),
  );
  const number = (at, across, value, what, index, { grey = "", ...more }) => {
    const to = { ...place, key: index, level: 5, what };
    const say = `${what.replace("_", " ")} of “${keys[index].text}”: ${value}`;
    const over = hover === `${what}:${index}` ? " over" : "";
    const look = `number${index === place.key ? " on" : ""}${over}${grey}`;
    return words(room, `${what}:${index}`, middle(at), across, value, { ...more, to, say, look });
  };
  kept.forEach((index, at) => {
    const across = row(at);
    const isOn = index === place.key;
    const masked = rowOf(shown, `${name}.masked_scores`, place.head, place.query)[index];
    const isHidden = masked === -Infinity;
    const grey = isHidden && until >= HIDDEN ? " masked" : "";
    const look = `${columns}${isOn ? " here" : ""}${grey}`;
    const pick = { ...place, key: index };
    const chip = {
      high: Math.min(1.6, (0.88 * pitch) / size),
      anchor: "end",
      look,
      to: isOn ? undefined : pick,
      say: `“${keys[index].text}”: choose it`,
    };
    marks.push(token(room, `${columns}:${index}`, left - 0.3 * size, across, keys[index], chip));
    marks.push(...compared(shown, room, { column, across, half, beside, index, isOn, name, hover, grey }));
    const score = rowOf(shown, `${name}.scores`, place.head, place.query)[index];
    const big = { size: (isOn && !isNarrow ? 1.35 : 1) * size, grey };
    marks.push(number(1, across, inColumn(score, isNarrow), "scores", index, big));
    marks.push(number(2, across, isHidden ? "−∞" : isNarrow ? "seen" : inColumn(masked), "masked_scores", index, big));
    const [from, to] = column(3);
    const room3 = to - from - (isNarrow ? 0 : 3.4 * size); // on a phone the number stands on its bar
    const share = [from, across - 0.5 * half, from + Math.max(1.5, room3 * weights[index]), across + 0.5 * half];
    marks.push(box(room, `share:${index}`, share, { look: `share head-${place.head % 8}${isOn ? " chosen" : ""}` }));
    const text = isHidden ? "0" : percent(weights[index]).replace("under ", "<").replace("over ", ">");
    const told = { grey, anchor: "start", size: (isOn && !isNarrow ? 1.2 : 1) * size };
    const weight = number(3, across, text, "weights", index, told);
    marks.push({ ...weight, g: [isNarrow ? from + 4 : share[2] + 5, across, told.size] });
    if (isHidden) return;
    const value = rowOf(shown, `${name}.value`, place.head, index);
    const limit = limitOf(shown, `${name}.value`, place.head) / Math.max(0.02, weights[index]);
    const strip = [column(4)[0], across - half, column(4)[1], across + half];
    marks.push(vector(room, `value:${index}`, strip, value, { look: `value${isOn ? " here" : ""}`, limit }));
  });
  if (rest.count) {
    const across = row(kept.length);
    const text = `and ${rest.count} more words: ${percent(rest.weight)}`;
    marks.push(words(room, "rest", column(3)[0], across, text, { anchor: "start", look: "minor" }));
  }
  marks.push(...addedUp(shown, room, { column, row, kept, weights, name, hover, isNarrow }));
  return until < STEPS.length ? marks.filter((mark) => !(stepOf(mark) > until)).map(closed) : marks;
}

// The step from which a mark is seen, while one guesses step by step.
const stepOf = ({ key }) => FIRST_SEEN[key.split(":")[0]];

// While one guesses, the marks of the steps open nothing and say nothing.
const closed = (mark) =>
  FIRST_SEEN[mark.key.split(":")[0]] || mark.key.startsWith("key:") ? { ...mark, to: undefined, say: undefined } : mark;

// The query against a key: their dot product opens.
function compared(all, room, { column, across, half, beside, index, isOn, name, hover, grey }) {
  const { place, room: whole } = all;
  const key = rowOf(all, `${name}.key`, place.head, index);
  const raw = rowOf(all, `${name}.raw_scores`, place.head, place.query)[index];
  const [from, to] = column(0);
  const strip = [from, across - half, to - beside, across + half];
  const lead = { ...place, key: index, level: 4 };
  const say = `The dot product with “${sidesOf(all, place.kind).keys[index].text}”, ${short(raw, 4)}: open`;
  const over = hover === `key:${index}` || hover === `raw:${index}` ? " over" : "";
  const own = {
    look: `key${isOn ? " here chosen" : ""}${over}${grey}`,
    limit: limitOf(all, `${name}.key`, place.head),
    to: lead,
    say,
  };
  return [
    vector(room, `key:${index}`, strip, key, own),
    words(room, `raw:${index}`, to, across, inColumn(raw, whole.upright), {
      anchor: "end",
      look: `number${isOn ? " on" : ""}${over}${grey}`,
      to: lead,
      say,
      size: (isOn && !whole.upright ? 1.35 : 1) * room.size,
    }),
  ];
}

// All shares of the values together: what the head gives to the query's word.
function addedUp(shown, room, { column, row, kept, weights, name, hover, isNarrow }) {
  const { place } = shown;
  const [from, to] = column(5);
  const context = rowOf(shown, `${name}.context`, place.head, place.query);
  const middle = (row(0) + row(kept.length - 1)) / 2;
  const high = Math.min(row(kept.length - 1) - row(0), isNarrow ? 10 * room.size : 22 * room.size) / 2;
  const limit = limitOf(shown, `${name}.value`, place.head);
  const lead = { ...place, level: 5, what: "context", index: 0 };
  const edges = [from + (isNarrow ? 0.3 : 1.2) * room.size, middle - high, to, middle + high];
  const gather = kept.flatMap((index, at) => {
    const to = middle + ((at + 0.5) / kept.length - 0.5) * 2 * high;
    const way = [column(4)[1] + 2, row(at), edges[0] - 4, to];
    const own = { look: `head-${place.head % 8} near` };
    return weights[index] < FAINT ? [] : [ribbon(room, `gather:${at}`, way, weights[index] * room.size, own)];
  });
  const look = `value here${hover === "context" ? " over" : ""}`;
  const say = "What this head gives to the word: open its first number";
  return [...gather, vector(room, "context", edges, context, { look, limit, across: true, to: lead, say })];
}
