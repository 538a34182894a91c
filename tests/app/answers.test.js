// Answers: put together of what the tab remembers and what the server knows, which is told of the rest.

import assert from "node:assert/strict";
import { test } from "node:test";

import { forgetOthers, keepAnswers } from "../../viewer/app/typed.js";

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

test("another student has nothing of the one before, and one who leaves leaves nothing", (context) => {
  const { glassformerKept: kept, window } = globalThis;
  globalThis.window = undefined; // a browser without storage
  context.after(() => Object.assign(globalThis, { window }));
  const next = (answers) => {
    const hasLeft = forgetOthers(answers);
    keepAnswers({ data: { answers }, setTriggerValue: (_, value) => assert.fail(JSON.stringify(value)) });
    return hasLeft;
  };
  kept.clear();
  for (const name of ["guesses", "typed", "stop", "depth"]) kept.set(name, "Ada's");
  kept.set("answers", '{"answer_a_written":"4"}');
  assert.equal(next({ class_student: "Ada" }), false); // whatever was answered before is not hers
  assert.deepEqual([...kept], [["answers", '{"class_student":"Ada"}']]);
  kept.set("guesses", "Ada's");
  next({ class_student: "Ada", answer_a_written: "5" });
  assert.equal(kept.get("guesses"), "Ada's");
  assert.equal(forgetOthers({}), false); // a reload, before the server has heard of her
  assert.equal(kept.get("guesses"), "Ada's");
  assert.equal(next({ class_student: "-", class_teacher: "token" }), true);
  assert.deepEqual([...kept], [["answers", '{"class_student":"-","class_teacher":"token"}']]);
  assert.equal(next({ class_student: "-", class_teacher: "token" }), false);
  next({ class_student: "Bob" });
  assert.deepEqual([...kept.keys()], ["answers"]);
});
