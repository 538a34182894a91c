// What chapters compute of vectors and of the rows of a matrix.

import { innerProduct } from "../../widgets/linear.js";

export const rowOf = ({ data, columns }, row) => data.subarray(row * columns, (row + 1) * columns);

export const largest = (numbers) => numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0);

export const dot = (first, second) => innerProduct(first, 0, second, 0, first.length);

export const lengthOf = (vector) => Math.sqrt(dot(vector, vector));

export const cosineOf = (first, second) => dot(first, second) / Math.sqrt(dot(first, first) * dot(second, second));

// Computed when it is first asked for, and kept.
export function once(compute) {
  let made = null;
  return () => {
    made ??= compute();
    return made;
  };
}

// Places by falling value, and the first of them.
export const ranked = (values) => [...values.keys()].sort((one, other) => values[other] - values[one]);

export const highest = (values) => values.indexOf(Math.max(...values));

// The place of the number furthest from 0.
export const furthest = (values) => highest(Array.from(values, Math.abs));

export const textsOf = (chips) => chips.map(({ text }) => text);
