// What passage.py, frame.py and attention.py make of a sentence, made by the browser's own model.

import { layersOf, onlyOf, stacked } from "../../widgets/live/activations.js";
import { chips } from "../../widgets/tokens.js";

const STACKS = ["encoder", "decoder"];
const NEEDED = [...STACKS, "self_attention", "cross_attention", "feed_forward", "input", "norm", "weights", "output"];

// null if there is nothing to translate.
/**
 * @param {import("../../widgets/engine/engine.js").Engine} engine
 * @param {string} sentence
 * @returns {{ frame: FrameOfSentence, tensors: Tensors<AttentionEntering | `${Kind}.weights`> } | null}
 */
export function livePassage(engine, sentence) {
  const source = engine.read(sentence);
  if (!source.text) return null;
  const { tokens } = engine.beam(source).hypotheses[0];
  const { sourceTokens, targetTokens, outputTokens, activations } = engine.trace(source, tokens, onlyOf(NEEDED));
  const { config } = engine.model;
  const frame = {
    sentence,
    translation: engine.write(source, tokens),
    sizes: sizesOf(config, sourceTokens.length, targetTokens.length),
    tokens: { source: chips(sourceTokens), target: chips(targetTokens), output: chips(outputTokens) },
  };
  return { frame, tensors: tensorsOf(activations, config) };
}

/** @param {ModelSizes} config */
function sizesOf(config, S, T) {
  const { d_model: D, heads: H, d_ff, vocabulary_size: V, encoder_layers, decoder_layers } = config;
  return { S, T, D, H, d_k: D / H, d_ff, V, encoder_layers, decoder_layers };
}

// What enters all attentions, `<kind>.x` (layers, T, D), the encoder's output (S, D), and the weights, which the page
// would compute from them. A pre-norm layer normalises what enters; a post-norm layer what leaves the sublayer before.
/**
 * @param {EngineTrace["activations"]} activations
 * @param {ModelSizes} config
 * @returns {Tensors<AttentionEntering | `${Kind}.weights`>}
 */
function tensorsOf(activations, { norm, encoder_layers, decoder_layers }) {
  const isPre = norm === "pre";
  const layers = { encoder: layersOf("encoder", encoder_layers), decoder: layersOf("decoder", decoder_layers) };
  const before = (stack) =>
    isPre
      ? layers[stack].map((layer) => `${layer}.self_attention.norm`)
      : [`${stack}.input`, ...layers[stack].slice(0, -1).map((layer) => `${layer}.feed_forward.norm`)];
  const all = (stack, name) => layers[stack].map((layer) => `${layer}.${name}`);
  const stack = (places) => stacked(places.map((place) => activations.get(place)));
  const { shape, data } = activations.get("encoder.output");
  return {
    "encoder.x": stack(before("encoder")),
    "decoder.x": stack(before("decoder")),
    "cross.x": stack(all("decoder", isPre ? "cross_attention.norm" : "self_attention.norm")),
    memory: { shape, data: /** @type {Float32Array} */ (data), half: false },
    "encoder.weights": stack(all("encoder", "self_attention.weights")),
    "decoder.weights": stack(all("decoder", "self_attention.weights")),
    "cross.weights": stack(all("decoder", "cross_attention.weights")),
  };
}
