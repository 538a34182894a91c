// A common mistake: softmax down the columns, over the queries of each key; as `column_weights` and
// `column_weights_so_far` of transformer/analysis/measures/what_if.py.

// Of masked scores: the weights over all queries (`whole`), those over a query and the ones before it (`soFar`), and
// the sum of each row of the first (`sums`).
export function columnWeights({ data, rows, columns }) {
  const whole = new Float32Array(data.length);
  const soFar = new Float32Array(data.length);
  const sums = new Float64Array(rows);
  for (let key = 0; key < columns; key += 1) {
    const scores = data.filter((_, at) => at % columns === key);
    const most = Math.max(...scores);
    const parts = Array.from(scores, (score) => Math.exp(score - most));
    let total = 0;
    parts.forEach((each, query) => {
      total += each;
      soFar[query * columns + key] = each ? each / total : 0;
    });
    parts.forEach((each, query) => {
      whole[query * columns + key] = each / total;
      sums[query] += each / total;
    });
  }
  return { whole, soFar, sums };
}
