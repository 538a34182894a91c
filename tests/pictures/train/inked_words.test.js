// Which words of a translation are right.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findRightWords } from "../../../viewer/pictures/train/inked_words.js";

test("a word is right as many times as the reference has it, whatever its case and punctuation", () => {
  const wrong = (text, reference) =>
    findRightWords(text, reference).flatMap(([word, isRight], at) => (isRight ? [] : [`${at / 2} ${word}`]));
  assert.deepEqual(wrong("ma mère a a une une heure.", "Ma mère a acheté une voiture."), ["3 a", "5 une", "6 heure."]);
  assert.deepEqual(wrong("Le chat, le chat", "Le chat et le chien."), ["3 chat"]);
  assert.deepEqual(wrong("", "Le chat."), []);
});
