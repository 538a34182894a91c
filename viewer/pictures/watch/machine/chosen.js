// What the picture shows of a sentence's numbers: how many, which dimensions, and the row to end on.

import { part, plainNumbers } from "../../../transport/payload.js";
import { openingToken } from "../opening_token.js";

const CELLS = 8; // numbers shown of each vector
const HARD = 0.5; // a weight above which a row looks hard at one word

/**
 * @param {{facts: MachineFacts, tensors: Tensors<MachineTensor>}} payload
 * @returns {MachineChoices}
 */
export function chosenOf({ facts, tensors }) {
  const { source, output, alignedLayer } = facts;
  const [layers, , width] = tensors.encoder.shape;
  const rows = output.map((_, row) => part(tensors["cross.weights"], alignedLayer, row));
  const look = (token, key) => rows[token][key];
  return {
    sizes: { S: source.length, T: output.length, D: width },
    layers: { encoder: layers - 1, decoder: tensors.decoder.shape[0] - 1 },
    first: firstRow(rows) ?? openingToken(output, source, look),
    cells: { encoder: tellingDimensions(tensors.encoder), decoder: tellingDimensions(tensors.decoder) },
  };
}

// The row that looks hardest at a word before the last one looked at, because attention frees a translation from word
// order; undefined if no row goes back.
/** @param {ArrayLike<number>[]} rows the weights of the layer that aligns best, (T, S) */
export function firstRow(rows) {
  let found;
  let last = -1; // of the words looked at so far
  let hardest = HARD;
  for (const [row, weights] of rows.entries()) {
    const strength = Math.max(...Array.from(weights));
    const best = Array.from(weights).indexOf(strength);
    if (best < last && strength > hardest) [found, hardest] = [row, strength];
    last = Math.max(last, best);
  }
  return found;
}

// The dimensions of (layers + 1, T, D) in which the tokens differ most, weighting each layer equally.
/** @param {Tensor} tensor */
function tellingDimensions(tensor) {
  const [layers, tokens, width] = tensor.shape;
  const numbers = /** @type {Float32Array} */ (plainNumbers(tensor));
  const spread = new Float64Array(width);
  for (let layer = 0; layer < layers; layer += 1) {
    const own = numbers.subarray(layer * tokens * width, (layer + 1) * tokens * width);
    const square = own.reduce((sum, each) => sum + each * each, 0) / own.length;
    for (let dimension = 0; dimension < width; dimension += 1) {
      const column = Array.from({ length: tokens }, (_, token) => own[token * width + dimension]);
      const mean = column.reduce((sum, each) => sum + each, 0) / tokens;
      spread[dimension] += column.reduce((sum, each) => sum + (each - mean) ** 2, 0) / tokens / square;
    }
  }
  const widest = [...spread.keys()].sort((one, other) => spread[other] - spread[one]);
  return widest.slice(0, CELLS).sort((one, other) => one - other);
}
