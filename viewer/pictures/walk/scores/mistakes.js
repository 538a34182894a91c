// Common mistakes about scores and masks, each answered by what this head measures.

import { attentionMatrix } from "../../../frame/attention_matrix.js";
import { keysOf, queriesOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { element } from "../../../widgets/elements.js";
import { KINDS } from "../../../widgets/focus.js";
import { formatSigned, short, sum } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { highest, rowOf } from "../../../widgets/vectors.js";
import { ROW_SUMS, rowHeight } from "./matrices.js";
import { mean, ofHead } from "./numbers.js";

const ASLEEP = 0.01; // of an even row's gradient: as good as none

/** @param {ScoresView} view */
export function scoresMistakes(view) {
  return [
    { said: "The mask multiplies hidden scores by 0.", answer: () => timesZero(view) },
    { said: "Softmax runs down the columns.", answer: () => downTheColumns(view) },
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

// ---- the columns
/** @param {ScoresView} view */
function downTheColumns(view) {
  const { kind, token } = view.focus;
  const masked = ofHead(view, "masked_scores");
  const { whole, soFar, sums } = columnWeights(masked);
  const picture = attentionMatrix(view, { name: "Softmax down the columns", cell: [2, 30], beside: ROW_SUMS });
  picture.draw({ ...masked, data: whole }, rowHeight(masked));
  const row = (data) => rowOf({ ...masked, data }, token);
  const word = queriesOf(view)[token].text;
  return [
    element(
      "div",
      "",
      `It runs along each row, over the keys of one query. Down the columns, each key would be divided among the ` +
        `queries, and a row would sum to 1 only by chance: here the sums run from ${short(Math.min(...sums))} to ` +
        `${short(Math.max(...sums))}. “${word}” would pass on ${short(sums[token])} values instead of one.`,
      picture.element,
      kind === "encoder"
        ? "The encoder reads the whole sentence at once, so no word here comes later than another."
        : leakDownColumns(view, word, row(soFar), row(whole)),
    ),
  ];
}

// Of masked scores: the weights over all queries (`whole`), those over a query and the ones before it (`soFar`), and
// the sum of each row of the first (`sums`); as `column_weights` and `column_weights_so_far` of
// transformer/analysis/measures/what_if.py.
export function columnWeights({ data, rows, columns }) {
  const whole = new Float32Array(data.length);
  const soFar = new Float32Array(data.length);
  const sums = new Float64Array(rows);
  for (let key = 0; key < columns; key += 1) {
    const scores = data.filter((_, at) => at % columns === key);
    const most = Math.max(...scores);
    const parts = Array.from(scores, (score) => Math.exp(score - most));
    let total = 0;
    parts.forEach((each, query) => {
      total += each;
      soFar[query * columns + key] = each ? each / total : 0;
    });
    parts.forEach((each, query) => {
      whole[query * columns + key] = each / total;
      sums[query] += each / total;
    });
  }
  return { whole, soFar, sums };
}

/** @param {ScoresView} view */
function leakDownColumns(view, word, before, after) {
  const moved = before.map((each, key) => each - after[key]);
  const most = highest(moved);
  if (!(moved[most] > 0)) return `“${word}” is the last query: nothing after it can change its row.`;
  return (
    `And the future leaks in, mask or not: later queries compete for the same columns. While “${word}” is the last ` +
    `word, it gives “${keysOf(view)[most].text}” a weight of ` +
    `${formatSigned(before[most], 3)}; with the rest of the translation after it, ${formatSigned(after[most], 3)}.`
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
      `have. ` +
      `Queries and keys are the same both times. With ÷ √${size}, a derivative with respect to q · k is smaller than ` +
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
