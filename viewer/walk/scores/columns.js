// A common mistake: softmax down the columns, over the queries of each key; as `column_weights` and
// `column_weights_so_far` of transformer/analysis/measures/what_if.py.

// Of masked scores: the weights over all queries (`whole`), those over a query and the ones before it (`soFar`), and
// what each row of the first comes to (`sums`).
export function columnWeights({ data, rows, columns }) {
  const whole = new Float32Array(data.length);
  const soFar = new Float32Array(data.length);
  const sums = new Float64Array(rows);
  for (let key = 0; key < columns; key += 1) {
    let most = -Infinity;
    for (let query = 0; query < rows; query += 1) most = Math.max(most, data[query * columns + key]);
    const parts = [];
    let total = 0;
    for (let query = 0; query < rows; query += 1) {
      const at = query * columns + key;
      parts.push(Math.exp(data[at] - most));
      total += parts[query];
      soFar[at] = parts[query] ? parts[query] / total : 0;
    }
    parts.forEach((each, query) => {
      whole[query * columns + key] = each / total;
      sums[query] += each / total;
    });
  }
  return { whole, soFar, sums };
}
