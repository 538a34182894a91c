// Activations by the library's names, as the `needs` of a picture's record list them, made by the browser's own model:
// what viewer/frame/activations.py makes of a `Trace`.

import { chips } from "../../widgets/tokens.js";
import { onlyOf } from "./activations.js";

// Names from patterns: `*` stands for the number of every layer of the stack that the pattern begins with.
/** @param {string[]} patterns @param {ModelSizes} config */
export function expandNames(patterns, config) {
  return patterns.flatMap((pattern) =>
    pattern.includes("*")
      ? Array.from({ length: config[`${pattern.split(".")[0]}_layers`] }, (_, layer) =>
          pattern.replace("*", `${layer}`),
        )
      : [pattern],
  );
}

// What enters a sublayer, `encoder.0.self_attention.input`, is the result of the LayerNorm before it, or of the
// embedding; the stream after it, `encoder.0.feed_forward.after`, is its sum, normalised or not.
/** @param {string} name @param {ModelSizes} config */
function placeOf(name, { norm }) {
  const [stack, layer, sublayer, last] = name.split(".");
  if (last === "after") return `${stack}.${layer}.${sublayer}.${norm === "pre" ? "residual" : "norm"}`;
  if (last !== "input") return name;
  const normOf = (of, each) => `${stack}.${of}.${each}.norm`;
  if (norm === "pre") return normOf(layer, sublayer);
  if (sublayer !== "self_attention")
    return normOf(layer, sublayer === "feed_forward" && stack === "decoder" ? "cross_attention" : "self_attention");
  return layer === "0" ? `${stack}.input` : normOf(Number(layer) - 1, "feed_forward");
}

// A sentence's translation by beam search, and one pass over both; null if there is nothing to translate.
/**
 * @param {import("../engine.js").Engine} engine
 * @param {string} sentence
 * @param {string[]} needs
 * @returns {Payload<SentenceFacts, string> | null}
 */
export function namedPayload(engine, sentence, needs) {
  const source = engine.read(sentence);
  if (!source.text) return null;
  const { config } = engine.model;
  const { tokens } = engine.beam(source).hypotheses[0];
  const places = new Map(expandNames(needs, config).map((name) => [name, placeOf(name, config)]));
  const parts = [...places.values()].flatMap((place) => place.split("."));
  const { sourceTokens, targetTokens, outputTokens, ids, activations } = engine.trace(source, tokens, onlyOf(parts));
  const facts = {
    sentence,
    translation: engine.write(source, tokens),
    sizes: sizesOf(config, sourceTokens.length, targetTokens.length),
    tokens: { source: chips(sourceTokens), target: chips(targetTokens), output: chips(outputTokens) },
    ids: { source: source.ids, target: ids.slice(0, -1), output: ids.slice(1) },
  };
  const named = [...places].map(([name, place]) => [name, { ...activations.get(place), half: false }]);
  return { facts, tensors: Object.fromEntries(named) };
}

/** @param {ModelSizes} config @returns {Sizes} */
function sizesOf(config, S, T) {
  const { d_model: D, heads: H, d_ff, vocabulary_size: V, encoder_layers, decoder_layers } = config;
  return { S, T, D, H, d_k: D / H, d_ff, V, encoder_layers, decoder_layers };
}

// A payload with activations that the browser's own model made. What only the server knows is kept if it is of the same
// sentence.
/** @param {Payload<any, any>} sent @param {Payload<SentenceFacts, any>} made @param {boolean} isSame */
export function withActivations({ facts, tensors }, made, isSame) {
  const { sentence } = made.facts;
  return {
    facts: { ...facts, sentence, passage: made.facts, measured: isSame ? facts.measured : null },
    tensors: { ...(isSame && tensors), ...made.tensors },
  };
}
