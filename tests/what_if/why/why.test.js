// Why this word: values as shares, bars and an order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { barsOf, orderOf, sharesOf } from "../../../viewer/what_if/why/bars.js";
import { bestOf } from "../../../viewer/what_if/why/look.js";

test("shares are of all sizes, with their signs", () => {
  assert.deepEqual(sharesOf([3, -1, 0]), [0.75, -0.25, 0]);
  assert.deepEqual(sharesOf([0, 0]), [0, 0]);
});

test("bars fill their room to the largest on either side, and begin at zero", () => {
  assert.deepEqual(barsOf([3, -1]), [
    { zero: 0.25, begin: 0.25, length: 0.75 },
    { zero: 0.25, begin: 0, length: 0.25 },
  ]);
  assert.deepEqual(barsOf([2, 1]), [
    { zero: 0, begin: 0, length: 1 },
    { zero: 0, begin: 0, length: 0.5 },
  ]);
  assert.deepEqual(barsOf([0]), [{ zero: 0, begin: 0, length: 0 }]);
});

test("the largest stands first, equal ones in their order", () => {
  assert.deepEqual(orderOf([1, 5, -2, 5]), [1, 3, 0, 2]);
});

test("the gradient points to its longest bar, even to one that counts against the token", () => {
  const facts = { falls: [0.1, -0.9], attention: [0.7, 0.3], gradient: [0.5, -0.6] };
  assert.equal(bestOf(facts, "gradient"), 1);
  assert.equal(bestOf(facts, "attention"), 0);
  assert.equal(bestOf(facts, "falls"), 0);
});
