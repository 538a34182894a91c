// The function that a feed-forward layer applies to each neuron, as the model's configuration names it.

/** @type {Record<Activation, { name: string, of: (z: number) => number }>} */
export const ACTIVATIONS = {
  relu: { name: "ReLU", of: (z) => Math.max(0, z) },
  swish: { name: "swish", of: (z) => z / (1 + Math.exp(-z)) },
  gelu: { name: "GELU", of: (z) => (z * (1 + erf(z / Math.SQRT2))) / 2 },
};

// Of the normal distribution, wrong by at most 1.5e-7 (Abramowitz and Stegun, 7.1.26).
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const tail = factors.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x);
  return Math.sign(x) * (1 - tail);
}
