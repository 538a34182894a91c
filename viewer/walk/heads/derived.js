// What this chapter computes from what enters each attention and from the model's matrices.

import { derivedAttention } from "../frame/attention.js";

/** @param {{ tensors: Record<string, Tensor> }} payload */
export function derivedHeads({ tensors }) {
  return derivedAttention(tensors);
}
