// What is shown of a search: each node's text, whether greedy decoding took it, and the row of its attention.

import assert from "node:assert/strict";
import { test } from "node:test";

import { searchFacts } from "../../../../viewer/pictures/watch/search/shown.js";

const node = (parent, step, token, state = "kept") => ({ parent, step, token, state, logProbability: -1, total: -1 });
const shown = (greedy, beam) =>
  searchFacts(
    /** @type {any} */ ({
      passage: {
        source: ["▁Hi", "</s>"],
        greedy: { tokens: greedy, logProbabilities: [] },
        beam: { tokens: beam, logProbabilities: [] },
        nodes: [
          node(-1, 0, "▁une"),
          node(-1, 0, "▁un", "pruned"),
          node(-1, 0, "▁la"),
          node(2, 1, "it"),
          node(0, 1, "</s>", "finished"),
          node(3, 2, "</s>", "finished"),
          node(3, 2, "▁un"), // continued by nothing
        ],
      },
    }),
  );

test("a node's attention is the row of the hypothesis that it continues", () => {
  const { nodes, parted } = shown(["▁la", "it", "</s>"], ["▁une", "</s>"]);
  assert.deepEqual(
    nodes.map(({ row }) => row),
    [0, 0, 0, 2, 1, 3, 3],
  );
  assert.deepEqual(
    nodes.map(({ translation }) => translation),
    ["une", "un", "la", "lait", "une", "lait", "lait un"],
  );
  assert.deepEqual(
    nodes.map(({ greedy }) => greedy),
    [false, false, true, true, false, true, false],
  );
  assert.equal(parted, 0);
});

test("two translations part where one of them ends, or nowhere", () => {
  assert.equal(shown(["▁la", "it"], ["▁la"]).parted, 1);
  assert.equal(shown(["▁la"], ["▁la"]).parted, null);
});
