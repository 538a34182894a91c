// What this chapter computes from what enters each attention and from the model's matrices.

import { KINDS } from "../../widgets/focus.js";
import { derivedAttention, products, projectedBy } from "../frame/attention.js";

/** @param {{ tensors: Record<string, Tensor> }} payload */
export function derivedProjections({ tensors }) {
  const derived = derivedAttention(tensors);
  for (const kind of Object.keys(KINDS)) {
    const [x, weight, bias] = ["x", "weight", "bias"].map((name) => () => tensors[`${kind}.${name}`]);
    const memory = () => (kind === "cross" ? tensors.memory : x());
    derived[`${kind}.naive`] = () => products(x(), memory());
    // One matrix for both sides: the queries', with its bias.
    derived[`${kind}.symmetric`] = () =>
      products(...[x(), memory()].map((entering) => projectedBy(entering, weight(), bias(), "query")));
    derived[`${kind}.asymmetric`] = () => tensors[`${kind}.raw_scores`];
  }
  return derived;
}
