// Which way a piece of text is read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { textDirection } from "../../viewer/widgets/direction.js";

test("the first letter decides; signs, digits and a language's token don't", () => {
  for (const text of ["الكلب", "כלב", "«القط", "12ب"]) assert.equal(textDirection(text), "rtl", text);
  for (const text of ["dog", "chien", "собака", "犬", "(a"]) assert.equal(textDirection(text), "ltr", text);
  for (const text of ["12", "…", "␣", ">>ara<<", ""]) assert.equal(textDirection(text), null, text);
});
