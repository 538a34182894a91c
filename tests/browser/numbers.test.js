import assert from "node:assert/strict";
import test from "node:test";

import { full, short, signed } from "../../viewer/browser/shared/numbers.js";

test("three significant digits, with a real minus", () => {
  const written = { 0.3121: "0.312", "-1.25": "−1.25", 14.06: "14.1", 0.000012: "1.20e−5", 123456: "1.23e5", 0: "0" };
  for (const [value, text] of Object.entries(written)) assert.equal(short(Number(value)), text);
  assert.equal(short(-Infinity), "−∞");
  assert.equal(short(Number.NaN), "not a number");
  assert.equal(short(2 / 3, 5), "0.66667");
});

test("the full value has nine digits, as a 32-bit number holds them", () => {
  assert.equal(full(-0.123456789123), "−0.123456789");
  assert.equal(full(-Infinity), "−∞");
});

test("a number with its sign", () => {
  assert.equal(signed(-0.5, 2), "−0.50");
  assert.equal(signed(0.5, 1), "0.5");
});
