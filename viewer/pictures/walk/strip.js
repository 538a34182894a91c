// A vector as a strip of cells, as strong as its numbers are large.

import { element } from "../../widgets/elements.js";
import "./strip.css";

const CELLS = 12; // of a vector's numbers, the first

// The largest number that strips show of vectors of so many numbers, one after the other.
/** @param {Numbers} vectors */
export function stripLimit(vectors, size) {
  let most = 0;
  for (let at = 0; at < vectors.length; at += 1) if (at % size < CELLS) most = Math.max(most, Math.abs(vectors[at]));
  return most || 1;
}

// `means` is what it is: query, key or value; `limit` the largest number of all strips that are compared.
/**
 * @param {Numbers} vector
 * @param {{ means: string, limit: number, told: string }} look
 */
export function strip(vector, { means, limit, told }) {
  const cells = [...vector.slice(0, CELLS)].map((number) =>
    element("i", "", { style: `--share: ${Math.round((100 * Math.abs(number)) / limit)}%` }),
  );
  const title = `${told}: the first ${CELLS} of its ${vector.length} numbers`;
  return element("span", "cells", { style: `--tone: var(--${means})`, title }, ...cells);
}
