// Where one is in the model, from the whole (level 0) to a single number (level 5). In the address it is written as
// its level, its way and what was chosen: `at=3.attention.cross.1.2.5.8` is, in layer 1 of the decoder (counted from 0)
// and its head 2, the pair of query 5 and key 8. What was chosen higher up stays chosen on the way out.

import { KINDS, rowNames } from "../../../widgets/focus.js";

// The levels of each way; a norm and a word's vectors have no level for a pair of words.
const WAYS = {
  whole: [0],
  attention: [0, 1, 2, 3, 4, 5],
  feed: [0, 1, 2, 4, 5],
  norm: [0, 1, 2, 5],
  embed: [0, 2, 5],
  next: [0, 2, 4, 5],
};
const NUMBERS = /** @type {const} */ (["layer", "head", "query", "key"]);
/** @type {Place} */
const BEGINS = { level: 0, way: "whole", kind: "cross", layer: 0, head: 0, query: 0, key: 0, what: "", index: 0 };

/**
 * @typedef {{level: number, way: keyof typeof WAYS, kind: "encoder" | "decoder" | "cross", layer: number, head: number,
 *   query: number, key: number, what: string, index: number}} Place
 */

/** @param {Partial<Place>} chosen @returns {Place} */
export const placeOf = (chosen) => ({ ...BEGINS, ...chosen });

/** @param {Place} place */
export function spellPlace({ level, way, kind, layer, head, query, key, what, index }) {
  return [level, way, kind, layer, head, query, key, what || "-", index].join(".").replace(/(\.-)?\.0$/, "");
}

// The place that an address names, if a model of these sizes has it; else the nearest.
/** @param {string} text @param {FlightFacts} facts @returns {Place | null} */
export function readPlace(text, facts) {
  const [level, way, kind, layer, head, query, key, what = "-", index = "0"] = text.split(".");
  if (!Object.hasOwn(WAYS, way) || !Object.hasOwn(KINDS, kind) || !/^[a-z_-]*\d*$/.test(what)) return null;
  const numbers = [level, layer, head, query, key, index].map(Number);
  if (!numbers.every((each) => Number.isInteger(each) && each >= 0 && each < 1e6)) return null;
  const named = { level: numbers[0], layer: numbers[1], head: numbers[2], query: numbers[3], key: numbers[4] };
  const found = placeOf({
    ...named,
    index: numbers[5],
    way: /** @type {any} */ (way),
    kind: /** @type {any} */ (kind),
  });
  return clampPlace({ ...found, what: what === "-" ? "" : what }, facts);
}

/** @param {Place} place @param {FlightFacts} facts */
export function clampPlace(place, facts) {
  const { layers, heads } = facts.sizes;
  const { stack, rows, columns } = KINDS[place.kind];
  const counts = { layer: layers[stack], head: heads, query: facts[rows].length, key: facts[columns].length };
  const made = { ...place };
  for (const name of NUMBERS) made[name] = Math.min(place[name], Math.max(0, counts[name] - 1));
  const levels = WAYS[place.way];
  if (!levels.includes(place.level)) made.level = levels.filter((each) => each < place.level).at(-1) ?? 0;
  if (made.kind === "decoder") made.key = Math.min(made.key, made.query); // a later word is hidden
  return made;
}

// The places on the way here, from the whole.
/** @param {Place} place @returns {Place[]} */
export function trail(place) {
  const levels = WAYS[place.way].filter((level) => level < place.level);
  const isBeside =
    place.way === "attention" && place.level === 5 && place.what in { masked_scores: 0, weights: 0, context: 0 };
  return [...levels.filter((level) => !(isBeside && level === 4)).map((level) => ({ ...place, level })), place];
}

/** @param {Place} place @returns {Place | null} */
export const above = (place) => trail(place).at(-2) ?? null;

// The same place in another sentence: the words that are chosen are looked for, and else what stands nearest.
/** @param {Place} place @param {FlightFacts} before @param {FlightFacts} after */
export function followPlace(place, before, after) {
  const moved = (/** @type {"source" | "target" | "output"} */ side, /** @type {number} */ at) =>
    sameWord(before[side], after[side], at);
  const [query, key] = [moved(rowNames(place.kind), place.query), moved(KINDS[place.kind].columns, place.key)];
  return clampPlace({ ...place, query, key }, after);
}

function sameWord(/** @type {Chip[]} */ before, /** @type {Chip[]} */ after, /** @type {number} */ at) {
  const text = before[at]?.text;
  const same = after.flatMap((each, index) => (each.text === text ? [index] : []));
  if (!same.length) return Math.min(at, after.length - 1);
  return same.reduce((best, each) => (Math.abs(each - at) < Math.abs(best - at) ? each : best));
}
