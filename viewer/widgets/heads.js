// The weights of one head, or the mean over all heads.

import { part } from "../transport/payload.js";

// For (layers, H, T, S), `headWeights(tensor, head, layer)` is the (T, S) of one head, or with null, the mean over H.
export function headWeights(tensor, head, ...place) {
  if (head !== null) return part(tensor, ...place, head);
  const heads = [...Array(tensor.shape[place.length]).keys()].map((each) => part(tensor, ...place, each));
  return ArrayBuffer.isView(heads[0]) ? averageHeads(heads) : meanOfHeads(heads);
}

// Of matrices {data, rows, columns}.
export function meanOfHeads(heads) {
  return { ...heads[0], data: averageHeads(heads.map(({ data }) => data)) };
}

function averageHeads(heads) {
  return Float32Array.from(heads[0], (_, index) => heads.reduce((sum, each) => sum + each[index], 0) / heads.length);
}
