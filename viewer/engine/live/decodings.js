// What the browser's own model makes of a sentence: the facts of a decoding, and activations by the library's names, as
// the `needs` of a picture's record list them. Python makes the same of a translation: viewer/frame/activations.py, and
// player.py and tree.py in viewer/pictures/watch/, order.py and guesses.py in walk/, passage.py in what_if/case/.

import { chips } from "../../widgets/tokens.js";
import { largestPlaces } from "../../widgets/vectors.js";
import { keepOnly } from "./activations.js";
import { expandNames, probedName } from "./named.js";
import { runOrders } from "./orders.js";
import { runEdited, runRivals } from "./rivals.js";

const DECODINGS = { passage, whole, orders, guesses, steps, tree, rivals: runRivals, edited: runEdited };
const SHOWN = 10; // candidates of each step

/**
 * @param {Engine} engine
 * @param {string} sentence
 * @param {{ needs: string[], decode: Decode }} request
 * @returns {Payload<any, string> | null}  null if there is nothing to translate
 */
export function namedPayload(engine, sentence, { needs, decode }) {
  const source = engine.read(sentence);
  if (!source.text) return null;
  const names = expandNames(needs, engine.model.config);
  const { facts, tensors } = DECODINGS[decode.kind](engine, source, names, /** @type {any} */ (decode));
  return { facts: { sentence, ...facts }, tensors };
}

// The translation by beam search, and one pass over both sentences.
/** @param {Engine} engine @param {EngineSource} source @param {string[]} names */
function passage(engine, source, names) {
  let tokens = /** @type {number[]} */ ([]);
  const find = () => {
    ({ tokens } = engine.beam(source).hypotheses[0]);
    return tokens;
  };
  const { sourceTokens, targetTokens, outputTokens, ids, tensors } = traced(engine, source, find, names);
  /** @type {Omit<SentenceFacts, "sentence">} */
  const facts = {
    translation: engine.write(source, tokens),
    sizes: modelSizes(engine.model.config, sourceTokens.length, targetTokens.length),
    tokens: { source: chips(sourceTokens), target: chips(targetTokens), output: chips(outputTokens) },
    ids: { source: source.ids, target: ids.slice(0, -1), output: ids.slice(1) },
    written: tokens.length,
  };
  return { facts, tensors };
}

// The passage, with the likeliest tokens of every step instead of all logits, which are many times as large.
/** @param {Engine} engine @param {EngineSource} source @param {string[]} names */
function whole(engine, source, names) {
  const { facts, tensors: all } = passage(engine, source, [...names, "logits"]);
  const { logits, ...tensors } = all;
  const taken = facts.ids.output.slice(0, facts.written);
  const candidates = ofSteps(engine, logits, taken).map((each) => each.candidates);
  return { facts: { ...facts, candidates }, tensors };
}

// The passage, and the encoder's outputs for the same tokens in other orders.
/** @param {Engine} engine @param {EngineSource} source @param {string[]} names */
function orders(engine, source, names) {
  const [own, others] = [passage(engine, source, names), runOrders(engine, source)];
  return { facts: { ...own.facts, ...others.facts }, tensors: { ...own.tensors, ...others.tensors } };
}

// The passage, and what the decoder would write next if it ended after one of its layers.
/** @param {Engine} engine @param {EngineSource} source @param {string[]} names */
function guesses(engine, source, names) {
  const { model, tokenizer } = engine;
  const { machine } = model;
  const streams = expandNames(["decoder.*.feed_forward.after"], model.config);
  const { facts, tensors } = passage(engine, source, [...names, ...streams]);
  const guessesOf = (/** @type {string} */ stream) => {
    const [length, width] = tensors[stream].shape;
    const x = machine.rows(1, length, width);
    machine.numbers(x).set(tensors[stream].data);
    const logits = model.project(model.output(model.weights.decoder_norm, x, null));
    const best = machine.normalisers(logits);
    const numbers = machine.numbers(logits);
    return best.map(({ highest, logarithm }, row) => ({
      token: tokenizer.vocabulary[numbers.subarray(row * logits.width).indexOf(highest)],
      probability: Math.exp(-logarithm),
    }));
  };
  return {
    facts: { ...facts, guesses: streams.map((stream) => machine.memory.within(() => guessesOf(stream))) },
    tensors: Object.fromEntries(names.map((name) => [name, tensors[name]])),
  };
}

/** @param {ModelSizes} config @param {number} S @param {number} T @returns {Sizes} */
function modelSizes(config, S, T) {
  const { d_model: D, heads: H, d_ff, vocabulary_size: V, encoder_layers, decoder_layers } = config;
  return { S, T, D, H, d_k: D / H, d_ff, V, encoder_layers, decoder_layers };
}

/** @param {Engine} engine @param {EngineSource} source @param {number[] | (() => number[])} found @param {string[]} names */
function traced(engine, source, found, names) {
  const places = names.map((name) => probedName(name, engine.model.config));
  const trace = engine.trace(source, found, keepOnly(places));
  /** @type {[string, Tensor][]} */
  const named = names.map((name, at) => [name, { ...trace.activations[places[at]], half: false }]);
  return { ...trace, tensors: Object.fromEntries(named) };
}

// A translation token by token, with what else it could have been at every step.
/**
 * @param {Engine} engine @param {EngineSource} source @param {string[]} names
 * @param {Extract<Decode, { kind: "steps" }>} decode  greedy without a `size`
 */
