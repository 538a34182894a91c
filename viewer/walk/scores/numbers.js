// Every number of one query's way through scaled dot-product attention, for the focus of a view.
//
//   query (d_k), keys and values (n × d_k), products q_c · k_jc (n × d_k); for each key raw, scaled, masked,
//   exponential, weight; total, the sum of the exponentials; running (n × d_k), the sum of the weighted values up to
//   each key; context (d_k), the last of these; rounding, how far the model's own contexts of this head are from it.

import { KINDS } from "../../widgets/focus.js";
import { sum } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";

/** @param {ScoresView} view */
export function numbersOfQuery(view) {
  const { kind, token } = view.focus;
  const line = (name) => {
    const { data, columns } = scoresPart(view, name);
    return data.subarray(token * columns, (token + 1) * columns);
  };
  const [query, context, raw, scaled, weight] = ["query", "context", "raw_scores", "scores", "weights"].map(line);
  const masked = `${kind}.masked_scores` in view.tensors ? line("masked_scores") : scaled;
  const [keys, values] = [scoresPart(view, "key").data, scoresPart(view, "value").data];
  const size = query.length;
  const products = keys.map((value, index) => value * query[index % size]);
  const exponential = Float64Array.from(masked, Math.exp);
  const total = sum(exponential);
  const running = new Float32Array(values.length);
  values.forEach((value, index) => {
    running[index] = (index < size ? 0 : running[index - size]) + weight[Math.floor(index / size)] * value;
  });
  const { layer, head } = view.focus;
  const { data, columns } = part(view.tensors[`${kind}.rounding`], layer);
  return {
    query,
    keys,
    values,
    products,
    raw,
    scaled,
    masked,
    exponential,
    weight,
    total,
    running,
    context,
    rounding: data[3 * columns + (head ?? 0)],
    size,
    count: raw.length,
  };
}

// One activation of the layer and head in focus; the mean over heads is no head, the first stands for it.
/** @param {ScoresView} view */
export function scoresPart(view, name) {
  const { kind, layer, head } = view.focus;
  return part(view.tensors[`${kind}.${name}`], layer, head ?? 0);
}

/** @param {ScoresView} view */
export function scoresLabels(view, side) {
  return view.tokens[side].map(({ text }) => text);
}

// How the axes of this kind of attention are named.
/** @param {ScoresView} view */
export function scoresAxes(view) {
  const { rows, columns } = KINDS[view.focus.kind];
  return {
    rows: { title: "query", labels: scoresLabels(view, rows), meaning: "query" },
    columns: { title: "key", labels: scoresLabels(view, columns), meaning: "key" },
    shape:
      `${{ source: "S", target: "T" }[rows]} × ${{ source: "S", target: "T" }[columns]} = ` +
      `${view.tokens[rows].length} × ${view.tokens[columns].length}`,
  };
}

// Rows of many tokens are lower than they are for few, so that a matrix fits on the screen.
export function scoresRowHeight(count) {
  return count > 24 ? 9 : undefined;
}

/** @param {ScoresView} view */
export function keyInFocus(view) {
  return view.pointedKey ?? view.key;
}
