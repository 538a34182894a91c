import assert from "node:assert/strict";
import { test } from "node:test";
import { buildHeadline, crossing } from "../../../../viewer/pictures/watch/alignment/links.js";

test("of the links that cross, the two whose words are closest together are named", () => {
  assert.deepEqual(
    crossing([
      [0, 5],
      [1, 2],
      [2, 1],
      [5, 0],
    ]),
    [
      [1, 2],
      [2, 1],
    ],
  );
});

test("links in the same order, or from one word to two, don't cross", () => {
  const links = [
    [0, 0],
    [1, 1],
    [1, 2],
    [2, 2],
  ];
  assert.equal(crossing(/** @type {[number, number][]} */ (links)), undefined);
});

test("one word alone has no order", () => {
  const facts = {
    source: { words: ["8", "/", "1971"] },
    target: { words: ["1971-05-08", "."] },
    language: "“ISO dates”",
  };
  assert.match(buildHeadline(facts, [[2, 0]]), /no order to compare/);
  /** @type {[number, number][]} */
  const withPunctuation = [
    [2, 0],
    [1, 1],
  ];
  assert.match(buildHeadline(facts, withPunctuation), /no order to compare/);
});
