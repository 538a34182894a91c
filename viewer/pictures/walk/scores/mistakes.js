// Common mistakes about scores and masks, each answered by what this head measures.

import { part } from "../../../transport/payload.js";
import { element } from "../../../widgets/elements.js";
import { KINDS } from "../../../widgets/focus.js";
import { short, sum } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { mean } from "./numbers.js";

const COLUMNS =
  "It runs along each row, over the keys of one query, so that every row sums to 1. The laboratory has “softmax down " +
  "the columns” as a change of the model: see what it writes then.";
const ASLEEP = 0.01; // of an even row's gradient: as good as none

/** @param {ScoresView} view */
export function scoresMistakes(view) {
  return [
    { said: "The mask multiplies hidden scores by 0.", answer: () => timesZero(view) },
    { said: "Softmax runs down the columns.", answer: () => [element("div", "", COLUMNS)] },
    { said: "Dividing by √d_k is only there to keep the numbers small.", answer: () => whyDivide(view) },
  ];
}

const formatPercent = (share) => (share === 0 ? "0%" : share < 0.001 ? "< 0.1%" : `${(100 * share).toFixed(1)}%`);

// ---- the mask
/** @param {ScoresView} view */
function timesZero(view) {
  const { kind, layer, head, token } = view.focus;
  const here = kind === "decoder";
  const [l, h, row] = here ? [layer, head ?? 0, token] : [0, 0, 0];
  const { "decoder.leak": leak, "decoder.weights": weights } = view.tensors;
  const later = { shape: leak.shape, data: onLaterKeys(weights), half: false };
  const percents = (read) => [leak, later].map((each) => formatPercent(read(each)));
  return [
    "It adds −∞ to a score. Multiplied by 0 the score would become 0, and e⁰ = 1: the softmax would still give the " +
      "key its share. This is how much attention goes to later words, computed both ways:",
    plainTable(
      ["", "scores × 0", "scores + (−∞)"],
      [
        [`the query “${view.tokens.target[row].text}”`, ...percents((each) => part(each, l, h)[row])],
        [`layer ${l + 1}, head ${h + 1}, mean of its rows`, ...percents((each) => mean(part(each, l, h)))],
        ["all heads of the decoder’s self-attention, mean", ...percents(({ data }) => mean(data))],
      ],
    ),
    here ? "" : "This is the decoder’s masked self-attention: the attention in focus hides nothing.",
  ];
}

// The weight that each query of the model as it is gives to later keys.
function onLaterKeys({ data, shape }) {
  const count = shape.at(-1);
  return Float32Array.from({ length: data.length / count }, (_, row) =>
    sum(data.subarray(row * count + (row % count) + 1, (row + 1) * count)),
  );
}

// ---- the division
/** @param {ScoresView} view */
function whyDivide(view) {
  const { kind, layer, head } = view.focus;
  const size = view.sizes.d_k;
  const rows = rowsWithChoice(view);
  const inHead = rows.filter((each) => each.kind === kind && each.layer === layer && each.head === (head ?? 0));
  const [here, everywhere] = [measureBothWays(inHead), measureBothWays(rows)];
  return [
    `It’s there so that the heads can learn. Training reaches a query and a key through the softmax, by the ` +
      `derivatives ∂aⱼ / ∂sₗ of its weights a with respect to its scores s. A row with all its weight on one key has ` +
      `derivatives of nearly 0: whatever error comes back, it learns nothing from it. Measured on the rows of this ` +
      `sentence that see more than one key, with ÷ √${size} and without:`,
    plainTable(
      ["", `layer ${layer + 1}, head ${(head ?? 0) + 1}`, "without ÷", "all heads of the model", "without ÷"],
      ["entropy in nats, mean", "|∂aⱼ / ∂sₗ|, mean", "rows that learn nothing"].map((name, number) => [
        name,
        ...here[number],
        ...everywhere[number],
      ]),
    ),
    `A row counts as learning nothing if its mean derivative is below a hundredth of what uniform weights would ` +
      `have. Queries and keys are the same both times. With ÷ √${size}, a derivative with respect to q · k is smaller than ` +
      `one with respect to s by that factor, ${short(Math.sqrt(size))}, but equally in every row.`,
  ];
}

// Entropy, derivative and share of rows without any, each with the scaling and without.
function measureBothWays(rows) {
  const both = (read, write) => [0, 1].map((way) => (rows.length ? write(mean(rows.map(read(way)))) : "none"));
  return [
    both((way) => (row) => row.entropies[way], short),
    both((way) => (row) => row.gradients[way], short),
    both((way) => (row) => Number(row.gradients[way] < ASLEEP * row.even), formatPercent),
  ];
}

// Every row of the model that sees more than one key, with the scaling and without.
/** @param {ScoresView} view */
function rowsWithChoice(view) {
  return Object.keys(KINDS).flatMap((kind) => {
    const numbers = (name) => view.tensors[`${kind}.${name}`].data;
    const even = numbers("even_gradient");
    const [entropies, gradients] = ["entropy", "gradient"].map((name) => [numbers(name), numbers(`unscaled_${name}`)]);
    const [, heads, count] = view.tensors[`${kind}.gradient`].shape;
    return [...gradients[0].keys()]
      .filter((at) => even[at % count] > 0)
      .map((at) => ({
        kind,
        layer: Math.floor(at / count / heads),
        head: Math.floor(at / count) % heads,
        even: even[at % count],
        entropies: entropies.map((each) => each[at]),
        gradients: gradients.map((each) => each[at]),
      }));
  });
}
