// The whole model as on the front page, seen from its end: the loss flows backwards, from the tokens that are wanted to
// those that were read. Everything is as wide and as strong as the gradient is long there; what was longest before the
// first step stays the scale, so what flows dries up as the loss falls.

import { part, plainNumbers } from "../../../transport/payload.js";
import { box, line, ribbons, token, words } from "../../../widgets/marks/marks.js";
import { stations } from "../../watch/flight/whole.js";

const FAINT = 0.01; // of the longest: what is shorter isn't drawn
const SHARE = 0.75; // of a row's height, for the longest
const LITTLE = 0.2; // of the longest
const MOST = 1.3; // times the longest: more isn't drawn
const SPARE = 7; // sizes of a letter that the front page's picture keeps for what else may be written
const SIDES = { encoder: "source", decoder: "target" };
const FLOWS = {
  encoder: { stack: "encoder", from: "source", look: "encoder" },
  decoder: { stack: "decoder", from: "target", look: "decoder" },
  cross: { stack: "decoder", from: "source", look: "cross near" },
};

const each = (count, make) => Array.from({ length: count }, (_, at) => make(at));

/** @typedef {import("../../../widgets/marks/marks.js").Mark & { wave: number }} Wave */

// Marks with the moment at which the gradient arrives: `wave` counts from the loss.
/** @param {BackwardShown} shown @returns {Wave[]} */
export function backwardMarks(shown) {
  const { facts, room } = shown;
  const at = stations({ .../** @type {any} */ (shown), room: { ...room, along: room.along + SPARE * room.size } });
  const most = Math.max(facts.longest, 1e-12);
  return [
    ...titles(shown, at),
    ...streams(shown, at, most),
    ...flows(shown, at, most),
    ...places(shown, at, most),
    ...tokens(shown, at),
  ];
}

/** @param {BackwardShown} shown */
function titles({ room }, at) {
  if (room.upright) return [];
  const title = (stack, text) => {
    const middle = (at[stack][0] + at[stack].at(-1)) / 2;
    return { ...words(room, `title:${stack}`, middle, 1.2 * room.size, text, { look: `title ${stack}` }), wave: 0 };
  };
  return [title("encoder", "← Encoder"), title("decoder", "← Decoder")];
}

// When a station is reached, counted from the loss.
/** @param {BackwardShown} shown */
function waveOf({ facts: { sizes } }, stack, station) {
  const { encoder, decoder } = sizes.layers;
  return stack === "decoder" ? 1 + decoder - station : 2 + decoder + encoder - station;
}

/** @param {BackwardShown} shown */
function streams(shown, at, most) {
  const { room, flows: all } = shown;
  return Object.entries(SIDES).flatMap(([stack, side]) =>
    shown.facts[side].flatMap((_, row) => {
      const across = at.row(side, row);
      const ends = [at[stack][0], across, at[stack].at(-1), across];
      const parts = each(at[stack].length - 1, (layer) => {
        const long = Math.min(MOST, part(all[stack], layer)[row] / most);
        const edges = [at[stack][layer], across, at[stack][layer + 1], across];
        const made = ribbons(room, `back:${stack}.${layer}.${row}`, [{ edges, thick: long * SHARE * at.pitch }], {
          look: "gradient",
        });
        return long > FAINT && { ...made, wave: waveOf(shown, stack, layer) };
      });
      return [{ ...line(room, `stream:${stack}:${row}`, ends, "stream"), wave: 0 }, ...parts.filter(Boolean)];
    }),
  );
}

// What each attention hands on: from a query to the values that it took.
/** @param {BackwardShown} shown */
function flows(shown, at, most) {
  return Object.entries(FLOWS).flatMap(([kind, { stack, from, look }]) =>
    each(at[stack].length - 1, (layer) => {
      const { data, rows, columns } = part(shown.flows[`${kind}.flow`], layer);
      const begin = kind === "cross" ? at.encoder.at(-1) : at[stack][layer];
      const all = [];
      for (let row = 0; row < rows; row += 1)
        for (let key = 0; key < columns; key += 1) {
          const long = Math.min(MOST, data[row * columns + key] / most);
          const edges = [begin, at.row(from, key), at[stack][layer + 1], at.row(SIDES[stack], row)];
          if (long > FAINT) all.push({ edges, thick: long * SHARE * at.pitch });
        }
      const wave = waveOf(shown, stack, layer + 1) + 0.5;
      return { ...ribbons(shown.room, `flow:${kind}.${layer}`, all, { look }), wave };
    }),
  );
}

/** @param {BackwardShown} shown */
function places(shown, at, most) {
  const half = 0.42 * at.pitch;
  const made = (stack, station, row, along, across, long) => ({
    ...box(
      shown.room,
      `place:${stack}.${station}.${row}`,
      [along - at.bar / 2, across - half, along + at.bar / 2, across + half],
      { look: "gradient place", opacity: Math.min(1, Math.sqrt(long / most)) },
    ),
    wave: stack === "output" ? 0 : waveOf(shown, stack, station),
  });
  const output = [...plainNumbers(shown.flows.output)].map((long, row) =>
    made("output", 0, row, at.out - at.bar, at.row("target", row), long),
  );
  const inside = Object.entries(SIDES).flatMap(([stack, side]) =>
    at[stack].flatMap((along, station) =>
      [...part(shown.flows[stack], station)].map((long, row) =>
        made(stack, station, row, along, at.row(side, row), long),
      ),
    ),
  );
  return [...output, ...inside];
}

/** @param {BackwardShown} shown */
function tokens({ facts, room }, at) {
  const chips = (side, along, across, anchor) =>
    facts[side].map((chip, row) => ({
      ...token(room, `${side}:${row}`, along, at.row(across, row), chip, { anchor, look: side, high: at.high }),
      wave: 0,
    }));
  return [
    ...chips("source", at.encoder[0] - at.bar, "source", "end"),
    ...chips("target", at.decoder[0] - at.bar, "target", "end"),
    ...chips("output", at.out, "target", "start"),
  ];
}

// Where the loss begins and where most of it arrives, in a sentence.
/** @param {Pick<BackwardShown, "facts" | "flows">} shown */
export function storyOf({ facts, flows: { output, encoder } }) {
  if (Math.max(...plainNumbers(output)) < LITTLE * facts.longest)
    return "Hardly anything flows any more: it has learnt your translation.";
  const most = (values) => values.reduce((best, long, at) => (long > values[best] ? at : best), 0);
  const isWord = (chips) => (long, at) => (chips[at].special ? 0 : long);
  const [wanted, read] = [plainNumbers(output), part(encoder, 0)];
  const begins = facts.output[most([...wanted].map(isWord(facts.output)))].text;
  const arrives = facts.source[most([...read].map(isWord(facts.source)))].text;
  return `Most of the loss begins at “${begins}”; of what was read, “${arrives}” gets most of it.`;
}

// The lengths as a table, for a file.
/** @param {Pick<BackwardShown, "facts" | "flows">} shown @returns {(string | number)[][]} */
export function gradientLines({ facts, flows: all }) {
  const stack = (name) =>
    each(all[name].shape[0], (station) =>
      [...part(all[name], station)].map((long, row) => [name, station, facts[SIDES[name]][row].text, long]),
    ).flat();
  const output = [...plainNumbers(all.output)].map((long, row) => ["output", 0, facts.output[row].text, long]);
  return [
    ["stack", "layers before", "token", "length of the gradient"],
    ...output,
    ...stack("decoder"),
    ...stack("encoder"),
  ];
}
