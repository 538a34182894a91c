// What payloads are made from: names and numbers of a trace.

/** @param {EngineTrace} trace @param {string} name */
export function activationOf({ activations }, name) {
  const found = activations.get(name);
  if (!found) throw new Error(`The model has no activation called ${name}.`);
  return found;
}

// A probe that changes nothing, of activations whose names consist of these parts and of layers' numbers alone.
/** @param {string[]} parts @returns {import("../probe.js").Probe} */
export function keepOnly(parts) {
  const known = new Set(parts);
  const ignores = (/** @type {string} */ part) => !known.has(part) && !/^\d+$/.test(part);
  return Object.assign((_name, value) => value, { ignores, watches: true });
}

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
