// Products of vectors and matrices. Sums use 64 bits.

// X Wᵀ + b: T × D numbers, n × D factors as `nn.Linear` stores them, and n biases become T × n numbers.
export function affine(/** @type {Numbers} */ input, /** @type {Numbers} */ factors, /** @type {Numbers} */ bias) {
  const width = factors.length / bias.length;
  const made = new Float32Array((input.length / width) * bias.length);
  for (let from = 0, at = 0; from < input.length; from += width)
    for (let column = 0; column < bias.length; column += 1, at += 1)
      made[at] = bias[column] + innerProduct(input, from, factors, column * width, width);
  return made;
}

// Σ_i a[from + i] b[other + i]
/** @type {(a: Vector, from: number, b: Vector, other: number, count: number) => number} */
export function innerProduct(a, from, b, other, count) {
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += a[from + at] * b[other + at];
  return sum;
}
