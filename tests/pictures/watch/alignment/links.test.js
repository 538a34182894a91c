import assert from "node:assert/strict";
import { test } from "node:test";
import { buildHeadline, crossedWords } from "../../../../viewer/pictures/watch/alignment/links.js";

const words = [..."abcde", "."];
const FACTS = { source: { words }, target: { words }, language: "French" };

/** @param {[number, number][]} links */
const crossed = (...links) => crossedWords(FACTS, links);

test("of the links that cross, the two whose words are closest together are named, but no signs", () => {
  const named = crossed([0, 4], [1, 2], [2, 1], [4, 5], [5, 0]);
  assert.equal(named.join(" "), "1,2 2,1");
  assert.match(buildHeadline(FACTS, named), /“b” before “c”/);
});

test("links in the same order, or from one word to two, don't cross", () => {
  assert.deepEqual(crossed([0, 0], [1, 1], [1, 2], [2, 2]), []);
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
