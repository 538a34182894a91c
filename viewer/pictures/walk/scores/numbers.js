// Every number of one query's way through scaled dot-product attention, for the focus of a view.
//
//   query (d_k), keys and values (n × d_k); for each key raw, scaled, masked, exponential, weight; total, the sum of the
//   exponentials; context (d_k), the sum of the weighted values.

import { part } from "../../../transport/payload.js";
import { sum } from "../../../widgets/numbers.js";

/** @param {ScoresView} view */
export function numbersOfQuery(view) {
  const { token } = view.focus;
  const line = (name) => ofHead(view, name, token);
  const [query, context, raw, scaled] = ["query", "context", "raw_scores", "scores"].map(line);
  const [masked, weight] = ["masked_scores", "weights"].map(line);
  const [keys, values] = [ofHead(view, "key").data, ofHead(view, "value").data];
  const size = query.length;
  const exponential = Float64Array.from(masked, Math.exp);
  const found = { query, keys, values, raw, scaled, masked, exponential, weight, context, size };
  return { ...found, total: sum(exponential), count: raw.length };
}

// One activation of the layer and head in focus, or a row of it; for the mean over heads, of the first head.
/** @param {ScoresView} view */
export function ofHead(view, name, ...row) {
  const { kind, layer, head } = view.focus;
  return part(view.tensors[`${kind}.${name}`], layer, head ?? 0, ...row);
}

export const mean = (values) => sum(values) / values.length;
