// What a model computes with: matrices (B, T, D) in the kernels' memory, and the kernels as functions on them.

import { callProbe } from "./probe.js";
import { findHighest } from "./softmax.js";

export class Machine {
  /**
   * @param {import("./memory.js").Memory} memory
   * @param {import("./kernels.js").Kernels} kernels
   */
  constructor(memory, kernels) {
    this.memory = memory;
    this.kernels = kernels;
  }

  /** @param {number} batch @param {number} length @param {number} width @returns {Rows} */
  rows(batch, length, width) {
    return { at: this.memory.take(4 * batch * length * width), batch, length, width };
  }

  /** @param {Rows} x @returns {Float32Array} a view, valid until the next matrix */
  numbers({ at, batch, length, width }) {
    return this.memory.floats.subarray(at / 4, at / 4 + batch * length * width);
  }

  // Shows the numbers to a probe, and continues with what it returns.
  /** @param {Probe | null} probe @param {string} name @param {Rows} x */
  point(probe, name, x) {
    if (!probe || probe.ignores?.(name)) return x;
    const shape = [x.batch, x.length, x.width];
    const returned = callProbe(probe, name, shape, this.numbers(x));
    if (!probe.watches) this.numbers(x).set(returned);
    return x;
  }

  /** @param {Affine} weights @param {Rows} x */
  affine(weights, x) {
    const y = this.rows(x.batch, x.length, weights.outputs);
    this.kernels.affine(weights.at, x.at, y.at, x.batch * x.length);
    return y;
  }

  /** @param {number} norm @param {Rows} x */
  normalise(norm, x, y = this.rows(x.batch, x.length, x.width)) {
    this.kernels.normalise(norm, x.at, y.at, x.width, x.batch * x.length);
    return y;
  }

  // x + y, in place of x.
  /** @param {Rows} x @param {Rows} y */
  add(x, y) {
    this.kernels.add(y.at, x.at, x.batch * x.length * x.width);
    return x;
  }

  // max(0, x), in place.
  /** @param {Rows} x */
  rectify(x) {
    this.kernels.rectify(x.at, x.batch * x.length * x.width);
    return x;
  }

  // What makes log-probabilities of each row of logits, as in PyTorch: the highest one, and the logarithm of the sum of
  // e^(x - the highest).
  /** @param {Rows} x @returns {{highest: number, logarithm: number}[]} */
  normalisers(x) {
    const scratch = this.rows(1, 1, x.width);
    const numbers = this.numbers(x);
    const found = [];
    for (let row = 0; row < x.batch * x.length; row += 1) {
      const from = row * x.width;
      const sum = this.kernels.exponentials(x.at + 4 * from, scratch.at, x.width);
      found.push({ highest: findHighest(numbers, from, from + x.width), logarithm: Math.fround(Math.log(sum)) });
    }
    return found;
  }
}
