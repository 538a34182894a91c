// The kernels of kernels.c in JavaScript, for a browser without WebAssembly or SIMD: the same arguments, the
// same results, several times slower.

import { valuesOfHalves } from "../payload.js";

export const PANEL = 32; // outputs of a matrix next to one another, see step.h

/** @param {import("./memory.js").Memory} memory */
export function plainKernels(memory) {
  // y = x Wᵀ + b, panel by panel; each panel is converted to 32 bits once for all rows.
  function affine(weights, x, y, rows) {
    const { floats, halves } = memory;
    const [panels, bias, inputs, outputs] = memory.integers.subarray(weights / 4, weights / 4 + 4);
    const values = valuesOfHalves();
    const panel = new Float32Array(inputs * PANEL);
    const sums = new Float32Array(PANEL);
    for (let begin = 0; begin < outputs; begin += PANEL) {
      const from = panels / 2 + begin * inputs;
      for (let at = 0; at < panel.length; at += 1) panel[at] = values[halves[from + at]];
      for (let row = 0; row < rows; row += 1) {
        const own = x / 4 + row * inputs;
        sums.set(floats.subarray(bias / 4 + begin, bias / 4 + begin + PANEL));
        addProducts(sums, floats.subarray(own, own + inputs), panel);
        floats.set(sums.subarray(0, outputs - begin), y / 4 + row * outputs + begin);
      }
    }
  }

  function normalise(norm, x, y, width, rows) {
    const { floats, integers } = memory;
    const [gain, bias] = [integers[norm / 4] / 4, integers[norm / 4 + 1] / 4];
    const epsilon = floats[norm / 4 + 2];
    for (let row = 0; row < rows; row += 1) {
      const [from, to] = [x / 4 + row * width, y / 4 + row * width];
      let mean = 0;
      let squares = 0;
      for (let i = 0; i < width; i += 1) mean += floats[from + i] / width;
      for (let i = 0; i < width; i += 1) squares += (floats[from + i] - mean) ** 2;
      const factor = 1 / Math.sqrt(squares / width + epsilon);
      for (let i = 0; i < width; i += 1)
        floats[to + i] = (floats[from + i] - mean) * factor * floats[gain + i] + floats[bias + i];
    }
  }

  function exponentials(x, y, count) {
    const { floats } = memory;
    let highest = -Infinity;
    let sum = 0;
    for (let i = 0; i < count; i += 1) highest = Math.max(highest, floats[x / 4 + i]);
    for (let i = 0; i < count; i += 1) {
      floats[y / 4 + i] = Math.exp(floats[x / 4 + i] - highest);
      sum += floats[y / 4 + i];
    }
    return sum;
  }

  function attend(query, keys, values, places, stride, length, heads, size, weights, context) {
    const { floats, integers } = memory;
    for (let head = 0; head < heads; head += 1) {
      const column = head * size;
      const rowOf = (first, t) => first / 4 + (places ? integers[places / 4 + t] : t) * stride + column;
      for (let t = 0; t < length; t += 1) {
        const key = rowOf(keys, t);
        let product = 0;
        for (let i = 0; i < size; i += 1) product += floats[query / 4 + column + i] * floats[key + i];
        floats[weights / 4 + t] = product / Math.sqrt(size);
      }
      const sum = exponentials(weights, weights, length);
      const to = context / 4 + column;
      floats.fill(0, to, to + size);
      for (let t = 0; t < length; t += 1) {
        const value = rowOf(values, t);
        const weight = floats[weights / 4 + t] / sum;
        for (let i = 0; i < size; i += 1) floats[to + i] += weight * floats[value + i];
      }
    }
  }

  function add(x, to, count) {
    const { floats } = memory;
    for (let i = 0; i < count; i += 1) floats[to / 4 + i] += floats[x / 4 + i];
  }

  function rectify(x, count) {
    const { floats } = memory;
    for (let i = x / 4; i < x / 4 + count; i += 1) if (floats[i] < 0) floats[i] = 0;
  }

  return { affine, normalise, exponentials, attend, add, rectify };
}

// Adds one row's products with a panel to the sums, four neighbours at a time.
function addProducts(sums, row, panel) {
  for (let column = 0; column < PANEL; column += 4) {
    let [a, b, c, d] = sums.subarray(column, column + 4);
    for (let i = 0, at = column; i < row.length; i += 1, at += PANEL) {
      const x = row[i];
      a += x * panel[at];
      b += x * panel[at + 1];
      c += x * panel[at + 2];
      d += x * panel[at + 3];
    }
    sums.set([a, b, c, d], column);
  }
}
