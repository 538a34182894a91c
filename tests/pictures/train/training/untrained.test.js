// Why an untrained model is worse than even guessing, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { describeUntrained } from "../../../../viewer/pictures/train/training/untrained.js";

const loss = {
  expected: 8.2267,
  even: Math.log(2000),
  spread: 0.4914,
  repeated: 0.1344,
  deviation: 1.0045,
  again: 0.1199,
  plain: 8.3002,
  smoothed: 8.2928,
};

test("every part of the loss is named with its number", () => {
  const told = describeUntrained(loss, 2000);
  for (const words of [
    "about 8.2 nats",
    "ln 2,000 = 7.60",
    "differ by 1.00",
    "costs 0.49",
    "probability of 0.12",
    "costs 0.13",
    "by less than 0.01",
  ])
    assert.ok(told.includes(words), words);
  assert.ok(describeUntrained({ ...loss, smoothed: 8.26 }, 2000).includes("by 0.04"));
});