function steps(engine, source, names, { size, alpha, prefix }) {
  const { hypotheses, nodes } =
    size === null
      ? { hypotheses: [engine.greedy(source, { prefix })], nodes: null }
      : engine.beam(source, { size, alpha, prefix, record: true });
  const [{ tokens: ids, logProbabilities }] = hypotheses;
  const { logits, ...tensors } = traced(engine, source, ids, [...names, "logits"]).tensors;
  const each = ofSteps(engine, logits, ids);
  /** @type {Omit<StepsPassage, "sentence">} */
  const facts = {
    source: source.tokens,
    runs: nodes ? nodes[nodes.length - 1].step + 1 : ids.length,
    now: {
      text: engine.write(source, ids),
      tokens: engine.tokenizer.tokens(ids),
      forced: prefix.length,
      logProbabilities,
      entropies: each.map(({ entropy }) => entropy()),
      candidates: each.map(({ candidates }) => candidates),
    },
  };
  return { facts, tensors };
}

// The most probable tokens of every step and the taken one, and how unsure the model is.
/** @param {Engine} engine @param {Tensor} logits @param {number[]} ids */
function ofSteps({ tokenizer, model: { machine } }, { shape: [, width], data }, ids) {
  const normalisers = machine.memory.within(() => {
    const x = machine.rows(1, ids.length, width);
    machine.numbers(x).set(data.subarray(0, ids.length * width));
    return machine.normalisers(x);
  });
  return ids.map((taken, step) => {
    const logits = /** @type {Float32Array} */ (data.subarray(step * width, (step + 1) * width));
    const logProbability = (/** @type {number} */ logit) =>
      logit - normalisers[step].highest - normalisers[step].logarithm;
    const shown = largestPlaces(logits, SHOWN).map((id, rank) => ({ id, rank }));
    if (!shown.some(({ id }) => id === taken)) shown.push({ id: taken, rank: findRank(logits, taken) });
    /** @param {{ id: number }} shown */
    const told = ({ id }) => ({ token: tokenizer.vocabulary[id], logProbability: logProbability(logits[id]) });
    const surprise = (/** @type {number} */ logit) => Math.exp(logProbability(logit)) * logProbability(logit);
    return {
      candidates: shown.map((each) => ({ ...each, ...told(each) })),
      entropy: () => -logits.reduce((sum, each) => sum + surprise(each), 0),
    };
  });
}

const findRank = (/** @type {Float32Array} */ numbers, /** @type {number} */ at) =>
  numbers.reduce((count, each, other) => count + Number(each > numbers[at] || (each === numbers[at] && other < at)), 0);

// Greedy decoding next to a beam search with all its hypotheses. Of activations of the decoder, (H, R, S), the rows are
// those of the hypotheses that were continued, the empty one first.
/**
 * @param {Engine} engine @param {EngineSource} source @param {string[]} names
 * @param {Extract<Decode, { kind: "tree" }>} decode
 */
function tree(engine, source, names, { size, alpha }) {
  const { tokenizer } = engine;
  /** @type {Map<string, Probed[]>} */
  const found = new Map(names.map((name) => [name, []])); // step by step, (B, H, 1, S)
  const record = (/** @type {string} */ name, /** @type {Probed} */ value) => {
    found.get(name)?.push({ ...value, data: value.data.slice() });
    return value;
  };
  const probe = Object.assign(record, keepOnly(names));
  /** @param {Pick<EngineHypothesis, "tokens" | "logProbabilities">} found */
  const line = ({ tokens, logProbabilities }) => ({ tokens: tokenizer.tokens(tokens), logProbabilities });
  const { hypotheses, nodes, greedily } = engine.beam(source, { size, alpha, record: true, probe });
  const greedy = line(greedily ?? engine.greedy(source));
  /** @type {Omit<TreePassage, "sentence">} */
  const facts = {
    source: source.tokens,
    greedy,
    beam: line(hypotheses[0]),
    nodes: nodes.map(({ score: _, token, ...node }) => ({ ...node, token: tokenizer.vocabulary[token] })),
  };
  const rows = continued(nodes);
  return { facts, tensors: Object.fromEntries([...found].map(([name, values]) => [name, rowsOf(values, rows)])) };
}

// The hypotheses that were continued, by the steps that continued them and their places in the beam there.
/** @param {EngineNode[]} nodes */
function continued(nodes) {
  const last = nodes[nodes.length - 1].step;
  const rows = [{ step: 0, place: 0 }];
  for (const { state, step } of nodes) {
    if (state !== "kept" || step === last) continue;
    const before = rows[rows.length - 1];
    rows.push({ step: step + 1, place: before.step === step + 1 ? before.place + 1 : 0 });
  }
  return rows;
}

/** @param {Probed[]} values @param {ReturnType<typeof continued>} rows */
function rowsOf(values, rows) {
  const [, heads, , length] = values[0].shape;
  const data = new Float32Array(heads * rows.length * length);
  for (const [row, { step, place }] of rows.entries())
    for (let head = 0; head < heads; head += 1) {
      const from = (place * heads + head) * length;
      data.set(values[step].data.subarray(from, from + length), (head * rows.length + row) * length);
    }
  return { shape: [heads, rows.length, length], data, half: false };
}
