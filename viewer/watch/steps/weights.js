// What a step attends to: the weights of one head, or the mean over heads.

import { weightsOf } from "../../widgets/heads.js";

// The weights of one branch: of one head, or the mean over the layer's heads.
/** @param {StepsView} view */
export function weightsAt(view, branch, kind = "cross") {
  return weightsOf(view.tensors[`${branch}.${kind}`], view.head, view.layer);
}

export function rowOf({ data, columns }, row) {
  return data.subarray(row * columns, (row + 1) * columns);
}
