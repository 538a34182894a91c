// What payloads are made from: names and numbers of a trace.

import { ignoreAllBut } from "../probe.js";

// A probe of these activations that changes nothing.
/** @param {string[]} names @returns {Probe} */
export const keepOnly = (names) =>
  Object.assign(/** @type {Probe} */ ((_name, value) => value), { ignores: ignoreAllBut(names), watches: true });

// Activations of the same shape as one tensor, the first dimension counting them.
/** @param {{ shape: number[], data: ArrayLike<number> }[]} all @returns {Tensor} */
export function stackTensors(all) {
  const size = all[0].data.length;
  const data = new Float32Array(all.length * size);
  all.forEach((each, at) => {
    data.set(each.data, at * size);
  });
  return { shape: [all.length, ...all[0].shape], data, half: false };
}
