// What one may have read of scores and masks, each with what this head measures of it.

import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { matrix } from "../../widgets/matrix.js";
import { short, signed, sum } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { plainTable } from "../../widgets/plain_table.js";
import { columnWeights } from "./columns.js";
import { paintRowSums, ROW_SUMS } from "./matrices.js";
import { scoresAxes, scoresPart, scoresRowHeight } from "./numbers.js";

const ASLEEP = 0.01; // of an even row's gradient: as good as none

/** @param {ScoresView} view */
export function scoresMistakes(view) {
  return [
    { said: "The mask multiplies what must not be seen by 0.", answer: () => timesZero(view) },
    { said: "Softmax runs down the columns.", answer: () => downTheColumns(view) },
    { said: "Dividing by √d_k is only there to keep the numbers small.", answer: () => whyDivide(view) },
  ];
}

function meanOf(values) {
  return sum(values) / values.length;
}

function percentOf(share) {
  return share === 0 ? "0 %" : share < 0.001 ? "< 0.1 %" : `${(100 * share).toFixed(1)} %`;
}

// ---- the mask
/** @param {ScoresView} view */
function timesZero(view) {
  const { kind, layer, head, token } = view.focus;
  const here = kind === "decoder";
  const [l, h, row] = here ? [layer, head ?? 0, token] : [0, 0, 0];
  const each = part(view.tensors["decoder.leak"], l, h);
  const word = view.tokens.target[row].text;
  const all = view.tensors["decoder.leak"].data;
  const withMask = hiddenWeights(view);
  return [
    "It adds −∞ to a score. Multiplied by 0 the score would become 0, and e⁰ = 1: the softmax still gives such a key " +
      "its share. So much of the attention goes to words that come later, computed both ways:",
    plainTable(
      ["", "scores × 0", "scores + (−∞)"],
      [
        [`the query “${word}”`, percentOf(each[row]), percentOf(withMask([l, h], row))],
        [`layer ${l + 1}, head ${h + 1}, mean of its rows`, percentOf(meanOf(each)), percentOf(withMask([l, h]))],
        ["all heads of the decoder’s self-attention, mean", percentOf(meanOf(all)), percentOf(withMask([]))],
      ],
    ),
    here ? "" : "These are the decoder’s masked self-attention: the attention in focus hides nothing.",
  ];
}

// The weight on later keys in the model as it is: of a row, the mean of a head, or the mean of all heads.
/** @param {ScoresView} view */
function hiddenWeights(view) {
  const { data, shape } = view.tensors["decoder.weights"];
  const [, heads, count] = shape;
  const later = Array.from({ length: data.length / count }, (_, row) =>
    sum(data.subarray(row * count + (row % count) + 1, (row + 1) * count)),
  );
  return (of, row) => {
    if (row !== undefined) return later[(of[0] * heads + of[1]) * count + row];
    if (of.length) return meanOf(later.slice((of[0] * heads + of[1]) * count, (of[0] * heads + of[1] + 1) * count));
    return meanOf(later);
  };
}

// ---- the columns
/** @param {ScoresView} view */
function downTheColumns(view) {
  const { kind, token } = view.focus;
  const masked = scoresPart(view, `${kind}.masked_scores` in view.tensors ? "masked_scores" : "scores");
  const found = columnWeights(masked);
  const axes = scoresAxes(view);
  const picture = matrix({
    ...axes,
    name: "Softmax down the columns",
    scale: "weights",
    height: scoresRowHeight(Math.max(masked.rows, masked.columns)),
    cell: [2, 30],
    beside: { width: ROW_SUMS, paint: paintRowSums },
  });
  picture.draw({ data: found.whole, rows: masked.rows, columns: masked.columns }, { row: token, column: view.key });
  const word = axes.rows.labels[token];
  const box = element("div");
  box.append(
    `It runs along each row, over the keys of one query. Down the columns each key would be shared out among the ` +
      `queries, and no row sums to 1 but by chance: here they run from ${short(Math.min(...found.sums))} to ` +
      `${short(Math.max(...found.sums))}. “${word}” would hand on ${short(found.sums[token])} values instead of one.`,
    picture.element,
    leakDownColumns(view, found, masked.columns),
  );
  return [box];
}

/** @param {ScoresView} view */
function leakDownColumns(view, { whole, soFar }, columns) {
  const { kind, token } = view.focus;
  if (kind === "encoder") return "The encoder reads the whole sentence at once, so no word here is later than another.";
  const { columns: side, rows } = KINDS[kind];
  const names = view.tokens[side].map(({ text }) => text);
  const row = (of) => [...of.subarray(token * columns, (token + 1) * columns)];
  const [before, after] = [row(soFar), row(whole)];
  const moved = before.map((each, key) => each - after[key]);
  const most = moved.indexOf(Math.max(...moved));
  const word = view.tokens[rows][token].text;
  if (!(moved[most] > 0)) return `“${word}” is the last query: nothing after it can change its row.`;
  return (
    `And the future leaks in, mask or not: later queries take from the same columns. While “${word}” is the last ` +
    `word, it gives “${names[most]}” a weight of ${signed(before[most], 3)}; with the rest of the translation after ` +
    `it, ${signed(after[most], 3)}.`
  );
}

// ---- the division
/** @param {ScoresView} view */
function whyDivide(view) {
  const { kind, layer, head } = view.focus;
  const size = view.sizes.d_k;
  const rows = gradientsOf(view);
  const inHead = rows.filter((each) => each.kind === kind && each.layer === layer && each.head === (head ?? 0));
  const [here, everywhere] = [measuredWithAndWithout(inHead), measuredWithAndWithout(rows)];
  return [
    `It is there so that the heads can learn. Training reaches a query and a key through the softmax, by the ` +
      `derivatives ∂aⱼ / ∂sₗ of its weights a by its scores s. A row that has put all its weight on one key has ` +
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
    `A row counts as learning nothing if its mean derivative is below a hundredth of what even weights would have. ` +
      `The queries and keys are the same both times. With ÷ √${size} a derivative by q · k is smaller than one by s ` +
      `by that factor, ${short(Math.sqrt(size))}, but in every row alike.`,
  ];
}

// Entropy, derivative and share of rows without any, each with the scaling and without.
function measuredWithAndWithout(rows) {
  const both = (pick, write) => [0, 1].map((way) => (rows.length ? write(meanOf(rows.map(pick(way)))) : "none"));
  return [
    both((way) => (row) => row.entropies[way], short),
    both((way) => (row) => row.gradients[way], short),
    both((way) => (row) => Number(row.gradients[way] < ASLEEP * row.even), percentOf),
  ];
}

// Every row of the model that has a choice, with the scaling and without.
/** @param {ScoresView} view */
function gradientsOf(view) {
  return Object.keys(KINDS).flatMap((kind) => {
    const even = view.tensors[`${kind}.even_gradient`].data;
    const { data, shape } = view.tensors[`${kind}.gradient`];
    const [, heads, count] = shape;
    const read = (name, at) => view.tensors[`${kind}.${name}`].data[at];
    return [...data.keys()]
      .filter((at) => even[at % count] > 0)
      .map((at) => ({
        kind,
        layer: Math.floor(at / count / heads),
        head: Math.floor(at / count) % heads,
        even: even[at % count],
        entropies: [read("entropy", at), read("unscaled_entropy", at)],
        gradients: [data[at], read("unscaled_gradient", at)],
      }));
  });
}
