// Why this word: values as shares, bars and an order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { layOutBars, sortPlaces, toShares } from "../../../../viewer/pictures/what_if/why/bars.js";

test("shares are of all sizes, with their signs", () => {
  assert.deepEqual(toShares([3, -1, 0]), [0.75, -0.25, 0]);
  assert.deepEqual(toShares([0, 0]), [0, 0]);
});

test("bars fill their room to the largest on either side, and begin at zero", () => {
  assert.deepEqual(layOutBars([3, -1]), [
    { zero: 0.25, begin: 0.25, length: 0.75 },
    { zero: 0.25, begin: 0, length: 0.25 },
  ]);
  assert.deepEqual(layOutBars([2, 1]), [
    { zero: 0, begin: 0, length: 1 },
    { zero: 0, begin: 0, length: 0.5 },
  ]);
  assert.deepEqual(layOutBars([0]), [{ zero: 0, begin: 0, length: 0 }]);
});

test("the largest stands first, equal ones in their order", () => {
  assert.deepEqual(sortPlaces([1, 5, -2, 5]), [1, 3, 0, 2]);
});
