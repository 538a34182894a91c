// Where a translation’s word order crosses.

import { highest } from "../../../widgets/vectors.js";

// The cell where the rows' largest weights first move back to the left: where two words swap their English order. The
// largest weight in the first row, if there is none. The end of the sentence is not a word.
/** @param {Matrix} looks */
export function crossingIn({ data, rows, columns }) {
  const largest = [...Array(rows).keys()].map((row) => highest(data.subarray(row * columns, (row + 1) * columns)));
  const row = Math.max(
    0,
    largest.findIndex(
      (column, at) => at > 0 && at < rows - 1 && largest[at - 1] < columns - 1 && column < largest[at - 1],
    ),
  );
  return { row, column: largest[row] };
}
