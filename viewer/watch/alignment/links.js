// Which word looks at which, and how many of the links are right, as in transformer/decoding/alignment.py.

// Weights between words: the mean over a target word's pieces, the sum over a source word's, END as its own column.
export function wordWeights({ data, columns }, { source, target }) {
  const end = columns - 1;
  return target.map((rows) => {
    const mean = (column) => rows.reduce((sum, row) => sum + data[row * columns + column], 0) / rows.length;
    return { words: source.map((members) => members.reduce((sum, column) => sum + mean(column), 0)), end: mean(end) };
  });
}

// A word that looks mostly at the end of the sentence is linked to nothing.
export function linksOf(weights) {
  return weights.flatMap(({ words: row, end }, target) => {
    const best = row.indexOf(Math.max(...row));
    return row[best] > end ? [[best, target]] : [];
  });
}

// The alignment error rate from the number of links found, of true links, and of both.
export function errorRate(found, truth, right) {
  return 1 - (2 * right) / Math.max(1, found + truth);
}
