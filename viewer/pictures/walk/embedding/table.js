// Which rows of the table are near to one of them, as transformer/analysis/measures/vocabulary.py: by cosine similarity,
// never padding.

import { part, plainNumbers } from "../../../transport/payload.js";
import { innerProduct } from "../../../widgets/linear.js";
import { largestPlaces } from "../../../widgets/vectors.js";

export const PAD = 0;
const NEIGHBOURS = 10;

// The cosine of each row with one of them, which itself and padding are `instead`.
/** @param {Tensor} table (V, D) @param {number} id @param {number} instead */
export function cosinesWith(table, id, instead) {
  const [count, width] = table.shape;
  const [row, rows] = [part(table, id), plainNumbers(table)];
  const own = Math.sqrt(innerProduct(row, 0, row, 0, width));
  return Float32Array.from({ length: count }, (_, other) => {
    if (other === id || other === PAD) return instead;
    const from = other * width;
    const length = Math.sqrt(innerProduct(rows, from, rows, from, width));
    return innerProduct(row, 0, rows, from, width) / Math.max(own * length, 1e-12);
  });
}

/** @param {Tensor} table @param {number} id */
export function nearestTo(table, id) {
  const cosines = cosinesWith(table, id, -Infinity);
  const ids = largestPlaces(cosines, Math.min(NEIGHBOURS, cosines.length - 2));
  return { ids, cosines: ids.map((each) => cosines[each]) };
}

// The row least alike, and the share of the other rows whose cosine is below 0.
/** @param {Tensor} table @param {number} id */
export function leastAlike(table, id) {
  const cosines = cosinesWith(table, id, 1);
  const [least] = largestPlaces(
    cosines.map((each) => -each),
    1,
  );
  return { least, cosine: cosines[least], below: cosines.filter((each) => each < 0).length / (cosines.length - 2) };
}
