// What this chapter computes: of every position the likeliest tokens, how sure the model is, and its loss.

import { logSoftmax } from "../../../engine/softmax.js";
import { part } from "../../../transport/payload.js";
import { largestPlaces, once } from "../../../widgets/vectors.js";

const TOP = 10; // tokens with bars

/**
 * @param {{ facts: OutputModel & { frame: Frame }, tensors: Record<string, Tensor> }} payload
 * @returns {Record<string, () => Tensor>}
 */
export function deriveOutput({ facts, tensors }) {
  const { sizes, ids } = facts.frame;
  const found = once(() => ids.output.map((id, at) => distributionAt(part(tensors.logits, at), id)));
  const of = (name, ...shape) => ({
    shape: [sizes.T, ...shape],
    data: Float32Array.from(found().flatMap((each) => each[name])),
    half: false,
  });
  return {
    top: () => of("top", Math.min(TOP, sizes.V)),
    confidence: () => of("best"),
    losses: () => of("loss"),
  };
}

function distributionAt(logits, chosen) {
  const logs = logSoftmax(logits);
  const top = largestPlaces(logits, TOP);
  return { top, best: Math.exp(logs[top[0]]), loss: -logs[chosen] };
}
