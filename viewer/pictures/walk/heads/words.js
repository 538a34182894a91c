// The attention that is shown, one head or the mean of all.

import { keysOf, queriesOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { meanOfHeads } from "../../../widgets/heads.js";

// Everything about the attention in focus, for one kind and layer: the tokens of both axes and each head's matrix.
/** @param {HeadsView} view */
export function currentAttention(view) {
  const { kind, layer, head, token } = view.focus;
  const [rows, columns] = [queriesOf(view), keysOf(view)].map((chips) => chips.map(({ text }) => text));
  const heads = [...Array(view.sizes.H).keys()].map((each) => part(view.tensors[`${kind}.weights`], layer, each));
  return {
    rows,
    columns,
    heads,
    values: head === null ? meanOfHeads(heads) : heads[head],
    row: token < rows.length ? token : -1,
  };
}
