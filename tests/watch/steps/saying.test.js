// Who chose a token: the model, the visitor's beginning, or the visitor's fork.

import assert from "node:assert/strict";
import { test } from "node:test";

import { originOf, sayingOf } from "../../../viewer/watch/steps/saying.js";

test("a token is the model's only where the model chose it", () => {
  assert.deepEqual(
    [0, 1, 2].map((step) => originOf(null, step, 2)),
    ["given", "given", "said"],
  );
  assert.deepEqual(
    [0, 1, 2].map((step) => originOf({ step: 1 }, step, 2)),
    ["kept", "chosen", "said"],
  );
  assert.equal(originOf(null, 0, 0), "said");
});

test("what was given is not said to be the model's", () => {
  assert.match(
    sayingOf("M", "given", 0.0123, -4.398),
    /^“M” was given by you; the model gives it a probability of 0.0123/,
  );
  assert.match(
    sayingOf("M", "said", 0.5, Math.log(0.5)),
    /^The model says “M”, to which it gives a probability of 0.500\./,
  );
  for (const origin of ["given", "chosen", "kept"]) assert.doesNotMatch(sayingOf("M", origin, 0.5, -1), /says/);
  assert.match(sayingOf("M", "said", 0.5, Math.log(0.5)), /so far: −0.693 nats/);
});
