// What this chapter computes: every token's logit at every position, from what leaves the decoder and from the output
// matrix.

import { affine } from "../../widgets/linear.js";
import { plainNumbers } from "../../widgets/payload.js";

/** @param {{ tensors: Record<string, Tensor> }} payload */
export function derivedOutput({ tensors }) {
  return {
    // h Eᵀ, (T, V): the output matrix has no bias.
    logits: () => {
      const [positions] = tensors.hidden.shape;
      const [vocabulary] = tensors.output.shape;
      const data = affine(tensors.hidden.data, plainNumbers(tensors.output), new Float32Array(vocabulary));
      return { shape: [positions, vocabulary], data, half: false };
    },
  };
}
