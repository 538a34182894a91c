// What the flight shows of a sentence, whoever translated it.

import { chipsWithin } from "../../../widgets/tokens.js";

const CANDIDATES = 5; // of each step

/** @param {FlightSent} sent @returns {FlightFacts} */
export function factsOf({ passage, measured, ...sent }) {
  const { translation, sizes, tokens, ids, written } = passage;
  const { encoder_layers: encoder, decoder_layers: decoder, H: heads, D, d_k, V } = sizes;
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
    sizes: { layers: { encoder, decoder }, heads, D, d_k, V, activation: sent.activation },
    candidates: ids.output.slice(0, written).map((id, step) => candidatesOf(passage.candidates[step], id)),
  };
}

// The most probable tokens of a step, and the chosen one, if it is not among them.
/** @param {readonly CandidateFacts[]} likeliest @param {number} taken */
function candidatesOf(likeliest, taken) {
  const shown = likeliest.slice(0, CANDIDATES);
  if (!shown.some(({ id }) => id === taken)) [shown[shown.length - 1]] = likeliest.filter(({ id }) => id === taken);
  return shown.map(({ id, token, logProbability }) => {
    const [{ text, joined }] = chipsWithin([token]);
    return { id, text, joined, probability: Math.exp(logProbability), taken: id === taken };
  });
}
