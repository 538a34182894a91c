// Two of the library's edits as a probe: `close` (transformer/edits/masks.py) and `zero_head` (transformer/edits/heads.py).

import { ignoreAllBut } from "./probe.js";

/** @type {Record<string, string>} */
const SUBLAYERS = {
  encoder: "encoder.⟨⟩.self_attention",
  decoder: "decoder.⟨⟩.self_attention",
  cross: "decoder.⟨⟩.cross_attention",
};

// Source positions that nobody can look at, and heads that find nothing, such as `cross.1.2`. `watched` are names of
// activations that a recorder wants as well.
/**
 * @param {{ close?: number[], heads?: string[] }} edit
 * @param {string[]} [watched]
 * @returns {Probe}
 */
export function makeEditProbe({ close = [], heads = [] }, watched = []) {
  const silent = new Map(); // the numbers of heads, by the name of their contexts
  for (const each of heads) {
    const [kind, layer, head] = each.split(".");
    const name = `${SUBLAYERS[kind].replace("⟨⟩", layer)}.context`;
    silent.set(name, [...(silent.get(name) ?? []), Number(head)]);
  }
  const probe = (/** @type {string} */ name, /** @type {Probed} */ value) => {
    if (silent.has(name)) for (const head of silent.get(name)) zeroHead(value, head);
    else if (isOfSource(name)) closeColumns(value, close);
    return value;
  };
  const names = [...watched, ...silent.keys(), ...(close.length ? OF_SOURCE : [])];
  return Object.assign(probe, { ignores: ignoreAllBut(names) });
}

const OF_SOURCE = ["encoder.self_attention.masked_scores", "decoder.cross_attention.masked_scores"];
const isOfSource = (/** @type {string} */ name) =>
  /^(encoder\.\d+\.self|decoder\.\d+\.cross)_attention\.masked_scores$/.test(name);

// Of a context, (B, H, T, d_k).
function zeroHead(/** @type {Probed} */ { shape: [batch, heads, length, size], data }, /** @type {number} */ head) {
  for (let row = 0; row < batch; row += 1) {
    const from = (row * heads + head) * length * size;
    data.fill(0, from, from + length * size);
  }
}

// Of masked scores, (B, H, T, S).
function closeColumns(/** @type {Probed} */ { shape, data }, /** @type {number[]} */ columns) {
  const [, , , length] = shape;
  for (let at = 0; at < data.length; at += 1) if (columns.includes(at % length)) data[at] = -Infinity;
}
