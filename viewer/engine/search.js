// Greedy decoding and beam search for one sentence, as in transformer/decoding/greedy.py and beam_search.py: between
// equally probable continuations, the higher-ranked hypothesis wins, then the lower token id.

import { DecoderCache } from "./cache.js";

export const START = 2;
export const END = 3;
const ROOT = -1; // parent of the nodes of step 0

/**
 * @typedef {import("./transformer.js").Transformer} Transformer
 * @typedef {{limit: number, prefix?: number[], probe?: import("./probe.js").Probe | null}} Bounds `limit` is the most
 * tokens in a translation, `prefix` how it must begin
 */

// GNMT's length penalty (Wu et al. 2016, equation 14), for a hypothesis including END.
function lengthPenalty(length, alpha) {
  return ((5 + length) / 6) ** alpha;
}

// The most tokens a translation can have: 50 more than the source, fewer for a short one; after a prefix at least half
// as many.
/** @param {ModelSizes} config */
export function longestTranslation(config, sourceLength, prefixLength = 0) {
  const free = Math.min(config.max_length, 2 * sourceLength + 10, sourceLength + 50);
  return Math.min(Math.max(free, prefixLength + Math.floor(free / 2)), config.max_length);
}

// Takes the most probable token at each step; `alpha` affects only the score.
/** @param {Transformer} model @param {number[]} source @param {Bounds} bounds @returns {EngineHypothesis} */
export function greedy(model, source, { limit, prefix = [], probe = null }, alpha = 0) {
  return model.machine.memory.within(() => {
    const cache = new DecoderCache(model, model.encode(source, probe), 1, limit);
    const tokens = [];
    const logProbabilities = [];
    while (tokens.length < limit && tokens.at(-1) !== END) {
      const distribution = nextStep(model, cache, [tokens.at(-1) ?? START], probe);
      const token = prefix[tokens.length] ?? largest(distribution);
      tokens.push(token);
      logProbabilities.push(distribution[token]);
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
    const search = { size, alpha, record, nodes: [], finished: [], living: [empty] };
    for (let step = 0; ; step += 1) {
      const last = search.living.map(({ tokens }) => tokens.at(-1) ?? START);
      const logProbabilities = nextStep(model, cache, last, probe);
      const forced = prefix[step]; // one live hypothesis, with one continuation
      const totals = addTotals(search.living, logProbabilities);
      const ranked = forced === undefined ? best(totals, 2 * size) : [forced];
      advance(search, step, ranked, totals);
      const penalty = lengthPenalty(step + 1, alpha);
      if (!search.living.length || step + 1 >= limit) break;
      if (search.finished.length >= size && search.living[0].total / penalty <= search.finished.at(-1).score) break;
      cache.select(search.living.map(({ row }) => row));
    }
    return { hypotheses: rankHypotheses(search, limit), nodes: search.nodes };
  });
}

// Every hypothesis's total with every next token, (rows · V), in 32 bits, in place.
function addTotals(living, logProbabilities) {
  let at = 0;
  for (const { total } of living)
    for (const end = at + logProbabilities.length / living.length; at < end; at += 1) logProbabilities[at] += total;
  return logProbabilities;
}

// Sorts the candidates, best first, each given by its index in the totals, into finished, kept and pruned.
function advance(search, step, ranked, totals) {
  const { size, alpha, record, nodes, living } = search;
  const penalty = lengthPenalty(step + 1, alpha);
  const vocabulary = totals.length / living.length;
  const kept = [];
  for (const [rank, at] of ranked.entries()) {
    const [row, token, total] = [Math.floor(at / vocabulary), at % vocabulary, totals[at]];
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
/** @returns {EngineHypothesis[]} */
function rankHypotheses({ finished, living, alpha }, limit) {
  const cut = living.map(({ total, ...path }) => ({ ...path, score: total / lengthPenalty(limit, alpha) }));
  return (finished.length ? finished : cut).map(({ tokens, logProbabilities, score }) => ({
    tokens,
    logProbabilities,
    score,
    finished: finished.length > 0,
  }));
}

// The indices of the largest numbers, largest first, ties in order.
export function best(totals, count) {
  const places = [];
  let least = -Infinity; // that is useful
  for (let at = 0; at < totals.length; at += 1) {
    if (places.length === count && !(totals[at] > least)) continue;
    let to = places.length;
    while (to > 0 && totals[places[to - 1]] < totals[at]) to -= 1;
    places.splice(to, 0, at);
    places.splice(count);
    least = totals[places.at(-1)];
  }
  return places;
}

function largest(numbers) {
  let found = 0;
  for (let at = 1; at < numbers.length; at += 1) if (numbers[at] > numbers[found]) found = at;
  return found;
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

// Reads one more token of each hypothesis; returns the log-probabilities of the next one, (rows · V), until then.
/** @param {Transformer} model @param {DecoderCache} cache @param {number[]} tokens */
function nextStep(model, cache, tokens, probe) {
  const { machine } = model;
  return machine.memory.within(() => machine.logSoftmax(model.project(model.decode(tokens, cache, probe), probe)));
}
