// What the player shows of a decoding, whoever made it: its tokens as chips, the candidates of its steps, its path.

import { headWeights } from "../../../widgets/heads.js";
import { chips, chipsWithin } from "../../../widgets/tokens.js";

/** @param {StepsSent} sent @returns {StepsFacts} */
export function stepsFacts({ layers, heads, width, passage, measured, ...model }) {
  const now = branchOf(passage.now);
  const { before = null, own = null, ...chosen } = measured ?? {};
  return {
    path: [{ text: now.text, step: null, chosen: null }],
    difference: null,
    ...model,
    ...chosen,
    sizes: { S: passage.source.length, D: width, H: heads, decoder_layers: layers },
    source: chips(passage.source),
    runs: passage.runs,
    branches: { now, before: before && branchOf(before), own: own && branchOf(own) },
  };
}

/** @param {DecodingFacts} decoding @returns {Branch} */
function branchOf({ tokens, candidates, ...decoding }) {
  const steps = candidates.map((each, step) => each.map((candidate) => candidateOf(candidate, tokens[step])));
  const left = steps.findIndex(([first]) => !first.taken);
  return { ...decoding, chips: chips(tokens), steps, leftAt: left < 0 ? null : left };
}

/** @param {CandidateFacts} candidate @returns {Candidate} */
function candidateOf({ rank, id, token, logProbability, drawnFrom }, taken) {
  const [{ text, joined }] = chipsWithin([token]);
  const probability = Math.exp(logProbability);
  return {
    rank,
    id,
    text,
    joined,
    probability,
    logProbability,
    drawnFrom: drawnFrom ?? probability,
    taken: token === taken,
  };
}

// The weights of one branch: of one head, or the mean over the layer's heads. A translation that was cut off has a last
// position that wrote nothing.
/** @param {StepsView} view @param {BranchName} branch @param {"self" | "cross"} attention */
export function weightsAt({ tensors, facts, layer, head }, branch, attention = "cross") {
  const of = branch === "now" ? "" : `${branch}.`;
  const weights = headWeights(tensors[`${of}decoder.${layer}.${attention}_attention.weights`], head);
  return { ...weights, rows: facts.branches[branch]?.chips.length ?? weights.rows };
}
