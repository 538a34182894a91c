// What stage.py sends for a sentence, computed by the browser's own model.

import { layersOf, logSoftmax, onlyOf, stacked } from "../../../engine/live/activations.js";
import { best } from "../../../engine/search.js";
import { chips, chipsWithin } from "../../../widgets/tokens.js";

const CANDIDATES = 5; // of each step
const NEEDED = [
  ...["encoder", "decoder", "self_attention", "cross_attention", "feed_forward"],
  ...["input", "residual", "norm", "weights", "logits"],
];
const ATTENTIONS = /** @type {const} */ ([
  ["encoder", "encoder", "self_attention"],
  ["decoder", "decoder", "self_attention"],
  ["cross", "decoder", "cross_attention"],
]);

// null if there is nothing to translate. Only the server knows how far to trust the translation.
/**
 * @param {import("../../../engine/engine.js").Engine} engine
 * @param {string} sentence
 * @param {MachineModel} model
 * @returns {Payload<MachineFacts, MachineTensor> | null}
 */
export default function livePayload(engine, sentence, { language, reads, alignedLayer }) {
  const source = engine.read(sentence);
  if (!source.text) return null;
  const { tokens } = engine.beam(source).hypotheses[0];
  const { sourceTokens, targetTokens, outputTokens, activations } = engine.trace(source, tokens, onlyOf(NEEDED));
  const steps = tokens.length; // in a truncated translation, the last position wrote nothing
  const written = outputTokens.slice(0, steps);
  const { config } = engine.model;
  const facts = {
    sentence,
    source: chips(sourceTokens),
    target: chips(targetTokens.slice(0, steps)),
    output: chips(written),
    text: engine.write(source, tokens),
    trust: null,
    language,
    reads,
    alignedLayer,
    candidates: candidatesOf(activations.get("logits"), tokens, engine.tokenizer.vocabulary),
  };
  const tensors = {
    encoder: streamOf(activations, "encoder", config, sourceTokens.length),
    decoder: streamOf(activations, "decoder", config, steps),
  };
  for (const [kind, stack, attention] of ATTENTIONS)
    tensors[`${kind}.weights`] = meanWeights(activations, stack, attention, config, {
      rows: stack === "encoder" ? sourceTokens.length : steps,
      columns: kind === "decoder" ? steps : sourceTokens.length,
    });
  return { facts, tensors: /** @type {Tensors<MachineTensor>} */ (tensors) };
}

// The vectors that go into a stack, and those that leave each of its layers: (layers + 1, T, D).
function streamOf(activations, stack, config, count) {
  const leaves = config.norm === "pre" ? "residual" : "norm";
  const places = [
    `${stack}.input`,
    ...layersOf(stack, config[`${stack}_layers`]).map((layer) => `${layer}.feed_forward.${leaves}`),
  ];
  const shape = [count, config.d_model];
  return stacked(
    places.map((place) => ({ shape, data: activations.get(place).data.subarray(0, shape[0] * shape[1]) })),
  );
}

// (layers, rows, columns), an attention's weights averaged over heads.
function meanWeights(activations, stack, attention, config, { rows, columns }) {
  const layers = layersOf(stack, config[`${stack}_layers`]);
  const data = new Float32Array(layers.length * rows * columns);
  for (const [layer, place] of layers.entries()) {
    const { shape, data: weights } = activations.get(`${place}.${attention}.weights`);
    const [heads, queries, keys] = shape;
    for (let head = 0; head < heads; head += 1)
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1)
          data[(layer * rows + row) * columns + column] += weights[(head * queries + row) * keys + column] / heads;
  }
  return { shape: [layers.length, rows, columns], data, half: false };
}

// The most probable tokens of every step, and the chosen one, if it is not among them.
function candidatesOf({ shape, data }, tokens, vocabulary) {
  const size = shape[1];
  return tokens.map((taken, step) => {
    const logProbabilities = logSoftmax(data.subarray(step * size, (step + 1) * size));
    const shown = best(logProbabilities, CANDIDATES);
    if (!shown.includes(taken)) shown[shown.length - 1] = taken;
    return shown.map((token) => {
      const [{ text, joined }] = chipsWithin([vocabulary[token]]);
      return { text, joined, probability: Math.exp(logProbabilities[token]), taken: token === taken };
    });
  });
}
