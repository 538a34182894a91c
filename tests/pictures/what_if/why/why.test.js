// Why this word: values as shares, bars and an order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { layOutBars, sortPlaces, toShares } from "../../../../viewer/pictures/what_if/why/bars.js";
import { findLongest, verdict } from "../../../../viewer/pictures/what_if/why/look.js";

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

test("the longest bars are the one for the token, and one against it if that is longer", () => {
  const facts = { falls: [0.1, -0.9], attention: [0.3, 0.7], gradient: [0.5, -0.6] };
  assert.deepEqual(findLongest(facts, "gradient"), [0, 1]);
  assert.deepEqual(findLongest(facts, "attention"), [1]);
  assert.deepEqual(findLongest(facts, "falls"), [0]);
});

test("a verdict says what the longest bars say of the word that hiding shows", () => {
  const rows = ["black", "cat"].map((word) => ({ side: "source", word }));
  const of = (cause, gradient) => verdict({ cause, rows, gradient, falls: [], attention: [] }, "gradient");
  assert.equal(of(0, [0.5, -0.4]), "✓ agrees");
  assert.equal(of(0, [0.5, -0.6]), "agrees on “black”; “cat” counts more, against it");
  assert.equal(of(0, [0.2, 0.3]), "points to “cat” instead");
  assert.equal(of(0, [-0.4, 0.3]), "mostly against it: “black”");
  assert.equal(of(null, [0.5, -0.4]), null);
});
