// The steps of history: what is saved of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { historyLines } from "../../../../viewer/pictures/before/history/steps.js";

test("a step is saved with its score and its whole translations", () => {
  const pieces = ["le ", "", "noir"].map((text) => ({ text, same: text !== "" }));
  const step = { at: "2014", title: "One", idea: "", costs: "4 M", score: null, translations: [pieces] };
  const [, row] = historyLines({ language: "fr", sentences: ["the black"], steps: [step] });
  assert.deepEqual(row, ["2014", "One", "", "", "", "4 M", "le noir"]);
});
