// What a place needs beyond what the whole picture shows.

import { KINDS } from "../../../widgets/focus.js";

const EMBEDDED = ["embedding", "positions", "input"];
const SCORES = ["raw_scores", "scores", "masked_scores", "weights"];
const ATTENTION = ["query", "key", "value", ...SCORES, "context", "residual", "norm"];
const FEED = ["norm", "hidden", "output", "residual"];
const SUBLAYERS = {
  encoder: { self_attention: ATTENTION, feed_forward: FEED },
  decoder: { self_attention: ATTENTION, cross_attention: ATTENTION, feed_forward: FEED },
};

// The names of activations.
/** @param {import("./place.js").Place} place @returns {string[]} */
export function namesOf({ level, way, kind, layer }) {
  const { stack } = KINDS[kind];
  if (!level) return [];
  if (way === "embed") return EMBEDDED.map((name) => `${stack}.${name}`);
  if (way === "next") return ["decoder.output"];
  return Object.entries(SUBLAYERS[stack]).flatMap(([sub, names]) =>
    names.map((name) => `${stack}.${layer}.${sub}.${name}`),
  );
}

// The module of whose matrix a product shows a row; null where none is shown.
/** @param {import("./place.js").Place} place @param {string} matrix  that of the output */
export function moduleOf({ level, way, kind, layer }, matrix) {
  if (level < 4) return null;
  if (way === "next") return matrix;
  return way === "feed" ? `${KINDS[kind].stack}_layers.${layer}.feed_forward.expand` : null;
}
