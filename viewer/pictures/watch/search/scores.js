// Both searches over whole test sets: a table, and the answer to a common claim about greedy decoding.

import { element } from "../../../widgets/elements.js";
import { mistakesBox } from "../../../widgets/mistakes.js";
import { formatSigned } from "../../../widgets/numbers.js";
import { buildStackedTable } from "../../../widgets/stacked_table.js";

const COLUMNS = [
  "test set",
  "sentences",
  "BLEU: greedy · beam",
  "they differ on",
  "mean log-probability per sentence: greedy · beam",
  "ms per sentence: greedy · beam",
];

/** @param {SearchScores} scores */
export function scoresBox(scores) {
  const both = ({ greedy, beam }, written) => `${written(greedy)} · ${written(beam)}`;
  const rows = scores.rows.map((row) => [
    row.name,
    row.sentences.toLocaleString("en"),
    both(row, ({ bleu }) => bleu.toFixed(1)),
    `${(100 * row.differ).toFixed(1)}%`,
    both(row, ({ logProbability }) => formatSigned(logProbability, 3)),
    both(row, ({ milliseconds }) => milliseconds.toFixed(0)),
  ]);
  const hint = `Beam ${scores.beam}, α = ${scores.alpha}. BLEU by sacreBLEU, cased and detokenised.`;
  return element(
    "section",
    "",
    { "data-from": "prove" },
    element("h3", "", "On whole test sets"),
    buildStackedTable(COLUMNS, rows, Array(5).fill("mono")),
    element("p", "hint", `${hint} Timed one sentence at a time.`),
    mistakesBox([{ said: "Greedy decoding is hopeless.", answer: () => [element("p", "", describeScores(scores))] }])
      .element,
  );
}

// What was measured on one test set, in words.
/** @param {SearchScores} scores */
export function describeScores({ rows, toldOf, beam: size }) {
  const { name, sentences, greedy, beam, differ } = rows[toldOf];
  const same = Math.round(sentences * (1 - differ)).toLocaleString("en");
  return (
    `Not with this model. On ${name} greedy decoding reaches ${greedy.bleu.toFixed(1)} BLEU and a beam of ${size} ` +
    `${beam.bleu.toFixed(1)}; they agree on ${same} of ${sentences.toLocaleString("en")} sentences. Beam search ` +
    `takes ${(beam.milliseconds / greedy.milliseconds).toFixed(1)} times as long. Greedy fails where the right ` +
    `start looks worse than a wrong one, as in the sentence this page opens with.`
  );
}
