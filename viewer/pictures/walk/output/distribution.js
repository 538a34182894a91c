// softmax(z / τ) over the whole vocabulary, with its entropy, largest logit and sum: as Sampling.probabilities of
// transformer/decoding/strategies.py.

export function computeDistribution(logits, temperature) {
  let most = -Infinity;
  for (const logit of logits) if (logit > most) most = logit;
  let sum = 0;
  let weighted = 0;
  for (const logit of logits) {
    const distance = (logit - most) / temperature;
    const weight = Math.exp(distance);
    sum += weight;
    weighted += weight ? weight * distance : 0;
  }
  return {
    of: (logit) => Math.exp((logit - most) / temperature) / sum,
    entropy: Math.log(sum) - weighted / sum,
    most,
    sum,
  };
}
