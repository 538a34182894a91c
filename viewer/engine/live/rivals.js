// The choice between a few words that a translation comes to, as the model makes it and under edits: Python makes the
// same in viewer/pictures/what_if/case/passage.py.

import { chips } from "../../widgets/tokens.js";
import { highest } from "../../widgets/vectors.js";
import { makeEditProbe } from "../edits.js";
import { END } from "../search.js";
import { logSoftmax, softmax } from "../softmax.js";
import { stackTensors } from "./activations.js";
import { wordPlaces } from "./orders.js";

const ACROSS = "cross_attention.weights";
const WORD_START = "▁";

// The greedy translation up to the first of the rivals, and for each change their probabilities there, and what follows;
// the first change is none. The decoy is the word that the layer's heads look at most in the mean, apart from the clue.
// Tensors: `weights`, what the heads of cross-attention look at for that step, (changes, layers, H, S).
/**
 * @param {Engine} engine @param {EngineSource} source @param {string[]} _names
 * @param {Extract<Decode, { kind: "rivals" }>} decode
 */
export function runRivals(engine, source, _names, { rivals: words, clue: [first, count], layer, changes }) {
  const { tokenizer } = engine;
  const sourceTokens = tokenizer.tokens(source.ids);
  const each = wordPlaces(sourceTokens);
  const clue = each.slice(first, first + count).flat();
  const others = each.filter((word) => !word.some((place) => clue.includes(place)));
  const { tokens } = engine.greedy(source);
  const { step, ids } = findHalt(tokenizer, tokens, words);
  const isHalted = step >= 0 && clue.length > 0;
  const prefix = isHalted ? tokens.slice(0, step) : tokens;
  const made = [];
  let decoy = /** @type {number[]} */ ([]);
  for (const change of isHalted ? changes : []) {
    made.push(changed(engine, source, { prefix, ids, places: { clue, decoy }, change }));
    if (made.length === 1) decoy = mostLooked(others, made[0].weights, layer);
  }
  /** @type {Omit<CasePassage, "sentence">} */
  const facts = {
    ...{ translation: engine.write(source, tokens), source: chips(sourceTokens), clue, decoy },
    prefix: chips(tokenizer.tokens(prefix.filter((id) => id !== END))),
    halted: isHalted,
    changes: made.map(({ facts: own }) => own),
  };
  /** @type {Record<string, Tensor>} */
  const tensors = isHalted ? { weights: stackTensors(made.map(({ weights }) => weights)) } : {};
  return { facts, tensors };
}

// The step before one of the words is written, and their ids there: after an apostrophe or a hyphen, as in `qu'elle`, a
// word has no mark at its beginning.
/** @param {Engine["tokenizer"]} tokenizer @param {number[]} ids @param {string[]} words */
function findHalt({ vocabulary }, ids, words) {
  const tokens = ids.map((id) => vocabulary[id]);
  const step = tokens.findIndex((token, at) => {
    const begins = token.startsWith(WORD_START) || at === 0 || /['-]$/.test(tokens[at - 1]);
    const word = token.replace(WORD_START, "");
    return words.includes(word) && begins && (word.endsWith("'") || !/^\p{L}/u.test(tokens[at + 1] ?? ""));
  });
  const start = step >= 0 && tokens[step].startsWith(WORD_START) ? WORD_START : "";
  const found = words.map((word) => vocabulary.indexOf(start + word));
  return { step: found.includes(-1) ? -1 : step, ids: found };
}

/** @param {number[][]} words @param {Tensor} weights @param {number} layer */
function mostLooked(words, { shape: [, heads, keys], data }, layer) {
  const mean = (/** @type {number} */ place) =>
    Array.from({ length: heads }, (_, head) => data[(layer * heads + head) * keys + place]).reduce((a, b) => a + b) /
    heads;
  const weights = words.map((word) => word.reduce((total, place) => total + mean(place), 0));
  return words[highest(weights)] ?? [];
}

/**
 * @param {Engine} engine @param {EngineSource} source
 * @param {{ prefix: number[], ids: number[], places: Record<string, number[]>, change: ChangeAsked }} asked
 */
function changed(engine, source, { prefix, ids, places, change }) {
  const { tokenizer, model } = engine;
  const edit = { close: change.hide.flatMap((name) => places[name]), heads: change.heads };
  const { activations } = engine.trace(source, prefix, makeEditProbe(edit, [`decoder.${ACROSS}`, "logits"]));
  const { shape, data } = activations.logits;
  const shares = softmax(data.subarray(prefix.length * shape[1], (prefix.length + 1) * shape[1]));
  const { tokens } = engine.greedy(source, { prefix, probe: makeEditProbe(edit) });
  const written = tokenizer.tokens(tokens.filter((id) => id !== END));
  const other = largestBut(shares, ids);
  const facts = {
    hide: change.hide,
    heads: change.heads,
    probabilities: ids.map((id) => shares[id]),
    other: { ...chips([tokenizer.vocabulary[other]])[0], probability: shares[other] },
    written: chips(written).slice(prefix.length),
  };
  const layers = Array.from({ length: model.config.decoder_layers }, (_, layer) =>
    rowAt(activations[`decoder.${layer}.${ACROSS}`], prefix.length),
  );
  return { facts, weights: stackTensors(layers) };
}

// One query's row of weights, (H, T, S) → (H, S).
/** @param {Probed} weights @param {number} query */
function rowAt({ shape, data }, query) {
  const [heads, queries, keys] = shape;
  const made = new Float32Array(heads * keys);
  for (let head = 0; head < heads; head += 1) {
    const from = (head * queries + query) * keys;
    made.set(data.subarray(from, from + keys), head * keys);
  }
  return { shape: [heads, keys], data: made };
}

function largestBut(/** @type {Float32Array} */ numbers, /** @type {number[]} */ without) {
  let found = -1;
  for (let at = 0; at < numbers.length; at += 1)
    if (!without.includes(at) && (found < 0 || numbers[at] > numbers[found])) found = at;
  return found;
}

// The greedy translation, as it is and under an edit: words of the source that are hidden, the first one and how many,
// and heads set to zero; and how probable the translation is then.
/**
 * @param {Engine} engine @param {EngineSource} source @param {string[]} _names
 * @param {Extract<Decode, { kind: "edited" }>} decode
 */
export function runEdited(engine, source, _names, { hide: [first, count], heads }) {
  const hidden = wordPlaces(engine.tokenizer.tokens(source.ids)).slice(first, first + count);
  const edit = { close: hidden.flat(), heads };
  const { tokens, logProbabilities } = engine.greedy(source);
  const after = engine.greedy(source, { probe: makeEditProbe(edit) }).tokens;
  const { shape, data } = engine.trace(source, tokens, makeEditProbe(edit, ["logits"])).activations.logits;
  const rows = tokens.map((id, step) => logSoftmax(data.subarray(step * shape[1], (step + 1) * shape[1]))[id]);
  const shares = [logProbabilities, rows].map((all) => Math.exp(all.reduce((sum, each) => sum + each, 0)));
  return { facts: { texts: [tokens, after].map((each) => engine.write(source, each)), shares }, tensors: {} };
}
