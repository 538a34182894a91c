// What lies beside the attentions: a word's way in (its embedding and its place), the norms, the feed-forward network's
// neurons, and the choice of the next word.

import { KINDS, rowNames } from "../../../widgets/focus.js";
import { candidates, flat, largestSize, line, token, vector, words } from "../../../widgets/marks/marks.js";
import { short } from "../../../widgets/numbers.js";
import { feedInput, has, kept, rowOf, sidesOf, streamName } from "./numbers.js";

// Long vectors, one below the other, each with its name and a sign before it.
function strips(shown, all, { chip, chipKey, side }) {
  const isNarrow = shown.room.upright;
  const room = flat(shown.room);
  const { size } = room;
  const left = isNarrow ? 1.6 * size : 10 * size;
  const right = room.along - 1.5 * size;
  const head = isNarrow ? 4 * size : 1.5 * size;
  const step = (room.across - head) / all.length;
  const marks = [];
  const across = isNarrow ? 1.8 * size : head + 0.5 * step;
  marks.push(
    token(room, chipKey, isNarrow ? size : left - size, across, chip, {
      anchor: isNarrow ? "start" : "end",
      look: `${side} here`,
    }),
  );
  all.forEach(({ name, sign, values, look, limit, floor, to, say, key }, at) => {
    const top = head + at * step;
    const own = { look: `${look} here`, limit: limit ?? largestSize(values), floor, to, say };
    if (sign)
      marks.push(
        words(room, `sign:${at}`, isNarrow ? 0.8 * size : left - 1.2 * size, top + 0.55 * step, sign, {
          look: "sign",
          size: 1.6 * size,
        }),
      );
    marks.push(words(room, `name:${at}`, left, top + 0.7 * size, name, { anchor: "start", look: "minor" }));
    marks.push(vector(room, key, [left, top + 1.6 * size, right, top + step - 0.8 * size], values, own));
  });
  return { marks, room, left, right, head, step };
}

// Every word with the vector that it fetches.
/** @param {FlightShown} shown @param {{ encoder: number[], bar: number, high: number, row: Function }} at */
export function fetched(shown, { encoder, bar, high, row }) {
  const { room, facts, source } = shown;
  const name = has(shown, "encoder.embedding") ? "encoder.embedding" : "encoder.input";
  const values = facts.source.map((_, index) => rowOf(shown, name, index));
  const limit = Math.max(...values.map(largestSize));
  const half = 0.55 * high * room.size;
  return facts.source.flatMap((chip, index) => {
    const across = row("source", index);
    const here = index === source ? " here" : "";
    const edges = [encoder[0], across - half, encoder.at(-1), across + half];
    return [
      token(room, `source:${index}`, encoder[0] - bar, across, chip, { anchor: "end", look: `source${here}`, high }),
      vector(room, `embedding:${index}`, edges, values[index], { look: `stream-vector${here}`, limit }),
    ];
  });
}

// A word's number for what it is, and the waves for where it stands.
/** @param {FlightShown} shown @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function embed(shown) {
  const { place, facts } = shown;
  const { stack, rows } = KINDS[place.kind];
  const chip = facts[rows][place.query];
  const number = (what) => ({ ...place, level: 5, what, index: 0 });
  const values = (what) => rowOf(shown, `${stack}.${what}`, place.query);
  const limit = Math.max(...["embedding", "positions", "input"].map((what) => largestSize(values(what))));
  const strip = (what, name, sign, key) => {
    const lead = { to: number(what), say: `${name}: open its first number` };
    return { name, sign, values: values(what), limit, key, look: "stream-vector", ...lead };
  };
  const all = [
    strip("embedding", "embedding: what the word is", "", "embedding"),
    strip("positions", `position: it is word ${place.query + 1}`, "+", "positions"),
    strip("input", `${facts.sizes.D} numbers go in`, "=", `vector:${stack}.0.${place.query}`),
  ];
  return strips(shown, all, { chip, chipKey: `${rows}:${place.query}`, side: rows }).marks;
}

// The two numbers of a norm, and the vector before it, without them, and after its gain and bias.
/** @param {FlightShown} shown */
export function normOf(shown) {
  const { place, facts } = shown;
  const { stack } = KINDS[place.kind];
  const sub = place.what.replace(/_(mean|std)$/, "");
  const at = `${stack}.${place.layer}`;
  const inner = ["self_attention", ...(stack === "decoder" ? ["cross_attention"] : []), "feed_forward"];
  const previous = inner[inner.indexOf(sub) - 1];
  const isPre = facts.norm === "pre";
  const name = !isPre
    ? `${at}.${sub}.residual`
    : previous
      ? `${at}.${previous}.residual`
      : streamName(stack, place.layer);
  const before = rowOf(shown, name, place.query);
  const mean = before.reduce((total, each) => total + each, 0) / before.length;
  const spread = Math.sqrt(before.reduce((total, each) => total + (each - mean) ** 2, 0) / before.length);
  return {
    name: name.replace(/after$/, "residual"),
    sub,
    before,
    after: rowOf(shown, `${at}.${sub}.norm`, place.query),
    mean,
    spread,
  };
}

