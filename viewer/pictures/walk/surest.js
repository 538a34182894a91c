// What Look opens with: the query whose head finds its key most surely.

import { part } from "../../transport/payload.js";
import { KINDS, rowNames } from "../../widgets/focus.js";

export const isWord = ({ text, special }, letters = 1) => !special && (text.match(/\p{L}/gu)?.length ?? 0) >= letters;

// `worth` says of a find how well it would open the page, below 0 for not at all; a find is { query, key, from, to,
// weight }, two tokens and their places, and `before` the find of the token before it in the same head.
/**
 * @param {AnyWalkView & { tensors: Tensors<`${Kind}.weights`> }} view
 * @param {Kind} kind
 * @param {number[]} layers
 * @param {(find: Find, before: Find | null) => number} worth
 * @returns {Partial<Focus>}
 */
export function surest(view, kind, layers, worth) {
  const [queries, keys] = [view.tokens[rowNames(kind)], view.tokens[KINDS[kind].columns]];
  let best = { worth: 0, focus: { kind, layer: layers[0] } };
  for (const layer of layers) {
    for (let head = 0; head < view.sizes.H; head += 1) {
      let before = /** @type {Find | null} */ (null);
      for (const [from, query] of queries.entries()) {
        const weights = part(view.tensors[`${kind}.weights`], layer, head, from);
        const weight = Math.max(...weights);
        const to = weights.indexOf(weight);
        const find = { query, key: keys[to], from, to, weight };
        const found = { worth: worth(find, before), focus: { kind, layer, head, token: from } };
        if (found.worth > best.worth) best = found;
        before = find;
      }
    }
  }
  return best.focus;
}
