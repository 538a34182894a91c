// What passage.py, frame.py and attention.py make of a sentence, made by the browser's own model.

import { chips } from "../../widgets/tokens.js";

// null if there is nothing to translate.
/**
 * @param {import("../../widgets/engine/engine.js").Engine} engine
 * @param {string} sentence
 * @returns {{ frame: FrameOfSentence, entering: Tensors<AttentionEntering> } | null}
 */
export function livePassage(engine, sentence) {
  const source = engine.read(sentence);
  if (!source.text) return null;
  const { tokens } = engine.beam(source).hypotheses[0];
  const { sourceTokens, targetTokens, outputTokens, activations } = engine.trace(source, tokens);
  const { config } = engine.model;
  const frame = {
    sentence,
    translation: engine.write(source, tokens),
    sizes: sizesOf(config, sourceTokens.length, targetTokens.length),
    tokens: { source: chips(sourceTokens), target: chips(targetTokens), output: chips(outputTokens) },
  };
  return { frame, entering: enteringOf(activations, config) };
}

/** @param {ModelSizes} config */
function sizesOf(config, S, T) {
  const { d_model: D, heads: H, d_ff, vocabulary_size: V, encoder_layers, decoder_layers } = config;
  return { S, T, D, H, d_k: D / H, d_ff, V, encoder_layers, decoder_layers };
}

// What enters all attentions, `<kind>.x` (layers, T, D), and the encoder's output (S, D). A pre-norm layer normalises
// what enters; a post-norm layer what leaves the sublayer before.
/** @param {EngineTrace["activations"]} activations @param {ModelSizes} config @returns {Tensors<AttentionEntering>} */
function enteringOf(activations, { norm, encoder_layers: encoder, decoder_layers: decoder }) {
  const isPre = norm === "pre";
  const first = (stack) => (layer) => {
    if (isPre) return `${stack}.${layer}.self_attention.norm`;
    return layer ? `${stack}.${layer - 1}.feed_forward.norm` : `${stack}.input`;
  };
  const cross = (layer) => `decoder.${layer}.${isPre ? "cross" : "self"}_attention.norm`;
  const stacked = (layers, place) => {
    const all = Array.from({ length: layers }, (_, layer) => activations.get(place(layer)));
    const data = new Float32Array(layers * all[0].data.length);
    all.forEach((each, layer) => {
      data.set(each.data, layer * each.data.length);
    });
    return { shape: [layers, ...all[0].shape], data, half: false };
  };
  const { shape, data } = activations.get("encoder.output");
  return {
    "encoder.x": stacked(encoder, first("encoder")),
    "decoder.x": stacked(decoder, first("decoder")),
    "cross.x": stacked(decoder, cross),
    memory: { shape, data: /** @type {Float32Array} */ (data), half: false },
  };
}
