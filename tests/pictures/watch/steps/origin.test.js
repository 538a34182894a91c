// Who chose a token: the model, the visitor's beginning, or the visitor's fork.

import assert from "node:assert/strict";
import { test } from "node:test";

import { describeStep, findOrigin } from "../../../../viewer/pictures/watch/steps/origin.js";

test("a token is the model's only where the model chose it", () => {
  assert.deepEqual(
    [0, 1, 2].map((step) => findOrigin(null, step, 2)),
    ["given", "given", "model"],
  );
  assert.deepEqual(
    [0, 1, 2].map((step) => findOrigin(1, step, 2)),
    ["kept", "chosen", "model"],
  );
  assert.equal(findOrigin(null, 0, 0), "model");
});

test("what was given is not said to be the model's", () => {
  const chips = [{ text: "M" }, { text: "</s>" }];
  const told = (step, forced, fork) =>
    describeStep(
      /** @type {any} */ ({
        path: [{ step: fork }],
        branches: { now: { chips, forced, logProbabilities: [Math.log(0.0123), -0.7] } },
      }),
      step,
    );
  assert.equal(told(0, 1, null), "You gave “M”: the model gives it 1.2%.");
  assert.equal(told(0, 1, 0), "You chose “M”: the model gives it 1.2%.");
  assert.match(told(0, 2, 1), /^“M” comes before your choice and stays/);
  assert.equal(told(0, 0, null), "The model starts with “M” (1.2%).");
  assert.equal(told(1, 0, null), "The model reads “M” back and ends the translation (50%).");
});
