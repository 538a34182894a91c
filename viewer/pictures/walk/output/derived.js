// What this chapter computes: every token's logit at every position, from what leaves the decoder and from the output
// matrix.

import { plainNumbers } from "../../../transport/payload.js";
import { affine } from "../../../widgets/linear.js";

/** @param {{ tensors: Record<string, Tensor> }} payload */
export function derivedOutput({ tensors }) {
  if (tensors.logits) return {}; // of a matrix that is too large to be sent
  return {
    // h Eᵀ + b, (T, V); most models have no b.
    logits: () => {
      const [positions] = tensors.hidden.shape;
      const [vocabulary] = tensors.output.shape;
      const bias = tensors.outputBias?.data ?? new Float32Array(vocabulary);
      const data = affine(tensors.hidden.data, plainNumbers(tensors.output), bias);
      return { shape: [positions, vocabulary], data, half: false };
    },
  };
}
