// What a step looks at: the weights of one head, or the mean over the heads.

import { part } from "../../shared/parcel.js";

// The weights of one road: all of a head, or the mean over the heads of the layer.
export function weightsAt(view, road, kind = "cross") {
  const tensor = view.tensors[`${road}.${kind}`];
  if (view.head !== null) return part(tensor, view.layer, view.head);
  const heads = [...Array(view.sizes.H).keys()].map((head) => part(tensor, view.layer, head));
  return {
    ...heads[0],
    data: heads[0].data.map((_, index) => heads.reduce((sum, { data }) => sum + data[index], 0) / heads.length),
  };
}

export function rowOf({ data, columns }, row) {
  return data.subarray(row * columns, (row + 1) * columns);
}
