// The token of a translation that is shown first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openingToken } from "../../../viewer/pictures/watch/opening_token.js";
import { chips } from "../../../viewer/widgets/tokens.js";

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