function normalOf(shown) {
  const { before, mean, spread } = normOf(shown);
  return kept(before, "normal", () => before.map((each) => (each - mean) / spread));
}

/** @param {FlightShown} shown @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function norm(shown) {
  const { place } = shown;
  const { sub, before, after, mean, spread } = normOf(shown);
  const number = (what) => ({ ...place, level: 5, what: `${sub}_${what}` });
  const chip = sidesOf(shown, place.kind).queries[place.query];
  const strip = (key, sign, name, values) => ({ key, sign, name, values, look: "stream-vector" });
  const all = [
    strip("before", "", "before", before),
    strip("normal", "→", "mean 0, spread 1", normalOf(shown)),
    strip("after", "→", "times the norm’s gain, plus its bias", after),
  ];
  const side = rowNames(place.kind);
  const { marks, room, left, right, head, step } = strips(shown, all, {
    chip,
    chipKey: `${side}:${place.query}`,
    side,
  });
  const limit = largestSize(before);
  const y = (value) => head + 1.6 * room.size + (0.5 - value / limit / 2) * (step - 2.4 * room.size);
  marks.push(line(room, "mean", [left, y(mean), right, y(mean)], "mean"));
  for (const by of [-1, 1])
    marks.push(line(room, `spread:${by}`, [left, y(mean + by * spread), right, y(mean + by * spread)], "spread"));
  const told = (what, text, along) =>
    words(room, `norm:${what}`, along, head + 0.7 * room.size, text, {
      anchor: "end",
      look: "number on",
      to: number(what),
      say: text,
    });
  marks.push(told("mean", `mean ${short(mean)}`, right - 9 * room.size), told("std", `spread ${short(spread)}`, right));
  return marks;
}

// All neurons of one word: most say nothing.
/** @param {FlightShown} shown @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function feed(shown) {
  const { place } = shown;
  const { stack } = KINDS[place.kind];
  const at = `${stack}.${place.layer}.feed_forward`;
  const hidden = rowOf(shown, `${at}.hidden`, place.query);
  const chip = sidesOf(shown, place.kind).queries[place.query];
  const side = rowNames(place.kind);
  const isReLU = shown.facts.sizes.activation === "relu";
  const row = (what) => rowOf(shown, `${at}.${what}`, place.query);
  const all = [
    {
      name: "the word’s vector, after the norm",
      sign: "",
      values: rowOf(shown, feedInput(shown), place.query),
      look: "stream-vector",
      key: "in",
    },
    {
      name: isReLU
        ? `${hidden.length} neurons, ${hidden.filter((each) => each > 0).length} active`
        : `${hidden.length} neurons`,
      sign: "→",
      values: hidden,
      look: "feed",
      floor: isReLU,
      key: `feed:${place.query}`,
    },
    { name: "what is added to the vector", sign: "→", values: row("output"), look: "stream-vector", key: "out" },
  ];
  const { marks, room, left, right, head, step } = strips(shown, all, {
    chip,
    chipKey: `${side}:${place.query}`,
    side,
  });
  const strongest = [...hidden.keys()]
    .sort((one, other) => Math.abs(hidden[other]) - Math.abs(hidden[one]))
    .slice(0, 12);
  const limit = largestSize(hidden);
  for (const neuron of strongest.sort((one, other) => one - other)) {
    const along = left + ((neuron + 0.5) / hidden.length) * (right - left);
    const high = step - 2.4 * room.size;
    const across = head + step + 1.6 * room.size + high * (1 - hidden[neuron] / limit);
    const key = `neuron:${neuron}`;
    const look = "number neuron";
    const to = { ...place, level: 4, index: neuron };
    marks.push(
      words(room, key, along, across, "●", {
        look,
        to,
        size: 0.8 * room.size,
        say: `Neuron ${neuron + 1}, ${short(hidden[neuron])}: open`,
      }),
    );
  }
  return marks;
}

// The choice of the next word: the last vector against every word of the vocabulary.
/** @param {FlightShown} shown @returns {import("../../../widgets/marks/marks.js").Mark[]} */
export function next(shown) {
  const { place, facts } = shown;
  const isNarrow = shown.room.upright;
  const values = rowOf(shown, "decoder.output", place.query);
  const all = [{ name: "the decoder’s last vector", sign: "", values, look: "stream-vector", key: "last" }];
  const chip = facts.output[place.query];
  const half = { ...shown.room, height: shown.room.height * 0.36 };
  const { marks, room, left } = strips({ ...shown, room: half }, all, {
    chip,
    chipKey: `output:${place.query}`,
    side: "output",
  });
  const { size } = room;
  const list = candidates(
    { ...room, size: (isNarrow ? 1 : 1.3) * size },
    "next",
    [isNarrow ? size : left, shown.room.height * 0.44, room.along - left - (isNarrow ? 0 : 4 * size)],
    facts.candidates[place.query],
    {
      step: (shown.room.height * 0.54) / facts.candidates[place.query].length,
      to: (index) => ({ ...place, level: 4, index }),
      count: facts.sizes.V,
    },
  );
  return [...marks, ...list];
}
