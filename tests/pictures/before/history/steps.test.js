// The steps of history: what is saved of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeGain } from "../../../../viewer/pictures/before/history/history.js";
import { countApart, historyLines } from "../../../../viewer/pictures/before/history/steps.js";

test("a step is saved with its score and its whole translations", () => {
  const pieces = ["le ", "", "noir"].map((text) => ({ text, same: text !== "" }));
  const step = { at: "2014", title: "One", idea: "", costs: "4 M", score: null, translations: [pieces] };
  const [, row] = historyLines({ language: "fr", sentences: ["the black"], steps: [step] });
  assert.deepEqual(row, ["2014", "One", "", "", "", "4 M", "le noir"]);
});

test("words that differ are counted, and those for which nothing stands", () => {
  const pieces = [
    { text: "la vieille ", same: true },
    { text: "au ", same: false, other: "nourrit les oiseaux dans le" },
    { text: "", same: false, other: "petit" },
  ];
  assert.deepEqual(countApart(pieces), { apart: 1, missing: 5 });
});

test("the headline names the step that raised the score most, if one did", () => {
  const steps = [30, 50, 45].map((bleu, at) => ({ gist: `Idea ${at}`, score: [bleu, bleu - 1, bleu + 1] }));
  assert.equal(describeGain(steps), "Idea 1 brought most: BLEU rises from 30.0 to 50.0.");
  assert.equal(describeGain(steps.slice(1)), "");
  assert.equal(describeGain([{ ...steps[0], score: null }, steps[1]]), "");
});
