// The steps of history: what is saved of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeGain } from "../../../../viewer/pictures/before/history/history.js";
import { historyLines } from "../../../../viewer/pictures/before/history/steps.js";
import { countMissing } from "../../../../viewer/widgets/word_diff.js";

test("a step is saved with its score and its whole translations", () => {
  const pieces = ["le ", "", "noir"].map((text) => ({ text, same: text !== "" }));
  const step = { at: "2014", title: "One", idea: "", costs: "4 M", score: null, translations: [pieces] };
  const [, row] = historyLines({ language: "fr", sentences: ["the black"], steps: [step] });
  assert.deepEqual(row, ["2014", "One", "", "", "", "4 M", "le noir"]);
});

test("words for which nothing stands are counted as one sees them", () => {
  assert.equal(countMissing({ text: "que des clients ", same: false, other: "qu'un homme regarde les fleurs." }), 2);
  assert.equal(countMissing({ text: "vit", same: false, other: "" }), 0);
});

test("the headline names the step that raised the score most, if one did", () => {
  const steps = [30, 50, 45].map((bleu, at) => ({ idea: `Idea ${at}: more`, score: [bleu, bleu - 1, bleu + 1] }));
  assert.equal(describeGain(steps), "Idea 1 brought most: BLEU rises from 30.0 to 50.0.");
  assert.equal(describeGain(steps.slice(1)), "");
  assert.equal(describeGain([{ ...steps[0], score: null }, steps[1]]), "");
});
