// The learning rate of every step under four schedules, as in transformer/training/schedule.py.

// Equation 3 of the paper.
export function paperRate({ d_model, warmup }, step) {
  return d_model ** -0.5 * Math.min(step ** -0.5, step * warmup ** -1.5);
}

// The other three peak at the highest rate that the paper's reaches within the run.
export function computeRates(sizes) {
  const peak = paperRate(sizes, Math.min(sizes.warmup, sizes.steps));
  return {
    "the paper’s warm-up": (step) => paperRate(sizes, step),
    constant: () => peak,
    growing: (step) => (peak * step) / sizes.steps,
    decaying: (step) => (peak * (sizes.steps + 1 - step)) / sizes.steps,
  };
}
