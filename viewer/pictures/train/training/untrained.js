// The loss of a model that has learned nothing, and why it is higher than that of guessing evenly, in words.

import { count } from "../../../widgets/numbers.js";

/**
 * @param {UntrainedLoss} loss
 * @param {number} vocabulary
 */
export function describeUntrained(loss, vocabulary) {
  const { expected, even, spread, repeated, deviation, again, plain, smoothed } = loss;
  const smoothing = Math.abs(smoothed - plain);
  return (
    `Its loss is about ${expected.toFixed(1)} nats per token. Guessing evenly among ${count(vocabulary)} tokens ` +
    `would cost ln ${count(vocabulary)} = ${even.toFixed(2)}; random weights do worse, because they prefer some ` +
    `tokens for no reason. Their logits differ by ${deviation.toFixed(2)} (standard deviation), which costs ` +
    `${spread.toFixed(2)}. The output layer shares its weights with the embedding, so the token just read gets a ` +
    `probability of ${again.toFixed(2)} of coming again, which costs ${repeated.toFixed(2)}. Label smoothing is not ` +
    `the reason: it changes the loss by ${smoothing < 0.01 ? "less than 0.01" : smoothing.toFixed(2)}.`
  );
}
