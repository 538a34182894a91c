// The blocks of the square as plain data: where each is, apart and joined, its weights, and what a row says.

import { part } from "../../../transport/payload.js";
import { percent, sum } from "../../../widgets/numbers.js";
import { highest } from "../../../widgets/vectors.js";

export const BLOCKS = /** @type {const} */ (["encoder", "cross", "decoder"]);
export const BETWEEN = 1.5; // cells between blocks that are apart
const LEVELS = 12; // shades of a cell
const UNSEEN = 0.01; // a weight below it has no shade

// What a layer of one stack has in common with the attentions of an encoder-decoder: how high it is.
export const layerBeside = (layer, layers, others) =>
  layers > 1 ? Math.round((layer / (layers - 1)) * (others - 1)) : others - 1;

// Which rows and columns of the square a block has.
export function spanOf(name, source, target) {
  const [rows, columns] = [
    name === "encoder" ? [0, source] : [source, target],
    name === "decoder" ? [source, target] : [0, source],
  ];
  return { from: { row: rows[0], column: columns[0] }, rows: rows[1], columns: columns[1] };
}

// Places in pixels of the blocks, which have names at their left and above them; `above` says how far above it the
// decoder's columns have theirs: joined, all names stand in one line.
export function blockPlaces({ source, target, cell, names, joined }) {
  const beyond = names + (source + (joined ? 0 : BETWEEN)) * cell;
  return {
    encoder: { x: names, y: names },
    cross: { x: names, y: beyond },
    decoder: { x: beyond, y: beyond },
    above: joined ? source * cell : 0,
    side: beyond + target * cell + 1,
  };
}

// A block's weights in one of the models, as a matrix.
/** @param {OneStackView} view @param {typeof BLOCKS[number]} name @param {boolean} joined @returns {Matrix} */
export function blockWeights({ tensors, facts, layer }, name, joined) {
  const [layers] = tensors.stack.shape;
  if (!joined) return part(tensors[name], layerBeside(layer, layers, tensors[name].shape[0]));
  const square = part(tensors.stack, layer);
  const { from, rows, columns } = spanOf(name, facts.source.length, facts.target.length);
  const data = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const begins = (from.row + row) * square.columns + from.column;
    data.set(square.data.subarray(begins, begins + columns), row * columns);
  }
  return { data, rows, columns };
}

// Cells as one path for each shade, from the roots of the weights.
/** @param {Matrix} weights */
export function shadesOf({ data, columns }, cell) {
  const paths = new Map();
  data.forEach((weight, at) => {
    if (weight < UNSEEN) return;
    const level = Math.ceil(Math.sqrt(weight) * LEVELS) / LEVELS;
    const square = `M${(at % columns) * cell} ${Math.floor(at / columns) * cell}h${cell}v${cell}h${-cell}z`;
    paths.set(level, (paths.get(level) ?? "") + square);
  });
  return [...paths];
}

// Cells of a square above its diagonal, which look ahead, as a path.
export const aheadOf = (count, cell) =>
  Array.from(
    { length: count - 1 },
    (_, row) => `M${(row + 1) * cell} ${row * cell}H${count * cell}v${cell}H${(row + 1) * cell}z`,
  ).join("");

// The weights of a row of the square: of the English, and of the French that it reads; each null where it can't look.
/** @param {OneStackView} view */
export function rowInFocus(view) {
  const { facts, row, joined } = view;
  const isFrench = row >= facts.source.length;
  const rowIn = (name) => {
    const { data, columns } = blockWeights(view, name, joined);
    const at = row - (isFrench ? facts.source.length : 0);
    return data.subarray(at * columns, (at + 1) * columns);
  };
  return { english: rowIn(isFrench ? "cross" : "encoder"), french: isFrench ? rowIn("decoder") : null };
}

// A row in words: how its attention is shared between both languages, and where it looks most.
/** @param {OneStackView} view */
export function describeRow(view) {
  const { facts, row, joined } = view;
  const { source, target, language } = facts;
  const name = ({ text }) => `“${text}”`;
  const most = (weights, chips) => {
    const best = highest(weights);
    return `${name(chips[best])} (${percent(weights[best])})`;
  };
  const { english, french } = rowInFocus(view);
  if (!french) {
    if (joined && row === 0) return `${name(source[0])} sees only itself: nothing stands before it.`;
    return `${name(source[row])}${joined ? " sees itself and what stands before it, and" : ""} looks most at ${most(english, source)}.`;
  }
  const next = target[row - source.length + 1];
  const read = `To write ${next ? name(next) : "what comes next"},`;
  const goals = [most(english, source), most(french, target)];
  if (!joined) return `${read} one attention looks most at ${goals[0]}, another at ${goals[1]}.`;
  const shares = [english, french].map((weights) => percent(sum(weights)));
  return `${read} ${name(target[row - source.length])} looks back over all of it: ${shares[0]} of its attention goes to the English, most to ${goals[0]}; ${shares[1]} to the ${language}, most to ${goals[1]}.`;
}

// What the weights are means of.
/** @param {OneStackView} view */
export function describeMean({ tensors, layer, joined }) {
  const place = (name) => {
    const [layers, count] = [tensors.stack, tensors[name]].map(({ shape }) => shape[0]);
    return `layer ${layerBeside(layer, layers, count) + 1} of ${count} of ${name === "stack" ? "one stack" : `the ${name}`}`;
  };
  const beside = () => `${place("encoder")} and ${place("decoder")}, as high as ${place("stack")}`;
  return `Shares: means over all heads of ${joined ? place("stack") : beside()}. Shades: their square roots.`;
}
