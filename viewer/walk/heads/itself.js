// How many tokens give their own token the largest weight; as `largest_on_itself` of
// transformer/analysis/measures/head_patterns.py.

// Of one head of self-attention: the rows that have a choice, and those of them whose largest weight is their own.
export function onItself({ data, rows, columns }, kind) {
  let own = 0;
  const first = kind === "decoder" ? 1 : 0; // the first token of a masked attention sees itself alone
  for (let row = first; row < rows; row += 1) {
    const weights = data.subarray(row * columns, (row + 1) * columns);
    if (weights.indexOf(Math.max(...weights)) === row) own += 1;
  }
  return { own, choosing: Math.max(0, rows - first) };
}
