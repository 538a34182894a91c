// The names of activations, as the `needs` of a picture's record list them, and payloads that hold some.

// Names from patterns: `*` stands for the number of every layer of the stack that the pattern begins with.
/** @param {string[]} patterns @param {ModelSizes} config */
export function expandNames(patterns, config) {
  return patterns.flatMap((pattern) =>
    pattern.includes("*")
      ? Array.from(
          { length: pattern.startsWith("encoder") ? config.encoder_layers : config.decoder_layers },
          (_, layer) => pattern.replace("*", `${layer}`),
        )
      : [pattern],
  );
}

// What enters a sublayer, `encoder.0.self_attention.input`, is the result of the LayerNorm before it, or of the
// embedding; the stream after it, `encoder.0.feed_forward.after`, is its sum, normalised or not.
/** @param {string} name @param {Pick<ModelSizes, "norm">} config */
export function probedName(name, { norm }) {
  const [stack, layer, sublayer, last] = name.split(".");
  if (last === "after") return `${stack}.${layer}.${sublayer}.${norm === "pre" ? "residual" : "norm"}`;
  if (last !== "input") return name;
  const normOf = (/** @type {string | number} */ of, /** @type {string} */ each) => `${stack}.${of}.${each}.norm`;
  if (norm === "pre") return normOf(layer, sublayer);
  if (sublayer !== "self_attention")
    return normOf(layer, sublayer === "feed_forward" && stack === "decoder" ? "cross_attention" : "self_attention");
  return layer === "0" ? `${stack}.input` : normOf(Number(layer) - 1, "feed_forward");
}

// A payload with activations that the browser's own model made. What only the server knows is kept if it is of the same
// sentence.
/** @param {Sent<any>} sent @param {Payload<any, any>} made @param {boolean} isSame */
export function withActivations({ facts, tensors }, made, isSame) {
  const { sentence } = made.facts;
  return {
    facts: { ...facts, sentence, passage: made.facts, measured: isSame ? facts.measured : null },
    tensors: { ...(isSame && tensors), ...made.tensors },
  };
}

// Whether the server sent all that a page draws.
export const isWhole = (/** @type {Sent<any>} */ { facts }) => facts.passage !== null;
