// What this chapter computes from what enters each attention and from the model's matrices.

import { KINDS } from "../../widgets/focus.js";
import { plainNumbers } from "../../widgets/payload.js";
import { derivedAttention } from "../frame/attention.js";

/** @param {{ tensors: Record<string, Tensor> }} payload */
export function derivedHeads({ tensors }) {
  const derived = derivedAttention(tensors);
  for (const kind of Object.keys(KINDS)) {
    derived[`joined.${kind}.shares`] = () => tensors[`${kind}.shares`];
    derived[`joined.${kind}.bias`] = () => plain(tensors[`${kind}.joiningBias`]);
  }
  return derived;
}

function plain(tensor) {
  return { ...tensor, data: plainNumbers(tensor), half: false };
}
