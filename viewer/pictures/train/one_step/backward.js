// The whole model as on the front page, seen from its end: the loss flows backwards, from the tokens that are wanted to
// those that were read. Everything is as wide and as strong as the gradient is long there; what was longest before the
// first step stays the scale, so what flows dries up as the loss falls.

import { part, plainNumbers } from "../../../transport/payload.js";
import { KINDS } from "../../../widgets/focus.js";
import { box, line, ribbons, token } from "../../../widgets/marks/marks.js";
import { highest } from "../../../widgets/vectors.js";
import { stations } from "../../watch/flight/whole.js";

const FAINT = 0.01; // of the longest: what is shorter isn't drawn
const LITTLE = 0.2; // of the longest: when what begins is shorter, little is left to learn
const MOST = 1.3; // times the longest: what is longer is drawn no wider
const SHARE = 0.75; // of a row's height, for the longest
const SPARE = 7; // sizes of a letter that the front page's picture keeps for what else may be written
const STACKS = { encoder: "source", decoder: "target" };

// Marks with the moment at which the gradient arrives: `wave` counts from the loss.
/** @param {BackwardShown} shown @returns {(import("../../../widgets/marks/marks.js").Mark & { wave?: number })[]} */
export function backwardMarks(shown) {
  const { facts, room } = shown;
  const at = stations({ .../** @type {any} */ (shown), room: { ...room, along: room.along + SPARE * room.size } });
  const share = (long) => Math.min(MOST, long / Math.max(facts.longest, 1e-12));
  const plan = { ...shown, at, share };
  const chips = (side, along, anchor) =>
    facts[side].map((chip, row) =>
      token(room, `${side}:${row}`, along, at.row(side, row), chip, { anchor, look: side, high: at.high }),
    );
  return [
    ...Object.keys(STACKS).flatMap((stack) => streams(plan, stack)),
    ...handedOn(plan),
    ...output(plan),
    ...chips("source", at.encoder[0] - at.bar, "end"),
    ...chips("target", at.decoder[0] - at.bar, "end"),
    ...chips("output", at.out, "start"),
  ];
}

// When the gradient arrives at a station.
function arrivalAt({ facts }, stack, station) {
  const { encoder, decoder } = facts.sizes.layers;
  return (stack === "decoder" ? 1 : 2 + encoder) + decoder - station;
}

function place({ room, at, share }, key, along, across, long, wave) {
  const [wide, high] = [at.bar / 2, 0.42 * at.pitch];
  const edges = [along - wide, across - high, along + wide, across + high];
  const more = { look: "gradient", opacity: Math.min(1, Math.sqrt(share(long))) };
  return { ...box(room, `place:${key}`, edges, more), wave };
}

function flow({ room, at, share }, key, look, wave, longs, edges) {
  const all = Array.from(longs, (long, each) => ({ edges: edges(each), thick: share(long) * SHARE * at.pitch }));
  const seen = all.filter((_, each) => share(longs[each]) > FAINT);
  return { ...ribbons(room, key, seen, { look }), wave };
}

// A stack's rows, from layer to layer.
function streams(plan, stack) {
  const { facts, room, at } = plan;
  const side = STACKS[stack];
  const across = (row) => at.row(side, row);
  const [first, last] = [at[stack][0], at[stack].at(-1)];
  return [
    ...facts[side].map((_, row) =>
      line(room, `stream:${stack}:${row}`, [first, across(row), last, across(row)], "stream"),
    ),
    ...at[stack].flatMap((along, station) => {
      const [longs, wave] = [part(plan.flow(stack), station), arrivalAt(plan, stack, station)];
      const next = at[stack][station + 1];
      const back = (row) => [along, across(row), next, across(row)];
      return [
        ...Array.from(longs, (long, row) => place(plan, `${stack}.${station}.${row}`, along, across(row), long, wave)),
        ...(next ? [flow(plan, `back:${stack}.${station}`, "gradient", wave, longs, back)] : []),
      ];
    }),
  ];
}

// What each attention hands on: from a query to the values that it took.
function handedOn(plan) {
  const { facts, at } = plan;
  return Object.entries(KINDS).flatMap(([kind, { stack, rows, columns }]) =>
    at[stack].slice(1).map((along, layer) => {
      const from = kind === "cross" ? at.encoder.at(-1) : at[stack][layer];
      const count = facts[columns].length;
      const edges = (each) => [from, at.row(columns, each % count), along, at.row(rows, Math.floor(each / count))];
      const longs = part(plan.flow(`${kind}.flow`), layer).data;
      const wave = arrivalAt(plan, stack, layer + 1) + 0.5;
      return flow(plan, `flow:${kind}.${layer}`, kind === "cross" ? "cross near" : kind, wave, longs, edges);
    }),
  );
}

function output(plan) {
  const { at } = plan;
  return Array.from(plainNumbers(plan.flow("output")), (long, row) =>
    place(plan, `output.${row}`, at.out - at.bar, at.row("target", row), long, 0),
  );
}

// Where the loss begins and where most of it arrives, in a sentence.
/** @param {Omit<BackwardShown, "room">} shown */
export function describeFlow({ facts, flow }) {
  const most = (all, chips) => {
    const long = Array.from(all, (each, at) => (chips[at].special ? 0 : each));
    return chips[highest(long)].text;
  };
  const begins = plainNumbers(flow("output"));
  if (Math.max(...begins) < LITTLE * facts.longest) return "Little error is left: it has learnt your translation.";
  const arrives = most(part(flow("encoder"), 0), facts.source);
  return `Most of the error begins at “${most(begins, facts.output)}”. Of the words that were read, it reaches “${arrives}” most.`;
}

// The lengths as a table, for a file.
/** @param {Omit<BackwardShown, "room">} shown @returns {(string | number)[][]} */
export function gradientLines({ facts, flow }) {
  const rows = Object.entries({ output: "output", ...STACKS }).flatMap(([name, side]) => {
    const chips = facts[side];
    const line = (long, at) => [name, Math.floor(at / chips.length), chips[at % chips.length].text, long];
    return Array.from(plainNumbers(flow(name)), line);
  });
  return [["stack", "layers before", "token", "gradient"], ...rows];
}
