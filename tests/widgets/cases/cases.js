// The library's results, see make_cases.py, and how to compare with them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export const cases = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf-8"));

// A matrix, written as rows, as the browser has it.
export function matrixOf(rows) {
  return { data: Float64Array.from(rows.flat(), Number), rows: rows.length, columns: rows[0].length };
}

// Nested rows as a tensor, `depth` axes of length 1 before its own.
export function tensorOf(rows, depth = 0) {
  const shape = Array(depth).fill(1);
  for (let inner = rows; Array.isArray(inner); inner = inner[0]) shape.push(inner.length);
  return { shape, data: Float64Array.from(rows.flat(Infinity), Number), half: false };
}

// Numbers that differ by no more than rounding: to nine digits, in 32 bits to six.
export function near(found, expected, digits = 9, what = "") {
  const [ours, theirs] = [[found].flat(Infinity), [expected].flat(Infinity).map(Number)];
  assert.equal(ours.length, theirs.length, what);
  ours.forEach((value, index) => {
    const same = Object.is(value, theirs[index]) || Math.abs(value - theirs[index]) <= sizeOf(theirs[index], digits);
    assert.ok(same, `${what}[${index}]: ${value} is not ${theirs[index]}`);
  });
}

function sizeOf(value, digits) {
  return Math.max(Math.abs(value), 1e-12) * 10 ** -digits;
}
