// What tree.py sends of a sentence, made by the browser's own model.

import { onlyOf, stacked } from "../../../engine/live/activations.js";
import { chips, chipsWithin } from "../../../widgets/tokens.js";

/**
 * @param {import("../../../engine/engine.js").Engine} engine
 * @param {string} sentence
 * @param {{ size: number, alpha: number, alignedLayer: number }} known
 * @returns {Payload<SearchFacts, "weights"> | null}
 */
export default function livePayload(engine, sentence, { size, alpha, alignedLayer }) {
  const source = engine.read(sentence);
  if (!source.text) return null;
  const { tokenizer } = engine;
  const { decoder_layers: layers, heads } = engine.model.config;
  const greedy = engine.greedy(source);
  const probe = attentionOfSteps();
  const { hypotheses, nodes } = engine.beam(source, { size, alpha, record: true, probe });
  const beam = hypotheses[0];
  const { weights, rows } = rowsOf(nodes, probe.steps, [heads, source.ids.length]);
  const paths = pathsOf(nodes);
  const line = ({ tokens, logProbabilities }) => ({ chips: chips(tokenizer.tokens(tokens)), logProbabilities });
  const parted = beam.tokens.findIndex((token, step) => token !== greedy.tokens[step]);
  const facts = {
    sentence,
    size,
    alpha,
    layers,
    heads,
    alignedLayer,
    source: chips(source.tokens),
    nodes: nodes.map(({ parent, step, token, logProbability, total, state }, index) => {
      const [{ text, joined }] = chipsWithin(tokenizer.tokens([token]));
      const isGreedy = paths[index].every((each, at) => each === greedy.tokens[at]);
      const translation = tokenizer.decode(paths[index]);
      return {
        ...{ parent, step, text, joined, logProbability, total, state },
        ...{ row: rows[index], translation, greedy: isGreedy },
      };
    }),
    greedy: line(greedy),
    beam: line(beam),
    parted: parted < 0 ? (greedy.tokens.length > beam.tokens.length ? beam.tokens.length : null) : parted,
  };
  return { facts, tensors: { weights } };
}

// Keeps the cross-attention of every step, layer by layer (B, H, 1, S).
function attentionOfSteps() {
  const steps = [];
  const probe = (name, value) => {
    if (name.startsWith("decoder.0.")) steps.push([]);
    steps.at(-1).push(value.data);
    return value;
  };
  return Object.assign(probe, { ...onlyOf(["decoder", "cross_attention", "weights"]), steps });
}

// The tokens up to and including each node.
/** @param {EngineNode[]} nodes */
function pathsOf(nodes) {
  const paths = [];
  for (const { parent, token } of nodes) paths.push(parent < 0 ? [token] : [...paths[parent], token]);
  return paths;
}

// The attention with which each node was predicted, as in transformer/analysis/measures/search_attention.py: (R, L, H,
// S), one row for each hypothesis that was continued, and each node's row.
/** @param {EngineNode[]} nodes */
function rowsOf(nodes, steps, [heads, length]) {
  const size = heads * length;
  const rows = [];
  const rowOf = new Map();
  const add = (step, live) => rows.push(steps[step].map((layer) => layer.subarray(live * size, (live + 1) * size))) - 1;
  rowOf.set(-1, add(0, 0));
  const last = nodes.at(-1).step;
  const alive = Array(last + 1).fill(0); // kept nodes of a step, which are the next step's rows, in this order
  for (const [index, { state, step }] of nodes.entries()) {
    if (state !== "kept") continue;
    if (step < last) rowOf.set(index, add(step + 1, alive[step]));
    alive[step] += 1;
  }
  const weights = stacked(rows.map((row) => stacked(row.map((data) => ({ shape: [heads, length], data })))));
  return { weights, rows: nodes.map(({ parent }) => rowOf.get(parent)) };
}
