// How greedy decoding and the beam come to differ, in words and as running totals.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tellStory } from "../../../../viewer/pictures/watch/search/story.js";
import { buildChart } from "../../../../viewer/pictures/watch/search/totals.js";

const line = (text, logProbabilities) => ({ chips: text.split(" ").map((each) => ({ text: each })), logProbabilities });
const facts = (greedy, beam, parted, alpha) => /** @type {any} */ ({ greedy, beam, parted, alpha });
const greedy = line("a b c </s>", [-0.1, -0.9, -2, -1]);
const beam = line("a x y </s>", [-0.1, -1, -0.4, -0.1]);

test("the story of a parting, by hand", () => {
  assert.equal(
    tellStory(facts(greedy, beam, 1, 0)),
    "At step 2 greedy chose “b”, because it had 0.41 against 0.37; the beam kept “x” too, and one step later its total " +
      "was higher: −1.50 against −3.00. With α = 0, the beam scores better: −1.600 against −4.000.",
  );
});

test("the chart adds up what each step added, and marks where they differ", () => {
  const { data, layout } = buildChart(facts(greedy, beam, 1, 0), "They differ.");
  const drawn = data.find(({ name }) => name === "greedy");
  assert.deepEqual(
    drawn.y.map((each) => each.toFixed(3)),
    ["-0.100", "-1.000", "-3.000", "-4.000"],
  );
  assert.deepEqual(drawn.x, [1, 2, 3, 4]);
  assert.equal(drawn.customdata[1], "−1.000 “b”");
  assert.deepEqual([layout.shapes[0].x0, layout.annotations[0].text], [2, "they differ"]);
  assert.equal(buildChart(facts(greedy, greedy, null, 1), "They are one.").layout.shapes, undefined);
});
