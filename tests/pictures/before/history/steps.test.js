// The steps of history: their scores on one scale, and what is saved of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { historyLines, scorePlaces } from "../../../../viewer/pictures/before/history/steps.js";

test("scores stand on one scale, which ends at the ten above all intervals; one that is missing has no place", () => {
  const scores = [[20, 10, 38], null, [30, 25, 33]].map((score) => ({ score }));
  assert.deepEqual(scorePlaces(scores), [{ bleu: 50, low: 25, high: 95 }, null, { bleu: 75, low: 62.5, high: 82.5 }]);
});

test("a step is saved with its score and its whole translations", () => {
  const pieces = ["le ", "", "noir"].map((text) => ({ text, same: text !== "" }));
  const step = { at: "2014", title: "One", idea: "", costs: "4 M", score: null, translations: [pieces] };
  const [, row] = historyLines({ language: "fr", sentences: ["the black"], steps: [step] });
  assert.deepEqual(row, ["2014", "One", "", "", "", "4 M", "le noir"]);
});
