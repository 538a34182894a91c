// Common misreadings of positions, each answered by what is measured on this model and this sentence.

import { part } from "../../../transport/payload.js";
import { count, short, sum } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { outputsOf, pairsOf } from "./common.js";

/** @param {PositionsView} view */
export function mistakes(view) {
  return [
    { said: "Positions are learned.", answer: () => computedOrLearned(view) },
    { said: "Attention is permutation invariant.", answer: () => equivariance(view) },
  ];
}

/** @param {PositionsView} view */
function computedOrLearned(view) {
  const { sinusoidal, learned, reuse } = view.facts;
  const paper = "The paper tried both with nearly the same result (table 3, row E: BLEU 25.7 learned, 25.8 computed).";
  if (!sinusoidal) return [`In this model they are: ${count(reuse.parameters)} trained numbers. ${paper}`];
  const [computed, trained] = [part(view.tensors["alike.sinusoids"]), part(view.tensors["alike.learned"])];
  const cosine = ({ data, columns }, position) => short(data[position * columns + position + 1]);
  const last = Math.min(computed.columns, trained.columns) - 2;
  const { columns } = part(view.tensors["learned.shown"]);
  return [
    `They can be. In this model they are computed: ${count(reuse.parameters)} of the table’s ` +
      `${count(reuse.numbers)} numbers were trained. ${paper} Here is a table that a small ` +
      `model learned, next to this one:`,
    plainTable(
      ["", "computed", "learned"],
      [
        ["trained numbers per row", String(reuse.parameters / reuse.rows), String(columns)],
        ["cosine of positions 1 and 2", cosine(computed, 1), cosine(trained, 1)],
        [`cosine of positions ${last} and ${last + 1}`, cosine(computed, last), cosine(trained, last)],
        ["BLEU of two small models that differ only in the table", learned.bleu_sinusoidal, learned.bleu_learned],
      ],
    ),
    `None of the small model’s training sentences reached position ${learned.seen}. A computed table has rows there; ` +
      `a learned one has only the random numbers it started with.`,
  ];
}

/** @param {PositionsView} view */
function equivariance(view) {
  const [off, on] = differencesOf(view, pairsOf(view)[view.pair]);
  const line = (name, which) => [name, short(off[which]), short(on[which])];
  return [
    "Self-attention without positions is permutation equivariant: reorder the tokens, and the outputs are reordered " +
      "the same way. An invariant output would stay as it is, like the sum of all rows. Measured on the whole " +
      "encoder, with the two orders chosen above:",
    plainTable(
      ["largest difference between the two outputs", "positions off", "positions on"],
      [
        line("row by row, as they come out (0 if invariant)", "unmoved"),
        line("each row moved along with its token (0 if equivariant)", "moved"),
        line("the sum of all rows", "pooled"),
      ],
    ),
    "The decoder’s cross-attention is such a sum, a weighted one. Without positions in the encoder it would read the " +
      "same from both orders.",
  ];
}

// With positions off, and on.
/** @param {PositionsView} view @param {OrderedPair} pair */
const differencesOf = (view, pair) =>
  ["off", "on"].map((name) => {
    const [first, second] = outputsOf(view, pair, name);
    return orderDifferences(first, second, pair.order);
  });

// The largest differences of two outputs: row by row as they were read, each token with itself, and of the sums.
// `first` and `second` have the same token in the same row; `order` has the token that was read at each place.
export function orderDifferences(first, second, order) {
  const { data, columns } = first;
  const widest = (partner) =>
    data.reduce((most, value, at) => {
      const row = Math.floor(at / columns);
      return Math.max(most, Math.abs(value - second.data[partner(row) * columns + (at % columns)]));
    }, 0);
  const pooled = Array.from({ length: columns }, (_, column) => {
    const total = (matrix, rows) => Math.fround(sum(rows.map((row) => matrix.data[row * columns + column])));
    return Math.abs(total(first, [...order.keys()]) - total(second, order));
  });
  return { unmoved: widest((row) => order[row]), moved: widest((row) => row), pooled: Math.max(...pooled) };
}
