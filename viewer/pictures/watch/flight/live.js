// What stage.py sends for a sentence, computed by the browser's own model.

import { keepOnly, logSoftmax } from "../../../engine/live/activations.js";
import { best } from "../../../engine/search.js";
import { chips, chipsWithin } from "../../../widgets/tokens.js";

const CANDIDATES = 5; // of each step
const NEEDED = [
  ...["encoder", "decoder", "self_attention", "cross_attention", "feed_forward"],
  ...["input", "residual", "norm", "weights", "logits"],
];

/**
 * null if there is nothing to translate. Only the server knows how far to trust the translation.
 * @param {import("../../../engine/engine.js").Engine} engine
 * @param {string} sentence
 * @param {FlightModel & { needs?: string[], ids?: number[] }} known  what the places in sight need, and, where the
 *   translation is known, its tokens
 * @returns {Payload<FlightFacts, string> | null}
 */
export default function livePayload(engine, sentence, { needs = [], ids, ...known }) {
  const source = engine.read(sentence);
  if (!source.text) return null;
  const tokens = ids ?? engine.beam(source).hypotheses[0].tokens;
  const probe = needs.length ? null : keepOnly(NEEDED);
  const { sourceTokens, targetTokens, outputTokens, activations } = engine.trace(source, tokens, probe);
  const steps = tokens.length; // in a truncated translation, the last position wrote nothing
  const candidates = findCandidates(activations.get("logits"), tokens, engine.tokenizer.vocabulary);
  const facts = {
    ...known,
    sentence,
    source: chips(sourceTokens),
    target: chips(targetTokens.slice(0, steps)),
    output: chips(outputTokens.slice(0, steps)),
    ids: tokens,
    text: engine.write(source, tokens),
    trust: null,
    ...{ candidates, needs },
  };
  const isShown = new RegExp(
    `^(encoder|decoder)\\.(input|\\d+\\.(feed_forward\\.${known.leaves}|\\w+_attention\\.weights))$`,
  );
  const tensors = {};
  for (const [name, { shape, data }] of activations)
    if (isShown.test(name) || needs.some((need) => belongs(need, name))) tensors[name] = { shape, data, half: false };
  for (const need of needs) Object.assign(tensors, collectRows(engine.model, need, candidates));
  return { facts, tensors: /** @type {Tensors<string>} */ (tensors) };
}

// Whether an activation is needed at a place, as `needed` of stage.py has it.
function belongs(need, name) {
  const [what, ...place] = need.split(".");
  if (what === "layer") return name.startsWith(`${place.join(".")}.`);
  if (what === "embed") return ["embedding", "positions", "input"].some((each) => name === `${place[0]}.${each}`);
  return what === "next" && name === "decoder.output";
}

// Rows of the model's matrices, which are no activations.
function collectRows({ weights, machine: { memory } }, need, candidates) {
  const [what, ...place] = need.split(".");
  const rows = (matrix, all) => {
    const found = all.map((row) => weights.rowOf(matrix, row));
    const data = new Float32Array(found.length * found[0].length);
    found.forEach((row, at) => {
      data.set(row, at * row.length);
    });
    return { shape: [found.length, found[0].length], data, half: false };
  };
  if (what === "next") {
    const step = candidates[Math.min(Number(place[0]), candidates.length - 1)];
    return {
      "rows.vocabulary": rows(
        weights.output_projection,
        step.map(({ id }) => id),
      ),
    };
  }
  if (what !== "neuron") return {};
  const { expand } = weights[`${place[0]}_layers`][Number(place[1])].feed_forward;
  const neuron = Number(place[2]);
  const bias = memory.floats[memory.integers[expand.at / 4 + 1] / 4 + neuron];
  return {
    "rows.expand": rows(expand, [neuron]),
    "rows.bias": { shape: [1], data: Float32Array.of(bias), half: false },
  };
}

// The most probable tokens of every step, and the chosen one, if it is not among them.
function findCandidates({ shape, data }, tokens, vocabulary) {
  const size = shape[1];
  return tokens.map((taken, step) => {
    const logProbabilities = logSoftmax(data.subarray(step * size, (step + 1) * size));
    const shown = best(logProbabilities, CANDIDATES);
    if (!shown.includes(taken)) shown[shown.length - 1] = taken;
    return shown.map((id) => {
      const [{ text, joined }] = chipsWithin([vocabulary[id]]);
      return { id, text, joined, probability: Math.exp(logProbabilities[id]), taken: id === taken };
    });
  });
}
