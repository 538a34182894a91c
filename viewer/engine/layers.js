// The encoder's and the decoder's layer (section 3.1 and figure 1 of the paper), as in transformer/model/layers.py.

import { attention, everythingIn } from "./attention.js";
import { scopeProbe } from "./probe.js";

/** @typedef {{machine: Machine, config: ModelSizes}} Setting */

// FFN(x) = max(0, x W_1 + b_1) W_2 + b_2
/** @param {Setting} setting @param {FeedForwardWeights} weights @param {Rows} x @param {Probe | null} probe */
function feedForward({ machine }, weights, x, probe) {
  const hidden = machine.point(probe, "hidden", machine.rectify(machine.affine(weights.expand, x)));
  return machine.point(probe, "output", machine.affine(weights.contract, hidden));
}

// post-norm, as published: LayerNorm(x + Sublayer(x)); pre-norm: x + Sublayer(LayerNorm(x)). In place of x.
/** @type {(setting: Setting, weights: {norm: number}, x: Rows, sublayer: (x: Rows) => Rows, probe: Probe | null) => Rows} */
function addAndNorm({ machine, config }, { norm }, x, sublayer, probe) {
  return machine.memory.within(() => {
    if (config.norm === "pre") {
      const normalised = machine.point(probe, "norm", machine.normalise(norm, x));
      return machine.point(probe, "residual", machine.add(x, sublayer(normalised)));
    }
    const residual = machine.point(probe, "residual", machine.add(x, sublayer(x)));
    return machine.point(probe, "norm", machine.normalise(norm, residual, residual));
  });
}

// Self-attention, then feed-forward: (1, S, D) → (1, S, D).
/** @param {Setting} setting @param {EncoderLayer} layer @param {Rows} x @param {Probe | null} probe */
export function encoderLayer(setting, layer, x, probe) {
  const { machine, config } = setting;
  const [attend, feed] = [scopeProbe(probe, "self_attention"), scopeProbe(probe, "feed_forward")];
  const look = (/** @type {Rows} */ y) =>
    attention(machine, layer.self_attention, config.heads, y, everythingIn(machine, layer.self_attention, y), attend);
  x = addAndNorm(setting, layer.self_attention_add, x, look, attend);
  return addAndNorm(setting, layer.feed_forward_add, x, (y) => feedForward(setting, layer.feed_forward, y, feed), feed);
}

// Masked self-attention, then cross-attention over the encoder's output, then feed-forward: (B, T, D) → (B, T, D).
/** @param {Setting} setting @param {DecoderLayer} layer @param {Rows} x @param {LayerCache} cache @param {Probe | null} probe */
export function decoderLayer(setting, layer, x, cache, probe) {
  const { machine, config } = setting;
  const [attend, cross] = [scopeProbe(probe, "self_attention"), scopeProbe(probe, "cross_attention")];
  const feed = scopeProbe(probe, "feed_forward");
  /** @param {Rows} y */
  const look = (y) => attention(machine, layer.self_attention, config.heads, y, cache.grown(y), attend);
  /** @param {Rows} y */
  const lookAcross = (y) => attention(machine, layer.cross_attention, config.heads, y, cache.source, cross);
  x = addAndNorm(setting, layer.self_attention_add, x, look, attend);
  x = addAndNorm(setting, layer.cross_attention_add, x, lookAcross, cross);
  return addAndNorm(setting, layer.feed_forward_add, x, (y) => feedForward(setting, layer.feed_forward, y, feed), feed);
}
