// Answers: put together of what the tab remembers and what the server knows, which is told of the rest.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepAnswers } from "../../viewer/app/typed.js";

test("the server is told what only the tab remembers, and the tab keeps both", () => {
  const told = [];
  const setTriggerValue = (name, value) => told.push({ [name]: value });
  keepAnswers({ data: { answers: { one: "4" } }, setTriggerValue });
  assert.deepEqual(told, []);
  keepAnswers({ data: { answers: { two: "noir" } }, setTriggerValue });
  assert.deepEqual(told, [{ answers: { one: "4" } }]);
  keepAnswers({ data: { answers: { one: "5", two: "noir" } }, setTriggerValue });
  assert.equal(told.length, 1);
  keepAnswers({ data: { answers: {} }, setTriggerValue });
  assert.deepEqual(told[1], { answers: { one: "5", two: "noir" } });
});

test("whatever stands in the storage, the page goes on", () => {
  for (const written of ["{", "null", "7", '"text"', '{"one":7,"two":""}', "[]"]) {
    globalThis.glassformerKept.set("answers", written);
    keepAnswers({ data: { answers: {} }, setTriggerValue: (_, value) => assert.equal(typeof value, "object") });
  }
});
