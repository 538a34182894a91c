// What this chapter computes from what enters each attention and from the model's matrices: the weights as they are,
// and as they would be without the scaling, or with a mask that is multiplied.

import { KINDS } from "../../widgets/focus.js";
import { derivedAttention, softmaxed, withoutLater } from "../frame/attention.js";

/** @param {{ tensors: Record<string, Tensor> }} payload */
export function derivedScores({ tensors }) {
  const derived = derivedAttention(tensors);
  for (const kind of Object.keys(KINDS)) {
    const raw = () => tensors[`${kind}.raw_scores`];
    derived[`${kind}.unscaled`] = () => softmaxed(kind === "decoder" ? withoutLater(raw()) : raw());
  }
  derived["decoder.multiplied"] = () => softmaxed(withoutLater(tensors["decoder.scores"], 0));
  return derived;
}
