import assert from "node:assert/strict";
import test from "node:test";

import { axisNumber, niceStep } from "../../viewer/widgets/ticks.js";

test("a tick is written as one reads it", () => {
  assert.deepEqual([0, 0.002, 4000, 200_000, 1e-5].map(axisNumber), ["0", "0.002", "4,000", "2·10⁵", "10⁻⁵"]);
});

test("every so many columns have a label", () => {
  assert.deepEqual([0.3, 3, 64, 400].map(niceStep), [1, 4, 64, 512]);
});
