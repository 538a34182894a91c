// Shared by the parts of the chapter on positions.

import { tokensOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { vector } from "../../../widgets/elements.js";
import { count, short } from "../../../widgets/numbers.js";
import { ENDS } from "../../../widgets/tokens.js";

export const LIMIT = 3; // the strongest colour; embeddings have a spread of about 1
export const UNIT = `value, up to ±${LIMIT}`;

/** @param {PositionsView} view */
export function pickCell(view, row, dimension) {
  view.dimension = dimension;
  view.set(row < tokensOf(view).length ? { token: row } : {});
}

export const evenDimension = (dimension) => dimension - (dimension % 2);

// Positions until the wave repeats.
/** @param {{ sizes: Sizes }} view */
export const wavelength = (view, base, dimension) => 2 * Math.PI * base ** (evenDimension(dimension) / view.sizes.D);

// The wave of a dimension: its value at a position, which need not be whole.
/** @param {{ sizes: Sizes }} view */
export function makeWave(view, base, dimension) {
  const wave = dimension % 2 ? Math.cos : Math.sin;
  const pace = (2 * Math.PI) / wavelength(view, base, dimension);
  return (position) => wave(pace * position);
}

/** @param {PositionsView} view */
export const waveName = (view, dimension) =>
  `${dimension % 2 ? "cosine" : "sine"}, ${formatNumber(wavelength(view, chosenBase(view), dimension))} positions`;

/** @param {PositionsView} view */
export const chosenBase = (view) => view.facts.bases[view.base];

// The visitor's sentence in other orders, and a pair of ours if the model reads its language: first, and in place of two
// swapped words, where its first sentence is the visitor's.
/** @param {PositionsView} view @returns {OrderedPair[]} */
export function pairsOf({ facts: { passage, classic }, tokens: { source } }) {
  const spelt = (chips) => chips.map(({ text }) => text).join(" ");
  const isOwn = classic && spelt(classic.tokens ?? []) === spelt(source);
  const orders = isOwn ? [classic, ...passage.orders.filter(({ swapped }) => !swapped)] : [...passage.orders, classic];
  return orders.flatMap((each) => {
    if (!each) return [];
    const { tokens = source, order } = each;
    return { ...each, tokens, reordered: order.map((place, at) => placed(tokens, order, place, at)) };
  });
}

// A chip at another place: what comes first, or after the end of the sentence, begins a word.
function placed(tokens, order, place, at) {
  const before = at > 0 && tokens[order[at - 1]];
  return { ...tokens[place], joined: tokens[place].joined && before && !ENDS.includes(before.text) };
}

// The encoder's outputs for both orders, each token's vector at the same row; `name` is "off" or "on".
/** @param {PositionsView} view @param {OrderFacts} pair */
export function outputsOf({ tensors }, pair, name) {
  const outputs = tensors[`encoder.output.${pair.name}.${name}`];
  return [part(outputs, 0), part(outputs, 1)];
}

// Large numbers as the page writes them: 57,100, and whole ones to the last digit: 3,969.
export function formatNumber(value) {
  if (Number.isInteger(value) && value < 1e6) return count(value);
  return value < 1000 ? short(value) : count(Number(value.toPrecision(3)));
}

// Lines by the names of their looks, in a box 1000 wide and 100 high that is stretched to its place.
export function plot(attributes, lines) {
  const box = { viewBox: "0 0 1000 100", preserveAspectRatio: "none", ...attributes };
  return vector("svg", "plot", box, ...Object.entries(lines).map(([name, d]) => vector("path", name, { d })));
}
