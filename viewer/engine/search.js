// Greedy decoding and beam search for one sentence, as in transformer/decoding/greedy.py and beam_search.py: between
// equally probable continuations, the higher-ranked hypothesis wins, then the lower token id.

import { DecoderCache } from "./cache.js";

export const START = 2;
export const END = 3;
const ROOT = -1; // parent of the nodes of step 0
const MARGIN = 0.01; // more than 32 bits can be wrong by

/**
 * @typedef {import("./transformer.js").Transformer} Transformer
 * @typedef {{limit: number, prefix?: number[], probe?: Probe | null}} Bounds `limit` is the most
 * tokens in a translation, `prefix` how it must begin
 * @typedef {{row: number, token: number, total: number}} Candidate the continuation of a hypothesis
 * @typedef {{tokens: number[], logProbabilities: number[], total: number}} Path
 * @typedef {{total: number, highest: number, logarithm: number}} Row a hypothesis, see `Machine.normalisers`
 * @typedef {{size: number, alpha: number, record: boolean, nodes: EngineNode[], finished: (Path & {score: number})[],
 * living: (Path & {node: number, row: number})[]}} Search
 */

// GNMT's length penalty (Wu et al. 2016, equation 14), for a hypothesis including END.
function lengthPenalty(/** @type {number} */ length, /** @type {number} */ alpha) {
  return ((5 + length) / 6) ** alpha;
}

// The most tokens a translation can have: 50 more than the source, fewer for a short one; after a prefix at least half
// as many.
/** @param {ModelSizes} config @param {number} sourceLength */
export function longestTranslation(config, sourceLength, prefixLength = 0) {
  const free = Math.min(config.max_length, 2 * sourceLength + 10, sourceLength + 50);
  return Math.min(Math.max(free, prefixLength + Math.floor(free / 2)), config.max_length);
}

// Takes the most probable token at each step; `alpha` affects only the score.
/** @param {Transformer} model @param {number[]} source @param {Bounds} bounds @returns {EngineHypothesis} */
export function greedy(model, source, { limit, prefix = [], probe = null }, alpha = 0) {
  return model.machine.memory.within(() => {
    const cache = new DecoderCache(model, model.encode(source, probe), 1, limit);
    const tokens = /** @type {number[]} */ ([]);
    const logProbabilities = [];
    while (tokens.length < limit && tokens.at(-1) !== END) {
      const last = [{ tokens: [...tokens], total: 0 }];
      const [{ token, total }] = nextStep(model, cache, last, probe, 1, prefix[tokens.length]);
      tokens.push(token);
      logProbabilities.push(total);
    }
    const score = sum(logProbabilities) / lengthPenalty(tokens.length, alpha);
    return { tokens, logProbabilities, score, finished: tokens.at(-1) === END };
  });
}

// Keeps the `size` most probable unfinished hypotheses at each step: of the 2 · size best continuations, those among
// the first `size` that end are finished, and the first `size` that do not end continue. Done when `size` hypotheses
// are finished and no live one scores better at its current length than the worst of them.
/**
 * @param {Transformer} model @param {number[]} source @param {Bounds} bounds
 * @param {{size: number, alpha: number, record: boolean}} options
 * @returns {EngineSearch}
 */
export function beamSearch(model, source, { limit, prefix = [], probe = null }, { size, alpha, record }) {
  return model.machine.memory.within(() => {
    const cache = new DecoderCache(model, model.encode(source, probe), size, limit);
    const empty = { total: 0, tokens: [], logProbabilities: [], node: ROOT, row: 0 };
    /** @type {Search} */
    const search = { size, alpha, record, nodes: [], finished: [], living: [empty] };
    const likeliest = { tokens: [], logProbabilities: [], row: 0 }; // greedy decoding, as long as the beam has it
    for (let step = 0; ; step += 1) {
      // A token of the prefix is the one continuation of the one live hypothesis.
      advance(search, step, nextStep(model, cache, search.living, probe, 2 * size, prefix[step], likeliest));
      likeliest.row = search.living.findIndex(({ tokens }) => String(tokens) === String(likeliest.tokens));
      const penalty = lengthPenalty(step + 1, alpha);
      if (!search.living.length || step + 1 >= limit) break;
      if (search.finished.length >= size && search.living[0].total / penalty <= search.finished[size - 1].score) break;
      cache.select(search.living.map(({ row }) => row));
    }
    const { row: _, ...path } = likeliest;
    const greedily = path.tokens.at(-1) === END ? path : null;
    return { hypotheses: rankHypotheses(search, limit), nodes: search.nodes, greedily };
  });
}

