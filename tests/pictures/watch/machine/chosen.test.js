// Where the picture rests, and the token that both pictures show first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstRow } from "../../../../viewer/pictures/watch/machine/chosen.js";
import { openingToken } from "../../../../viewer/pictures/watch/opening_token.js";
import { chips } from "../../../../viewer/widgets/tokens.js";

test("it rests where the translation goes back", () => {
  for (const [sources, weight, row] of [
    [[0, 1, 2], 0.9, undefined], // the same order
    [[0, 2, 1], 0.9, 2], // one goes back
    [[0, 2, 1], 0.4, undefined], // weakly
    [[2, 1, 0], 0.9, 1], // the first of equals
  ]) {
    const rows = sources.map((source) => [0, 1, 2].map((key) => (key === source ? weight : 0.01)));
    assert.equal(firstRow(rows), row, `${sources} by ${weight}`);
  }
});

test("the opening token looks hard at a word", () => {
  const looks = [
    [0.1, 0.8, 0.1],
    [0.1, 0.2, 0.7],
    [0, 0.1, 0.9],
  ];
  for (const [tokens, source, token] of [
    [["▁le", "▁chien", "</s>"], ["▁the", "▁lazy", "▁doggy"], 1],
    [["▁le", "▁chien", "</s>"], ["▁tidy", "▁lazy", "."], 1],
    [["</s>"], ["▁a", "▁b", "</s>"], 0],
    [[], ["▁a", "▁b", "</s>"], 0],
    [["▁le", "▁chien"], [".", "!", "</s>"], 0],
  ])
    assert.equal(
      openingToken(chips(tokens), chips(source), (row, key) => looks[row][key]),
      token,
      tokens.join(" "),
    );
});
