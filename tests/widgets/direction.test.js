// Which way a piece of text is read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { directionOf } from "../../viewer/widgets/direction.js";

test("the first letter decides; signs, digits and a language's token don't", () => {
  for (const text of ["الكلب", "כלב", "«القط", "12ب"]) assert.equal(directionOf(text), "rtl", text);
  for (const text of ["dog", "chien", "собака", "犬", "(a"]) assert.equal(directionOf(text), "ltr", text);
  for (const text of ["12", "…", "␣", ">>ara<<", ""]) assert.equal(directionOf(text), null, text);
});
