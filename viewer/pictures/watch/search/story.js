// Where greedy decoding and beam search first differ, and what happened next, in words.

import { formatSigned, runningTotals, sum } from "../../../widgets/numbers.js";
import { PENALTIES } from "./score.js";

/** @param {SearchFacts} facts */
export function tellStory({ greedy, beam, parted, alpha }) {
  if (parted === null) return "Greedy decoding and the beam’s best hypothesis are the same, token by token.";
  const [totals, others] = [greedy, beam].map(({ logProbabilities }) => runningTotals(logProbabilities));
  return `${tellStep(greedy, beam, parted)}, ${wentOn(parted, totals, others)} ${verdict([greedy, beam], alpha)}`;
}

/** @param {ShownLine} greedy @param {ShownLine} beam */
function tellStep(greedy, beam, step) {
  const isCut = step >= Math.min(greedy.chips.length, beam.chips.length); // only truncated hypotheses
  if (isCut) return `They differ at step ${step + 1}, where one of them was cut off`;
  const [taken, kept] = [greedy, beam].map(({ logProbabilities }) => Math.exp(logProbabilities[step]).toFixed(2));
  const [ours, other] = [greedy, beam].map(({ chips }) => `“${chips[step].text}”`);
  const why = `because it had ${taken} against ${kept}`;
  return `At step ${step + 1} greedy chose ${ours}, ${why}; the beam kept ${other} too`;
}

function wentOn(step, totals, others) {
  const shared = Math.min(totals.length, others.length);
  const overtakes = totals.findIndex((total, at) => at >= step && at < shared && others[at] > total);
  const at = (all) => (overtakes < 0 ? all.at(-1) : all[overtakes]);
  const which = at(others) > at(totals) ? "higher" : "lower";
  const later = overtakes - step;
  const soon = later === 0 ? "at once" : later === 1 ? "one step later" : `${later} steps later`;
  const when = overtakes < 0 ? "in the end" : soon;
  return `and ${when} its total was ${which}: ${formatSigned(at(others), 2)} against ${formatSigned(at(totals), 2)}.`;
}

/** @param {ShownLine[]} lines */
function verdict(lines, alpha) {
  const lengths = lines.map(({ chips }) => chips.length);
  const scores = lines.map(({ logProbabilities }, at) => sum(logProbabilities) / PENALTIES.gnmt.of(lengths[at], alpha));
  const best = Number(scores[1] > scores[0]);
  const tokens = lengths[0] === lengths[1] ? "" : ` (${lengths[best]} tokens against ${lengths[1 - best]})`;
  const [higher, lower] = [scores[best], scores[1 - best]].map((score) => formatSigned(score, 3));
  return `With α = ${alpha}, ${["greedy", "the beam"][best]} scores better: ${higher} against ${lower}${tokens}.`;
}
