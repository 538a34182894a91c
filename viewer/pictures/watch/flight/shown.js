// What the flight shows of a sentence, whoever translated it.

import { best } from "../../../engine/search.js";
import { part } from "../../../transport/payload.js";
import { chipsWithin } from "../../../widgets/tokens.js";

const CANDIDATES = 5; // of each step

/** @param {FlightSent} sent @param {Tensors<string>} tensors @param {string[]} pieces @returns {FlightFacts} */
export function factsOf({ passage, measured, ...sent }, { logits }, pieces) {
  const { translation, sizes, tokens, ids, written } = passage;
  const { encoder_layers: encoder, decoder_layers: decoder, H: heads, D, d_k } = sizes;
  return {
    sentence: sent.sentence,
    source: tokens.source,
    target: tokens.target.slice(0, written),
    output: tokens.output.slice(0, written),
    text: translation,
    trust: measured,
    language: { code: sent.code, name: sent.language },
    reads: sent.reads,
    alignedLayer: sent.alignedLayer,
    norm: sent.norm,
    matrix: sent.matrix,
    engine: sent.engine,
    sizes: { layers: { encoder, decoder }, heads, D, d_k, activation: sent.activation },
    candidates: ids.output.slice(0, written).map((id, step) => candidatesOf(part(logits, step), id, pieces)),
  };
}

// The most probable tokens of a step, and the chosen one, if it is not among them.
/** @param {Float32Array} logits @param {number} taken @param {string[]} pieces */
function candidatesOf(logits, taken, pieces) {
  const shown = best(logits, CANDIDATES);
  const highest = logits[shown[0]];
  const total = logits.reduce((sum, each) => sum + Math.exp(each - highest), 0);
  if (!shown.includes(taken)) shown[shown.length - 1] = taken;
  return shown.map((id) => {
    const [{ text, joined }] = chipsWithin([pieces[id]]);
    return { id, text, joined, probability: Math.exp(logits[id] - highest) / total, taken: id === taken };
  });
}
