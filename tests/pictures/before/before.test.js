// The pages before the Transformer: who looks and waits for whom, one step of word2vec in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { crossingIn } from "../../../viewer/pictures/before/looking_back/energies.js";
import { makeReaders, sentenceDone, wordDone } from "../../../viewer/pictures/before/one_after_another/readers.js";
import { outputRows } from "../../../viewer/pictures/before/word_vectors/learning.js";
import { neighbourPlaces } from "../../../viewer/pictures/before/word_vectors/near.js";

test("a translation crosses over where a word's weight goes back to the left", () => {
  const rows = [
    [0, 0, 0, 1],
    [0.9, 0.1, 0, 0],
    [0, 0.1, 0.9, 0],
    [0, 0.9, 0.1, 0],
    [0, 0, 0, 1],
  ];
  const looks = (of) => ({ data: Float32Array.from(of.flat()), rows: of.length, columns: 4 });
  assert.deepEqual(crossingIn(looks(rows)), { row: 3, column: 1 });
  assert.deepEqual(crossingIn(looks([rows[1], rows[2]])), { row: 0, column: 0 });
});

const [one, two, all] = makeReaders(7, 3);

test("a recurrent reader takes a step a word, the encoder one a layer", () => {
  assert.deepEqual(
    [one, two, all].map((reader) => sentenceDone(reader, 7)),
    [7, 7, 3],
  );
  assert.deepEqual(
    [0, 2, 6].map((word) => [one, two, all].map((reader) => wordDone(reader, word))),
    [
      [1, 7, 3],
      [3, 5, 3],
      [7, 7, 3],
    ],
  );
});

test("nobody is done before those it waits for", () => {
  for (const reader of [one, two, all])
    for (let row = 0; row < reader.rows; row += 1)
      for (let word = 0; word < 7; word += 1)
        for (const before of reader.waitsFor(word, row).filter((each) => each.row >= 0))
          assert.ok(reader.ready(before.word, before.row) < reader.ready(word, row));
  assert.deepEqual(one.waitsFor(0, 0), []);
  assert.deepEqual(two.waitsFor(6, 1), []);
  assert.equal(all.waitsFor(3, 1).length, 7);
});

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
test("errors are what σ says, less the truth", () => {
  const [first, drawn] = outputRows(STEP);
  assert.deepEqual([first.truth, first.chance, first.error], [1, 0.5, -0.5]);
  assert.deepEqual([drawn.truth, drawn.error], [0, drawn.chance]);
  assert.ok(drawn.chanceAfter < drawn.chance);
});

test("the words around one are as far from it as they are unlike it", () => {
  const places = neighbourPlaces([0.9, 0.8, 0.6]);
  const distances = places.map(({ x, y }) => Math.hypot(x, y));
  assert.ok(Math.abs(distances[1] / distances[0] - 2) < 1e-9);
  assert.ok(Math.abs(distances[2] / distances[0] - 4) < 1e-9);
});
