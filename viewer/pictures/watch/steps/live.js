// What player.py sends of a sentence, made by the browser's own model: its translation, from which nothing forks.

import { layersOf, logSoftmax, onlyOf, stacked } from "../../../engine/live/activations.js";
import { best } from "../../../engine/search.js";
import { sum } from "../../../widgets/numbers.js";
import { chips, chipsWithin } from "../../../widgets/tokens.js";

const NEEDED = ["decoder", "self_attention", "cross_attention", "weights", "logits"];
const SHOWN = 10; // candidates of each step

/**
 * @param {import("../../../engine/engine.js").Engine} engine
 * @param {string} sentence
 * @param {StepsSearch & Pick<StepsFacts, "language" | "reads" | "alignedLayer" | "strategy">} known
 * @returns {Payload<StepsFacts, StepsTensor | "now.self"> | null}
 */
export default function livePayload(engine, sentence, known) {
  const source = engine.read(sentence);
  if (!source.text) return null;
  const { size, alpha, prefix, language, reads, alignedLayer, strategy } = known;
  const { found, runs } = searched(engine, source, { size, alpha, prefix });
  const { activations } = engine.trace(source, found.tokens, onlyOf(NEEDED));
  const { decoder_layers, heads: H, d_model: D } = engine.model.config;
  const written = engine.tokenizer.tokens(found.tokens);
  const text = engine.write(source, found.tokens);
  const each = found.tokens.map((taken, step) => ofStep(engine, activations.get("logits"), taken, step));
  const now = {
    chips: chips(written),
    text,
    forced: prefix.length,
    logProbabilities: found.logProbabilities,
    entropies: each.map(({ entropy }) => entropy),
    steps: each.map(({ candidates }) => candidates),
    leftAt: each.findIndex(({ candidates }) => !candidates[0].taken),
  };
  /** @type {StepsFacts} */
  const facts = {
    language,
    reads,
    alignedLayer,
    strategy,
    sizes: { S: source.ids.length, D, H, decoder_layers },
    recurrent: false,
    source: chips(source.tokens),
    branches: { now: { ...now, leftAt: now.leftAt < 0 ? null : now.leftAt } },
    path: [{ text, fork: null, chosen: null }],
    difference: null,
    runs,
  };
  const weights = (attention) => weightsOf(activations, attention, decoder_layers, found.tokens.length);
  return { facts, tensors: { "now.cross": weights("cross_attention"), "now.self": weights("self_attention") } };
}

// The translation, and how often each stack ran.
/** @param {import("../../../engine/engine.js").Engine} engine @param {EngineSource} source */
function searched(engine, source, { size, alpha, prefix }) {
  if (size === null) {
    const found = engine.greedy(source, { prefix });
    return { found, runs: { encoder: 1, decoder: found.tokens.length } };
  }
  const { hypotheses, nodes } = engine.beam(source, { size, alpha, prefix, record: true });
  return { found: hypotheses[0], runs: { encoder: 1, decoder: nodes.at(-1).step + 1 } };
}

// The most probable tokens of a step and the taken one, and how unsure the model is.
function ofStep({ tokenizer }, { shape, data }, taken, step) {
  const logProbabilities = logSoftmax(data.subarray(step * shape[1], (step + 1) * shape[1]));
  const shown = best(logProbabilities, SHOWN).map((id, rank) => ({ id, rank }));
  if (!shown.some(({ id }) => id === taken)) shown.push({ id: taken, rank: rankOf(logProbabilities, taken) });
  const candidates = shown.map(({ id, rank }) => {
    const [{ text, joined }] = chipsWithin(tokenizer.tokens([id]));
    const log_probability = logProbabilities[id];
    const probability = Math.exp(log_probability);
    const numbers = { rank, id, probability, log_probability, drawn_from: probability };
    return { ...numbers, taken: id === taken, text, joined };
  });
  return { candidates, entropy: -sum(logProbabilities.map((each) => Math.exp(each) * each)) };
}

const rankOf = (numbers, at) =>
  numbers.reduce((count, each, other) => count + Number(each > numbers[at] || (each === numbers[at] && other < at)), 0);

// The weights of every layer and head, (layers, H, T, S), without what follows the last token.
/** @param {EngineTrace["activations"]} activations */
function weightsOf(activations, attention, layers, rows) {
  return stacked(
    layersOf("decoder", layers).map((layer) => {
      const { shape, data } = activations.get(`${layer}.${attention}.weights`);
      const [heads, queries, keys] = shape;
      const kept = Array.from({ length: heads }, (_, head) => {
        const from = head * queries * keys;
        return { shape: [rows, keys], data: data.subarray(from, from + rows * keys) };
      });
      return stacked(kept);
    }),
  );
}
