// Guesses: kept once, counted in one place, and what is covered holds no number.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { joinChips } from "../../viewer/widgets/chips.js";
import * as guesses from "../../viewer/widgets/guesses.js";

const KEY = "glassformer.guesses";
const made = (id, guess, answer = "dog") => ({
  id,
  page: "Heads",
  sentence: "a dog",
  question: "?",
  guess,
  answer,
  told: "",
});
let stored;

beforeEach(() => {
  stored = new Map();
  globalThis.glassformerKept.clear();
  globalThis.window = {
    sessionStorage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) },
  };
});

test("a question counts once, and what was looked up not at all", () => {
  guesses.keepGuess(made("one", "dog"));
  guesses.keepGuess(made("one", "cat"));
  guesses.keepGuess(made("two", "cat"));
  guesses.keepGuess(made("three", null));
  assert.equal(guesses.describeCount(guesses.allGuesses()), "1 of 2 right");
  assert.equal(guesses.findGuess("one").guess, "dog");
  guesses.setGuessing(true);
  guesses.forgetGuesses();
  assert.equal(guesses.describeCount(guesses.allGuesses()), "no guesses yet");
  assert.equal(guesses.isGuessing(), true);
  // Whose answer nobody knows yet is not counted, and is answered later; a page's own can be forgotten.
  guesses.keepGuess({ ...made("four", "dog"), answer: "" });
  assert.equal(guesses.describeCount(guesses.allGuesses()), "no guesses yet");
  guesses.keepGuess(made("four", "dog"));
  guesses.keepGuess({ ...made("five", "dog"), page: "Tour" });
  guesses.forgetGuesses("Tour");
  assert.deepEqual(guesses.allGuesses(), [made("four", "dog")]);
});

test("whatever stands in the storage, the page goes on; where it is closed or full, the guesses last for the page", () => {
  for (const written of ["", "{", "null", "[]", '{"all":7,"on":"yes"}', '{"all":[null,{"id":3}]}']) {
    stored.set(KEY, written);
    assert.deepEqual([guesses.allGuesses(), guesses.isGuessing()], [[], false], written);
  }
  const closed = () => {
    throw new Error("closed");
  };
  for (const window of [{ sessionStorage: { getItem: () => null, setItem: closed } }, new Proxy({}, { get: closed })]) {
    globalThis.window = window;
    globalThis.glassformerKept.clear();
    guesses.keepGuess(made("one", "dog"));
    assert.deepEqual(guesses.allGuesses(), [made("one", "dog")]);
  }
});

test("the right option is the largest value, and names that are alike are told apart", () => {
  const names = ["the", "dog", "the"];
  assert.deepEqual(guesses.whichLargest([0.1, 0.2, 0.7], names), {
    options: ["the (1)", "dog", "the (3)"],
    right: 2,
    best: 2,
  });
  assert.deepEqual(guesses.whichLargest([5, 1, 4], ["a", "b", "c"], 2), { options: ["a", "c"], right: 0, best: 0 });
});

test("a covered row holds no number, the others are as they were", () => {
  const matrix = { data: Float32Array.from([1, 2, 3, 4]), rows: 2, columns: 2 };
  const covered = guesses.withoutRows(matrix, (row) => row === 0);
  assert.deepEqual([...covered.data], [Number.NaN, Number.NaN, 3, 4]);
  assert.deepEqual([...matrix.data], [1, 2, 3, 4]);
});

test("a sentence is spelled from its pieces", () => {
  const chip = (text, joined = false, special = false) => ({ text, joined, special });
  const pieces = [chip("<s>", false, true), chip("sleep"), chip("s", true), chip("well")];
  assert.equal(joinChips(pieces), "sleeps well");
  assert.equal(joinChips(pieces, true), " sleeps well");
});
