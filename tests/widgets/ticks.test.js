import assert from "node:assert/strict";
import test from "node:test";

import { axisNumber, niceStep, ticksOf } from "../../viewer/widgets/ticks.js";

const axis = (low, high, scale, place) => ({ low, high, scale, place });

test("ticks are round numbers and keep their distance", () => {
  assert.deepEqual(
    ticksOf(
      axis(0, 8, "linear", (value) => value * 25),
      26,
    ),
    [0, 2, 4, 6, 8],
  );
  const root = ticksOf(
    axis(0, 10_000, "root", (value) => 3 * Math.sqrt(value)),
    52,
  );
  assert.deepEqual(root, [0, 500, 2000, 5000, 10_000]);
  const powers = ticksOf(
    axis(1e-6, 1e-2, "log", (value) => 40 * Math.log10(value)),
    26,
  );
  assert.deepEqual(powers, [1e-6, 1e-5, 1e-4, 1e-3, 1e-2]);
});

test("a tick is written as one reads it", () => {
  assert.deepEqual([0, 0.002, 4000, 200_000, 1e-5].map(axisNumber), ["0", "0.002", "4,000", "2·10⁵", "10⁻⁵"]);
});

test("every so many columns have a label", () => {
  assert.deepEqual([0.3, 3, 64, 400].map(niceStep), [1, 4, 64, 512]);
});
