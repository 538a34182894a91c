// The whole model as on the front page, seen from its end: the loss flows backwards, from the tokens that are wanted to
// those that were read. Everything is as wide and as strong as the gradient is long there; what was longest before the
// first step stays the scale, so what flows dries up as the loss falls.

import { part, plainNumbers } from "../../../transport/payload.js";
import { box, line, ribbons, token } from "../../../widgets/marks/marks.js";
import { stations } from "../../watch/flight/whole.js";

const FAINT = 0.01; // of the longest: what is shorter isn't drawn
const LITTLE = 0.2; // of the longest: when what begins is shorter, little is left to learn
const MOST = 1.3; // times the longest: what is longer is drawn no wider
const SHARE = 0.75; // of a row's height, for the longest
const SPARE = 7; // sizes of a letter that the front page's picture keeps for what else may be written
const SIDES = { encoder: "source", decoder: "target" };
const KEYS = { encoder: "source", decoder: "target", cross: "source" };

// Marks with the moment at which the gradient arrives: `wave` counts from the loss.
/** @param {BackwardShown} shown @returns {(import("../../../widgets/marks/marks.js").Mark & { wave?: number })[]} */
export function backwardMarks(shown) {
  const { facts, flows, room } = shown;
  const at = stations({ .../** @type {any} */ (shown), room: { ...room, along: room.along + SPARE * room.size } });
  const { encoder, decoder } = facts.sizes.layers;
  const arrival = (stack, station) => (stack === "decoder" ? 1 : 2 + encoder) + decoder - station;
  const share = (long) => Math.min(MOST, long / Math.max(facts.longest, 1e-12));
  const flow = (key, look, wave, all) => {
    const wide = all.map(([edges, long]) => ({ edges, thick: share(long) * SHARE * at.pitch }));
    return {
      ...ribbons(
        room,
        key,
        wide.filter((_, each) => share(all[each][1]) > FAINT),
        { look },
      ),
      wave,
    };
  };
  const place = (key, along, across, long, wave) => {
    const [wide, high] = [at.bar / 2, 0.42 * at.pitch];
    const more = { look: "gradient", opacity: Math.min(1, Math.sqrt(share(long))) };
    return { ...box(room, `place:${key}`, [along - wide, across - high, along + wide, across + high], more), wave };
  };
  const chips = (side, along, anchor) =>
    facts[side].map((chip, row) =>
      token(room, `${side}:${row}`, along, at.row(side, row), chip, { anchor, look: side, high: at.high }),
    );
  const ofStack = ([stack, side]) => {
    const rows = facts[side].map((_, row) => row);
    const long = (station, row) => part(flows[stack], station)[row];
    const streams = rows.map((row) =>
      line(
        room,
        `stream:${row}:${stack}`,
        [at[stack][0], at.row(side, row), at[stack].at(-1), at.row(side, row)],
        "stream",
      ),
    );
    const parts = at[stack].flatMap((along, station) => [
      ...rows.map((row) =>
        place(`${stack}.${station}.${row}`, along, at.row(side, row), long(station, row), arrival(stack, station)),
      ),
      flow(
        `back:${stack}.${station}`,
        "gradient",
        arrival(stack, station),
        station + 1 < at[stack].length
          ? rows.map((row) => [
              [along, at.row(side, row), at[stack][station + 1], at.row(side, row)],
              long(station, row),
            ])
          : [],
      ),
    ]);
    return [...streams, ...parts];
  };
  // What each attention hands on: from a query to the values that it took.
  const ofAttention = ([kind, from]) => {
    const stack = kind === "encoder" ? "encoder" : "decoder";
    return at[stack].slice(1).map((along, layer) => {
      const { data, columns } = part(flows[`${kind}.flow`], layer);
      const begin = kind === "cross" ? at.encoder.at(-1) : at[stack][layer];
      const ends = (each) => [
        begin,
        at.row(from, each % columns),
        along,
        at.row(SIDES[stack], Math.floor(each / columns)),
      ];
      const all = Array.from(data, (long, each) => [ends(each), long]);
      return flow(
        `flow:${kind}.${layer}`,
        kind === "cross" ? "cross near" : kind,
        arrival(stack, layer + 1) + 0.5,
        all,
      );
    });
  };
  const output = Array.from(plainNumbers(flows.output), (long, row) =>
    place(`output.${row}`, at.out - at.bar, at.row("target", row), long, 0),
  );
  return [
    ...Object.entries(SIDES).flatMap(ofStack),
    ...Object.entries(KEYS).flatMap(ofAttention),
    ...output,
    ...chips("source", at.encoder[0] - at.bar, "end"),
    ...chips("target", at.decoder[0] - at.bar, "end"),
    ...chips("output", at.out, "start"),
  ];
}

// Where the loss begins and where most of it arrives, in a sentence.
/** @param {Omit<BackwardShown, "room">} shown */
export function storyOf({ facts, flows: { output, encoder } }) {
  const most = (all, chips) => {
    const long = Array.from(all, (each, at) => (chips[at].special ? 0 : each));
    return chips[long.indexOf(Math.max(...long))].text;
  };
  const begins = plainNumbers(output);
  if (Math.max(...begins) < LITTLE * facts.longest) return "Little flows any more: it has learnt your translation.";
  const arrives = most(part(encoder, 0), facts.source);
  return `Most of the loss begins at “${most(begins, facts.output)}”; of what was read, “${arrives}” gets most of it.`;
}

// The lengths as a table, for a file.
/** @param {Omit<BackwardShown, "room">} shown @returns {(string | number)[][]} */
export function gradientLines({ facts, flows: all }) {
  const rows = (name, side, { data }) =>
    Array.from(data, (long, at) => [
      name,
      Math.floor(at / facts[side].length),
      facts[side][at % facts[side].length].text,
      long,
    ]);
  const plain = (name) => ({ data: plainNumbers(all[name]) });
  const stacks = Object.entries(SIDES).flatMap(([stack, side]) => rows(stack, side, plain(stack)));
  return [["stack", "layers before", "token", "gradient"], ...rows("output", "output", plain("output")), ...stacks];
}
