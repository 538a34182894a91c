// What this chapter computes from what enters each attention, from queries and keys, and from the query matrix.

import { deriveAttention, moduleOf, placeOf, products, project } from "../../../frame/attention.js";
import { KINDS } from "../../../widgets/focus.js";

/** @param {{ facts: { frame: Frame }, tensors: Record<string, Tensor> }} payload */
export function deriveProjections({ facts: { frame }, tensors }) {
  const derived = deriveAttention(tensors);
  for (const kind of /** @type {Kind[]} */ (Object.keys(KINDS)))
    for (let layer = 0; layer < frame.sizes[`${KINDS[kind].stack}_layers`]; layer += 1) {
      const [place, projection] = [placeOf(kind, layer), `${moduleOf(kind, layer)}.query_projection`];
      const x = () => tensors[`${place}.input`];
      const memory = () => (kind === "cross" ? tensors["encoder.output"] : x());
      derived[`${place}.naive`] = () => products(x(), memory());
      // One matrix for both sides: the queries', with its bias.
      derived[`${place}.symmetric`] = () => {
        const [weight, bias] = ["weight", "bias"].map((name) => tensors[`${projection}.${name}`]);
        const both = [x(), memory()].map((entering) => project(entering, weight, bias, frame.sizes.H));
        return products(both[0], both[1]);
      };
      derived[`${place}.asymmetric`] = () => products(tensors[`${place}.query`], tensors[`${place}.key`]);
    }
  return derived;
}
