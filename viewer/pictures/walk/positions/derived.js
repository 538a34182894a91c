// What this chapter computes of tables of positions: sinusoids of every base, and how alike their rows are.

import { products } from "../../../frame/attention.js";
import { lengthOf } from "../../../widgets/vectors.js";
import { makeWave } from "./common.js";

const SHOWN = 64; // positions of the tables; more if the sentence is longer

/** @param {{ facts: PositionsFacts & { frame: Frame }, tensors: Record<string, Tensor> }} payload */
export function derivePositions({ facts: { frame, bases, reuse, usualBase }, tensors }) {
  const { S, T, D } = frame.sizes;
  const length = Math.min(Math.max(SHOWN, S, T), reuse.rows);
  const learned = () => firstRows(tensors.learned, length);
  const derived = {
    "learned.shown": learned,
    "alike.learned": () => alike(normalised(learned())),
    "alike.sinusoids": () => alike(normalised(tensors[`table.${usualBase}`])),
  };
  for (const [at, base] of bases.entries()) {
    const waves = Array.from({ length: D }, (_, dimension) => makeWave(frame, base, dimension));
    derived[`table.${at}`] = () => tableOf(length, D, (position, dimension) => waves[dimension](position));
    derived[`similarity.${at}`] = () => alike(tensors[`table.${at}`]);
  }
  return derived;
}

/** @returns {Tensor} */
function tableOf(rows, columns, valueAt) {
  const data = Float32Array.from({ length: rows * columns }, (_, at) =>
    valueAt(Math.floor(at / columns), at % columns),
  );
  return { shape: [rows, columns], data, half: false };
}

// The dot product of every row with every other.
const alike = (table) => products(table, table);

/** @param {Tensor} table @returns {Tensor} */
function normalised({ shape, data }) {
  const [rows, width] = shape;
  const lengths = Array.from({ length: rows }, (_, row) => lengthOf(data.subarray(row * width, (row + 1) * width)));
  return tableOf(rows, width, (row, column) => data[row * width + column] / (lengths[row] || 1));
}

/** @param {Tensor} table @returns {Tensor} */
function firstRows({ shape: [rows, width], data }, count) {
  const shown = Math.min(rows, count);
  return { shape: [shown, width], data: data.subarray(0, shown * width), half: false };
}

// For how many steps away from position 0 a similarity falls steadily.
/** @param {Tensor} similarity */
export function fallingSteps({ shape: [, columns], data }) {
  let steps = 0;
  while (steps + 1 < columns && data[steps + 1] < data[steps]) steps += 1;
  return steps;
}
