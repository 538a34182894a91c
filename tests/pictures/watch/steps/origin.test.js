// Who chose a token: the model, the visitor's beginning, or the visitor's fork.

import assert from "node:assert/strict";
import { test } from "node:test";

import { describeOrigin, findOrigin } from "../../../../viewer/pictures/watch/steps/origin.js";

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
  assert.match(
    describeOrigin("M", "given", 0.0123, -4.398),
    /^You gave “M”; the model gives it a probability of 0.0123/,
  );
  assert.match(
    describeOrigin("M", "model", 0.5, Math.log(0.5)),
    /^The model writes “M” and gives it a probability of 0.500\./,
  );
  for (const origin of ["given", "chosen", "kept"]) assert.doesNotMatch(describeOrigin("M", origin, 0.5, -1), /writes/);
  assert.match(describeOrigin("M", "model", 0.5, Math.log(0.5)), /so far: −0.693 nats/);
});
