// Vectors, rows of a matrix, and which of some numbers are the largest.

import { innerProduct } from "./linear.js";

export const rowOf = ({ data, columns }, row) => data.subarray(row * columns, (row + 1) * columns);

export const largest = (numbers) => numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0);

export const dotProduct = (first, second) => innerProduct(first, 0, second, 0, first.length);

export const lengthOf = (vector) => Math.sqrt(dotProduct(vector, vector));

export const cosineOf = (first, second) =>
  dotProduct(first, second) / Math.sqrt(dotProduct(first, first) * dotProduct(second, second));

// Computed when it is first asked for, and kept.
export function once(compute) {
  let made;
  return () => {
    made ??= compute();
    return made;
  };
}

// Sort places by falling value; the second function returns the first of them.
export const rankPlaces = (values) => [...values.keys()].sort((one, other) => values[other] - values[one]);

export const highest = (values) => values.indexOf(Math.max(...values));

// The place of the number furthest from 0.
export const furthest = (values) => highest(Array.from(values, Math.abs));

// The indices of the largest numbers, largest first, ties in order.
export function largestPlaces(totals, count) {
  const places = [];
  let least = -Infinity; // that is useful
  for (let at = 0; at < totals.length; at += 1) {
    if (places.length === count && !(totals[at] > least)) continue;
    let to = places.length;
    while (to > 0 && totals[places[to - 1]] < totals[at]) to -= 1;
    places.splice(to, 0, at);
    places.splice(count);
    least = totals[places.at(-1)];
  }
  return places;
}

const EPSILON = 1e-5; // of PyTorch's LayerNorm

// The LayerNorm of vectors one after another, as long as its γ and β.
export function normalised(vectors, gain, shift) {
  const width = gain.length;
  const made = new Float32Array(vectors.length);
  for (let from = 0; from < vectors.length; from += width) {
    const own = vectors.subarray(from, from + width);
    const mean = own.reduce((sum, each) => sum + each, 0) / width;
    const variance = own.reduce((sum, each) => sum + (each - mean) ** 2, 0) / width;
    const root = Math.sqrt(variance + EPSILON);
    for (let at = 0; at < width; at += 1) made[from + at] = ((own[at] - mean) / root) * gain[at] + shift[at];
  }
  return made;
}
