// Which numbers of the vectors the whole picture shows: those in which the words differ most.

import { plainNumbers } from "../../../transport/payload.js";

const CELLS = 8;

/** @param {FlightFacts} facts @param {Record<string, Tensor>} tensors */
export function chosenCells({ sizes: { layers } }, tensors) {
  const chosen = (stack) => {
    const left = Array.from({ length: layers[stack] }, (_, at) => `${stack}.${at}.feed_forward.after`);
    return telling([`${stack}.input`, ...left].map((name) => tensors[name]));
  };
  return { encoder: chosen("encoder"), decoder: chosen("decoder") };
}

// The dimensions of several (T, D) in which the tokens differ most, weighting each layer equally.
/** @param {Tensor[]} tensors */
function telling(tensors) {
  const [, width] = tensors[0].shape;
  const spread = new Float64Array(width);
  for (const tensor of tensors) {
    const [tokens] = tensor.shape;
    const own = /** @type {Float32Array} */ (plainNumbers(tensor));
    const variances = new Float64Array(width);
    let square = 0;
    for (let dimension = 0; dimension < width; dimension += 1) {
      let [sum, squares] = [0, 0];
      for (let at = dimension; at < own.length; at += width) {
        const value = own[at];
        sum += value;
        squares += value * value;
      }
      square += squares / own.length;
      variances[dimension] = squares / tokens - (sum / tokens) ** 2;
    }
    for (let dimension = 0; dimension < width; dimension += 1) spread[dimension] += variances[dimension] / square;
  }
  const widest = [...spread.keys()].sort((one, other) => spread[other] - spread[one]);
  return widest.slice(0, CELLS).sort((one, other) => one - other);
}
