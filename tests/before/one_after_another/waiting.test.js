// Who waits for whom: the steps of each reader of a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readersOf, stepsOf, wordDone } from "../../../viewer/before/one_after_another/readers.js";

const [one, two, all] = readersOf(7, 3);

test("a recurrent reader takes a step a word, the encoder one a layer", () => {
  assert.deepEqual(
    [one, two, all].map((reader) => stepsOf(reader, 7)),
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
