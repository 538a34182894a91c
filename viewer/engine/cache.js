// Keys and values of decoded positions, so that each step computes only one new position. A position's keys and values
// are written once and never move: a hypothesis is a list of indices, and choosing hypotheses means choosing lists.

import { everythingIn } from "./attention.js";

export class DecoderCache {
  /**
   * @param {import("./transformer.js").Transformer} model
   * @param {Rows} memory the encoder's output, (1, S, D)
   * @param {number} batch hypotheses, at most
   * @param {number} longest positions of each, at most
   */
  constructor({ machine, layers: { decoder }, config }, memory, batch, longest) {
    this.machine = machine;
    /** @type {number[][]} */
    this.past = [[]]; // the indices of each hypothesis's positions
    this.taken = 0;
    this.stride = longest;
    this.places = machine.memory.take(4 * batch * longest);
    const pool = () => machine.rows(1, batch * longest, config.d_model);
    this.layers = decoder.map((layer) => this.ofLayer(layer, memory, pool(), pool()));
  }

  // Positions decoded so far.
  get length() {
    return this.past[0].length;
  }

  // Reserves space for this many new positions of every hypothesis.
  extend(/** @type {number} */ count) {
    this.past = this.past.map((places) => {
      const from = this.taken;
      this.taken += count;
      return [...places, ...Array.from({ length: count }, (_, at) => from + at)];
    });
    const { integers } = this.machine.memory;
    for (const [row, places] of this.past.entries()) integers.set(places, this.places / 4 + row * this.stride);
  }

  // Keeps these hypotheses, in this order.
  select(/** @type {number[]} */ rows) {
    this.past = rows.map((row) => this.past[row]);
  }

  /** @param {DecoderLayer} layer @param {Rows} memory @param {Rows} keys @param {Rows} values @returns {LayerCache} */
  ofLayer(layer, memory, keys, values) {
    const { machine } = this;
    const grown = (/** @type {Rows} */ x) => {
      const added = everythingIn(machine, layer.self_attention, x);
      /** @param {number} from @param {number} to */
      const copyRow = (from, to) => machine.memory.floats.copyWithin(to / 4, from / 4, from / 4 + x.width);
      for (const [row, places] of this.past.entries())
        for (const [t, place] of places.slice(-x.length).entries()) {
          const from = 4 * (row * x.length + t) * x.width;
          copyRow(added.keys + from, keys.at + 4 * place * x.width);
          copyRow(added.values + from, values.at + 4 * place * x.width);
        }
      const { places, stride, length } = this;
      return { keys: keys.at, values: values.at, places, stride, length, causal: true };
    };
    return { source: everythingIn(machine, layer.cross_attention, memory), grown };
  }
}
