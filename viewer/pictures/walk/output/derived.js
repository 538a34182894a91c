// What this chapter computes: of every position the likeliest tokens, how sure the model is, and its loss; and what each
// layer would predict if it were the last, as transformer/analysis/measures/lens.py.

import { logSoftmax } from "../../../engine/softmax.js";
import { part, plainNumbers } from "../../../transport/payload.js";
import { affine } from "../../../widgets/linear.js";
import { largestPlaces, normalised, once } from "../../../widgets/vectors.js";

const TOP = 10; // tokens with bars
const LENS_TOP = 5; // tokens of a layer

/**
 * @param {{ facts: OutputModel & { frame: Frame }, tensors: Record<string, Tensor> }} payload
 * @returns {Record<string, () => Tensor>}
 */
export function deriveOutput({ facts, tensors }) {
  const { sizes, ids } = facts.frame;
  const levels = Array.from({ length: sizes.decoder_layers + 1 }, (_, level) => level);
  const positions = ids.output.map((_, position) => position);
  const own = once(() => positions.map((at) => distributionAt(part(tensors.logits, at), ids.output[at], TOP)));
  const lens = once(() => levels.map((level) => lensAt(level)));
  const lensAt = (level) => {
    const logits = level === sizes.decoder_layers ? tensors.logits : lensLogits(facts, tensors, level);
    return positions.map((at) => distributionAt(part(logits, at), ids.output[at], LENS_TOP));
  };
  const [T, most, fewer] = [sizes.T, Math.min(TOP, sizes.V), Math.min(LENS_TOP, sizes.V)];
  const of = (found, shape, name) => ({
    shape,
    data: Float32Array.from(found.flatMap((each) => each[name])),
    half: false,
  });
  return {
    top: () => of(own(), [T, most], "top"),
    confidence: () => of(own(), [T], "best"),
    losses: () => of(own(), [T], "loss"),
    lensTop: () => of(lens().flat(), [levels.length, T, fewer], "top"),
    lensProbabilities: () => of(lens().flat(), [levels.length, T, fewer], "probabilities"),
    lensChosen: () => of(lens().flat(), [levels.length, T], "chosen"),
    lensRanks: () => of(lens().flat(), [levels.length, T], "rank"),
  };
}

function distributionAt(logits, chosen, most) {
  const logs = logSoftmax(logits);
  const top = largestPlaces(logits, most);
  const probabilities = top.map((id) => Math.exp(logs[id]));
  const rank = logits.reduce((count, each) => count + (each > logits[chosen]), 0);
  return { top, probabilities, best: probabilities[0], loss: -logs[chosen], chosen: Math.exp(logs[chosen]), rank };
}

// Norm(x) Eᵀ + b, (T, V), of the stream that enters the decoder's layers, or that leaves one of them.
/** @returns {Tensor} */
function lensLogits({ matrix, frame }, tensors, level) {
  const stream = tensors[level ? `decoder.${level - 1}.feed_forward.after` : "decoder.input"].data;
  const [gain, shift] = ["weight", "bias"].map((name) => tensors[`decoder_norm.${name}`]);
  const read = frame.norm === "pre" ? normalised(stream, plainNumbers(gain), plainNumbers(shift)) : stream;
  const bias = tensors["output_projection.bias"];
  const added = bias ? plainNumbers(bias) : new Float32Array(frame.sizes.V);
  const data = affine(read, plainNumbers(tensors[`${matrix}.weight`]), added);
  return { shape: [frame.sizes.T, frame.sizes.V], data, half: false };
}
