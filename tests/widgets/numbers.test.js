import assert from "node:assert/strict";
import test from "node:test";
import { full, inCell, percent, short } from "../../viewer/widgets/numbers.js";

test("three significant digits, with a real minus", () => {
  const written = {
    0.3121: "0.312",
    3969: "3969",
    999.9: "1000",
    "-1.25": "−1.25",
    14.06: "14.1",
    0.000012: "1.20e−5",
    123456: "1.23e5",
    0: "0",
  };
  for (const [value, text] of Object.entries(written)) assert.equal(short(Number(value)), text);
  assert.equal(short(-Infinity), "−∞");
  assert.equal(short(Number.NaN), "not a number");
  assert.equal(short(2 / 3, 5), "0.66667");
});

test("the full value has the digits that hold in 32 bits", () => {
  assert.equal(full(-0.123456789123), "−0.12346");
  assert.equal(full(-18.1103516), "−18.1104");
  assert.equal(full(96.0000076), "96");
  assert.equal(full(12345678), "12345678");
  assert.equal(full(0.5), "0.5");
  assert.equal(full(123460.1), "123460");
  assert.equal(full(3.4567e-7), "3.46e−7");
  assert.equal(full(-Infinity), "−∞");
});

test("beside large numbers a small one has fewer digits", () => {
  assert.equal(full(1.23456789, 249), "1.235");
  assert.equal(full(-0.00012, 20), "−0.0001");
  assert.equal(full(-0.00001, 20), "0.0000");
});

test("only a whole 1 is written as 1 in a cell", () => {
  assert.deepEqual([1, 0.997, 0.994, 0.5, 0.003, 0].map(inCell), ["1", ".99", ".99", ".50", ".00", ".00"]);
});

test("a share in words is never none and never all", () => {
  const written = [0, 0.0009, 0.001, 0.0994, 0.0996, 0.5, 0.9949, 0.995, 1].map(percent);
  const expected = ["under 0.1%", "under 0.1%", "0.1%", "9.9%", "10%", "50%", "99%", "over 99%", "over 99%"];
  assert.deepEqual(written, expected);
});
