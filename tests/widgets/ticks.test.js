import assert from "node:assert/strict";
import test from "node:test";

import { niceStep } from "../../viewer/widgets/ticks.js";

test("every so many columns have a label", () => {
  assert.deepEqual([0.3, 3, 64, 400].map(niceStep), [1, 4, 64, 512]);
});
