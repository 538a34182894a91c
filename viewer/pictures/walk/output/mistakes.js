// Common mistakes about the decoder and the whole model, answered by counts and measurements.

import { count } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";

/** @param {OutputView} view */
export function outputMistakes(view) {
  return [
    { said: "Self-attention cannot run in parallel.", answer: () => inParallel(view) },
    { said: "Greedy decoding is hopeless.", answer: () => greedyIsClose(view) },
  ];
}

/** @param {OutputView} view */
function inParallel(view) {
  const { T } = view.sizes;
  return [
    "It can, wherever the tokens are known. The encoder reads the whole sentence at once, and in training the " +
      "decoder " +
      "reads the whole translation at once: a position needs what the others hold in the layer below and never waits " +
      "for its neighbours. Only decoding goes step by step, because a token can’t be read before it’s written. " +
      "For this translation:",
    plainTable(
      ["", "runs of the decoder", "positions per run"],
      [
        ["training: all positions at once", "1", String(T)],
        ["decoding: one position per run", String(T), "1"],
      ],
    ),
    "A recurrent network has no such choice: it needs a step for every token in training too.",
  ];
}

/** @param {OutputView} view */
function greedyIsClose(view) {
  const { rows, beam } = view.facts.searches;
  const { greedy } = view.facts.measured ?? {};
  const { translation } = view.frame;
  const measured = rows.length
    ? [
        `It takes the most probable token at every step, never looks back, and still comes close to beam search ` +
          `(width ${beam}). This model’s BLEU, measured on whole test sets:`,
        plainTable(
          ["", "sentences", "greedy", "beam search", "they differ on"],
          rows.map((row) => [
            `${row.corpus}, ${row.split}`,
            count(row.sentences),
            row.greedy_bleu.toFixed(1),
            row.beam_bleu.toFixed(1),
            `${(100 * row.differ).toFixed(1)}%`,
          ]),
        ),
      ]
    : ["It hasn’t been measured for this model on a test set yet: run “python -m transformer measure searches”."];
  if (greedy === undefined) return measured;
  const both = `For your sentence both write “${greedy}”`;
  const each = `For your sentence greedy decoding writes “${greedy}” and beam search “${translation}”`;
  return [...measured, greedy === translation ? both : each];
}
