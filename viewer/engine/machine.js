// What a model computes with: matrices (B, T, D) in the kernels' memory, and the kernels as functions on them.

import { callProbe } from "./probe.js";

/**
 * @typedef {{at: number, batch: number, length: number, width: number}} Rows B · T rows of D numbers at an address
 * @typedef {{at: number, inputs: number, outputs: number}} Affine weights and biases of y = x Wᵀ + b
 */

export class Machine {
  /**
   * @param {import("./memory.js").Memory} memory
   * @param {import("./kernels.js").Kernels} kernels
   */
  constructor(memory, kernels) {
    this.memory = memory;
    this.kernels = kernels;
  }

  /** @returns {Rows} */
  rows(batch, length, width) {
    return { at: this.memory.take(4 * batch * length * width), batch, length, width };
  }

  /** @param {Rows} x @returns {Float32Array} a view, valid until the next matrix */
  numbers({ at, batch, length, width }) {
    return this.memory.floats.subarray(at / 4, at / 4 + batch * length * width);
  }

  // Shows the numbers to a probe, and continues with what it returns.
  /** @param {Rows} x */
  point(probe, name, x) {
    if (!probe || probe.ignores?.(name)) return x;
    const shape = [x.batch, x.length, x.width];
    this.numbers(x).set(callProbe(probe, name, shape, this.numbers(x).slice()));
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

  // The natural logarithms of softmax(x), rounded as in PyTorch, in place.
  /** @param {Rows} x @returns {Float32Array} a view, valid until the next matrix */
  logSoftmax(x) {
    const scratch = this.rows(1, 1, x.width);
    const numbers = this.numbers(x);
    for (let from = 0; from < numbers.length; from += x.width) {
      const sum = this.kernels.exponentials(x.at + 4 * from, scratch.at, x.width);
      const logarithm = Math.fround(Math.log(sum));
      let highest = -Infinity;
      for (let at = from; at < from + x.width; at += 1) highest = Math.max(highest, numbers[at]);
      for (let at = from; at < from + x.width; at += 1) numbers[at] = Math.fround(numbers[at] - highest) - logarithm;
    }
    return numbers;
  }
}
