// An energy of Bahdanau's attention as a sum, and where a translation's word order crosses.

// The terms v_k tanh(a_k + b_k), the largest first, each with its numbers; `others` sums up the rest, positive and
// negative, so that everything adds up to the energy.
/**
 * @param {Numbers} states @param {Numbers} words @param {Numbers} v  one for each number in the hidden layer
 * @param {number} energy  as the model computed it
 * @param {number} most  how many terms are shown one by one
 */
export function largestTerms(states, words, v, energy, most) {
  const terms = Array.from(v, (weight, k) => {
    const squeezed = Math.tanh(states[k] + words[k]);
    return { k, weight, state: states[k], word: words[k], squeezed, term: weight * squeezed };
  }).sort((one, other) => Math.abs(other.term) - Math.abs(one.term));
  const [shown, left] = [terms.slice(0, most), terms.slice(most)];
  const above = left.filter(({ term }) => term >= 0);
  const total = (of) => of.reduce((sum, { term }) => sum + term, 0);
  const sumAbove = total(above);
  return {
    shown,
    others: {
      above: { count: above.length, sum: sumAbove },
      below: { count: left.length - above.length, sum: energy - total(shown) - sumAbove },
    },
  };
}

// The cell where the rows' largest weights first move back to the left: where two words swap their English order. The
// largest weight in the first row, if there is none. The end of the sentence is not a word.
/** @param {Matrix} looks */
export function crossingIn({ data, rows, columns }) {
  const largest = [...Array(rows).keys()].map((row) => {
    const weights = Array.from(data.subarray(row * columns, (row + 1) * columns));
    return weights.indexOf(Math.max(...weights));
  });
  const row = Math.max(
    0,
    largest.findIndex(
      (column, at) => at > 0 && at < rows - 1 && largest[at - 1] < columns - 1 && column < largest[at - 1],
    ),
  );
  return { row, column: largest[row] };
}
