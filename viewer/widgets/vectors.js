// Vectors, rows of a matrix, and which of some numbers are the largest.

import { innerProduct } from "./linear.js";

export const rowOf = (/** @type {Omit<Matrix, "rows">} */ { data, columns }, /** @type {number} */ row) =>
  data.subarray(row * columns, (row + 1) * columns);

export const largest = (/** @type {Summable} */ numbers) =>
  numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0);

export const dotProduct = (/** @type {Vector} */ first, /** @type {Vector} */ second) =>
  innerProduct(first, 0, second, 0, first.length);

export const lengthOf = (/** @type {Vector} */ vector) => Math.sqrt(dotProduct(vector, vector));

export const cosineOf = (/** @type {Vector} */ first, /** @type {Vector} */ second) =>
  dotProduct(first, second) / Math.sqrt(dotProduct(first, first) * dotProduct(second, second));

// Computed when it is first asked for, and kept.
/** @template Made @param {() => Made} compute */
export function once(compute) {
  let made = /** @type {Made | undefined} */ (undefined);
  return () => {
    made ??= compute();
    return made;
  };
}

// Sort places by falling value; the second function returns the first of them.
/** @param {number[] | Numbers} values */
export const rankPlaces = (values) => [...values.keys()].sort((one, other) => values[other] - values[one]);

export const highest = (/** @type {number[] | Numbers} */ values) => values.indexOf(Math.max(...values));

// The place of the number furthest from 0.
export const furthest = (/** @type {Vector} */ values) => highest(Array.from(values, Math.abs));

// The indices of the largest numbers, largest first, ties in order.
export function largestPlaces(/** @type {Vector} */ totals, /** @type {number} */ count) {
  const places = /** @type {number[]} */ ([]);
  let least = -Infinity; // that is useful
  for (let at = 0; at < totals.length; at += 1) {
    if (places.length === count && !(totals[at] > least)) continue;
    let to = places.length;
    while (to > 0 && totals[places[to - 1]] < totals[at]) to -= 1;
    places.splice(to, 0, at);
    places.splice(count);
    least = totals[places[places.length - 1]];
  }
  return places;
}
