// Named activations, observed through a probe: transformer/model/probe.py in the browser. Names and shapes are the
// library's, the batch included.

// What a probe ignores that wants only these activations: `decoder.cross_attention.weights` are those of every layer.
/** @param {string[]} names */
export function ignoreAllBut(names) {
  const known = new Set(names.flatMap((name) => name.split(".")));
  return (/** @type {string} */ part) => !known.has(part) && !/^\d+$/.test(part);
}

// The same probe for a part of the model: names given to it are prefixed with `place` and a dot.
/** @param {Probe | null} probe @param {string} place @returns {Probe | null} */
export function scopeProbe(probe, place) {
  if (!probe || probe.ignores?.(place)) return null;
  const { ignores, watches } = probe;
  return Object.assign(/** @type {Probe} */ ((name, value) => probe(`${place}.${name}`, value)), { ignores, watches });
}

// A probe's result for some numbers, of which it gets its own copy, unless it only watches.
/** @param {Probe} probe @param {string} name @param {number[]} shape @param {Probed["data"]} numbers */
export function callProbe(probe, name, shape, numbers) {
  if (probe.ignores?.(name)) return numbers;
  const { data } = probe(name, { shape, data: probe.watches ? numbers : numbers.slice() }) ?? {};
  if (probe.watches) return numbers;
  if (data?.length !== numbers.length)
    throw new Error(`The probe must return ${shape.join(" × ")} numbers for ${name}.`);
  const open = /(scores|logits)$/.test(name); // before a softmax, −∞ can mask single columns
  if (data.some((each) => !(Number.isFinite(each) || (open && each === -Infinity))))
    throw new Error(`With this probe ${name} holds numbers that are not finite.`);
  return data;
}

// A probe that records every activation by name, without the batch dimension, and changes none.
/** @returns {Probe & {activations: Record<string, Probed>}} */
export function makeRecorder() {
  const activations = /** @type {Record<string, Probed>} */ ({});
  const record = (/** @type {string} */ name, /** @type {Probed} */ value) => {
    // Positions and the order of the layers have no batch dimension; everywhere else it is 1.
    const shape = /\.(positions|order)$/.test(name) ? value.shape : value.shape.slice(1);
    activations[name] = { shape, data: value.data.slice() };
    return value;
  };
  return Object.assign(record, { activations, watches: true });
}
