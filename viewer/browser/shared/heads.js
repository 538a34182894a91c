// Weights of several heads taken together.

export function meanOfHeads(heads) {
  const { rows, columns } = heads[0];
  const data = Float32Array.from(
    { length: rows * columns },
    (_, index) => heads.reduce((sum, each) => sum + each.data[index], 0) / heads.length,
  );
  return { data, rows, columns };
}