// Sorts the candidates, best first, into finished, kept and pruned.
/** @param {Search} search @param {number} step @param {Candidate[]} candidates */
function advance(search, step, candidates) {
  const { size, alpha, record, nodes, living } = search;
  const penalty = lengthPenalty(step + 1, alpha);
  const kept = [];
  for (const [rank, { row, token, total }] of candidates.entries()) {
    if (total === -Infinity) continue;
    const parent = living[row];
    const logProbability = total - parent.total;
    const score = total / penalty;
    const fits = token === END ? rank < size : kept.length < size;
    const state = fits ? (token === END ? "finished" : "kept") : "pruned";
    if (record) nodes.push({ parent: parent.node, step, token, logProbability, total, score, state });
    if (!fits) continue;
    const tokens = [...parent.tokens, token];
    const path = { total, tokens, logProbabilities: [...parent.logProbabilities, logProbability] };
    if (token === END) search.finished.push({ ...path, score });
    else kept.push({ ...path, node: nodes.length - 1, row });
  }
  search.finished.sort((a, b) => b.score - a.score).splice(size);
  search.living = kept;
}

// The finished hypotheses, best score first; if none ended within the limit, the truncated ones.
/** @param {Search} search @param {number} limit @returns {EngineHypothesis[]} */
function rankHypotheses({ finished, living, alpha }, limit) {
  const cut = living.map(({ total, ...path }) => ({ ...path, score: total / lengthPenalty(limit, alpha) }));
  return (finished.length ? finished : cut).map(({ tokens, logProbabilities, score }) => ({
    tokens,
    logProbabilities,
    score,
    finished: finished.length > 0,
  }));
}

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, each) => total + each, 0);

// Reads the last token of each hypothesis; returns the best continuations, or the only one that is allowed. Adds to the
// likeliest path, if it is among the hypotheses.
/**
 * @param {Transformer} model @param {DecoderCache} cache
 * @param {{tokens: number[], total: number}[]} living @param {Probe | null} probe
 * @param {number} count @param {number | undefined} forced
 * @param {{tokens: number[], logProbabilities: number[], row: number}} [likeliest]
 */
function nextStep(model, cache, living, probe, count, forced, likeliest) {
  const { machine } = model;
  return machine.memory.within(() => {
    const last = living.map(({ tokens }) => tokens.at(-1) ?? START);
    const x = model.project(model.decode(last, cache, probe), probe);
    const normalisers = machine.normalisers(x);
    const rows = living.map(({ total }, row) => ({ total, ...normalisers[row] }));
    const logits = machine.numbers(x);
    if (likeliest && likeliest.row >= 0) {
      const { row } = likeliest;
      const own = logits.subarray(row * x.width, (row + 1) * x.width);
      const [{ token, total }] = bestContinuations(own, [{ ...rows[row], total: 0 }], 1);
      likeliest.tokens.push(token);
      likeliest.logProbabilities.push(total);
    }
    if (forced === undefined) return bestContinuations(logits, rows, count);
    return [{ row: 0, token: forced, total: totalOf(logits[forced], rows[0]) }];
  });
}

// A hypothesis's total with a next token, in 32 bits.
function totalOf(/** @type {number} */ logit, /** @type {Row} */ { total, highest, logarithm }) {
  return Math.fround(Math.fround(Math.fround(logit - highest) - logarithm) + total);
}

// The highest totals, highest first; of equal ones first that of the earlier row, then of the lower token.
/** @param {Float32Array} logits @param {Row[]} rows @param {number} count @returns {Candidate[]} */
function bestContinuations(logits, rows, count) {
  const vocabulary = logits.length / rows.length;
  const found = /** @type {Candidate[]} */ ([]);
  for (const [row, normaliser] of rows.entries()) {
    // Lower logits are out of the question: few totals need to be computed.
    const boundOf = () =>
      found[count - 1].total - normaliser.total + normaliser.logarithm + normaliser.highest - MARGIN;
    let bound = found.length < count ? -Infinity : boundOf();
    for (let token = 0, at = row * vocabulary; token < vocabulary; token += 1, at += 1) {
      if (logits[at] < bound) continue;
      const total = totalOf(logits[at], normaliser);
      if (found.length === count && !(total > found[count - 1].total)) continue;
      let to = found.length;
      while (to > 0 && found[to - 1].total < total) to -= 1;
      found.splice(to, 0, { row, token, total });
      found.length = Math.min(found.length, count);
      if (found.length === count) bound = boundOf();
    }
  }
  return found;
}
