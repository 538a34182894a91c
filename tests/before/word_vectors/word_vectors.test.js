// One step of word2vec, in words and numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { askedRows, linesOfStep, stepInWords } from "../../../viewer/before/word_vectors/learning.js";

const STEP = {
  predicts: [0],
  word: 1,
  asked: ["dog", "$&"],
  products: [0, 2],
  after: [1, 1],
  loss: 2.82,
  lossAfter: 1.5,
  moved: [0.1],
  movedPredicted: [0.2, 0.3],
};
const FACTS = {
  kind: /** @type {const} */ ("skip-gram"),
  name: "Skip-gram",
  rate: 0.5,
  words: ["big", "dog"],
  leftOut: [],
  cut: false,
  steps: [STEP],
  snippet: { title: "", code: "load(⟨model⟩, ⟨sentence⟩, ⟨target⟩)" },
  path: "a.safetensors",
};

test("errors are what σ says, less the truth", () => {
  const [first, drawn] = askedRows(STEP);
  assert.deepEqual([first.truth, first.chance, first.error], [1, 0.5, -0.5]);
  assert.deepEqual([drawn.truth, drawn.error], [0, drawn.chance]);
  assert.ok(drawn.chanceAfter < drawn.chance);
});

test("a step is told in words, and in lines of Python with its own words", () => {
  assert.match(stepInWords(FACTS, STEP), /^“big” has to predict “dog”, and to say no to 1 words? drawn/);
  assert.match(stepInWords(FACTS, { ...STEP, lossAfter: 3 }), /raises the loss from 2.820 to 3.000/);
  assert.match(stepInWords({ ...FACTS, kind: "cbow" }, { ...STEP, predicts: [0, 1] }), /^The mean of “big”, “dog”/);
  assert.equal(linesOfStep(FACTS, STEP), 'load("a.safetensors", "big", "dog $&")');
});
