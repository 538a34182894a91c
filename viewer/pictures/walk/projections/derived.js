// What this chapter computes from what enters each attention, and from its queries, keys and values.

import { deriveAttention } from "../../../frame/attention.js";

/** @param {{ tensors: Record<string, Tensor> }} payload */
export const deriveProjections = ({ tensors }) => deriveAttention(tensors);
