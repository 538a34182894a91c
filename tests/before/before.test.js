// The pages before the Transformer: an energy as a sum, where a translation crosses over, what is said of a step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leftInWords } from "../../viewer/before/bottleneck/step_words.js";
import { crossingIn, largestTerms } from "../../viewer/before/looking_back/energies.js";

const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-12, `${one} is not ${other}`);

test("the terms of an energy and what is left of them add up to it", () => {
  const states = Float64Array.of(1, -2, 0.5, 0.1);
  const words = Float64Array.of(0.5, 1, -0.5, 0.3);
  const v = Float64Array.of(2, 1, 5, -0.5);
  const energy = 2 * Math.tanh(1.5) + Math.tanh(-1) - 0.5 * Math.tanh(0.4);
  const { shown, others } = largestTerms(states, words, v, energy, 2);
  assert.deepEqual(
    shown.map(({ k }) => k),
    [0, 1],
  );
  assert.deepEqual([others.above.count, others.below.count], [1, 1]);
  near(others.above.sum, 0);
  near(others.below.sum, -0.5 * Math.tanh(0.4));
  near(shown[0].term + shown[1].term + others.above.sum + others.below.sum, energy);
});

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

test("of one word nothing is compared", () => {
  const chip = (text, special = false) => ({ text, special, joined: false });
  assert.equal(leftInWords([chip("Go"), chip("</s>", true)], [0.5, 0.5]), "");
  const told = leftInWords([chip("Two"), chip("dogs"), chip("</s>", true)], [0.3, 0.1, 0.9]);
  assert.match(told, /most is left of “Two” \(0\.30\), and least of “dogs” \(0\.10\)/);
});
