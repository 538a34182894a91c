// The question that the front page asks when it has played, and where its answer is.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { linkToAsk, waitsFor } from "../../../../viewer/pictures/watch/flight/numbers.js";
import { marksOf } from "../../../../viewer/pictures/watch/flight/pictures.js";
import { placeOf } from "../../../../viewer/pictures/watch/flight/place.js";
import { answerOf, questionOf } from "../../../../viewer/pictures/watch/flight/question.js";
import { chipsOf, HEADS, S, shownAt, T, tensorOf } from "./shown_at.js";

test("the link to ask about looks ahead, where one head alone does", () => {
  const shown = /** @type {any} */ (shownAt(placeOf({})));
  const name = "decoder.1.cross_attention.weights";
  const looks = [
    [0, 2],
    [2, 2],
    [1, 1],
    [4, 4],
  ]; // of each word written, what both heads look at: the second looks ahead
  shown.tensors[name] = tensorOf([HEADS, T, S], (index) => {
    const [head, query, key] = [Math.floor(index / (T * S)), Math.floor(index / S) % T, index % S];
    return looks[query][head] === key ? (head ? 0.85 : 0.99) : 0;
  });
  const link = linkToAsk(shown);
  assert.deepEqual({ ...link, by: 0 }, { query: 0, key: 2, head: 1, layer: 1, later: 1, by: 0 });
  const told = marksOf(shown, null).flatMap(({ key, text }) => (key.startsWith("label:own") ? [text] : []));
  assert.deepEqual(told, ["one head: 85% on “dog”", "the other: most on “The”"]);
  const { facts } = shown;
  assert.equal(questionOf(facts, link), "How does it know “Le” before it writes “chien”?");
  facts.output[1].joined = true; // of the same word: nothing is written later
  assert.equal(questionOf(facts, linkToAsk(shown)), "Which words decide that it writes “noir”?");
  assert.deepEqual(answerOf(facts, { ...link, query: 1 }), ["why", { asked: "1" }]);
  for (const [code, file] of [
    ["fr", "en-fr/la"],
    ["de", "en-de/door"],
  ]) {
    const [{ sentence, expected }] = JSON.parse(
      readFileSync(new URL(`../../../../assets/cases/${file}.json`, import.meta.url), "utf8"),
    ).fillings;
    const inCase = {
      ...facts,
      language: { ...facts.language, code },
      sentence,
      output: chipsOf(`Le ${expected} porte`),
    };
    assert.deepEqual(answerOf(inCase, { ...link, query: 1 }), ["case", {}], file);
  }
});

test("what waits for a noun is short, as what it is written from, with no such word between", () => {
  const waits = (written, read, ...at) => waitsFor({ output: chipsOf(written), source: chipsOf(read) }, ...at);
  assert.ok(waits("devant la vieille mer", "before the old sea", 1, 1, 3));
  assert.ok(!waits("devant la mer", "before the sea", 1, 1, 0)); // nothing comes later
  assert.ok(!waits("près de la mer", "near the sea", 1, 0, 3)); // another article is nearer
  assert.ok(!waits("devant mer", "before sea", 0, 0, 1)); // not short
  assert.ok(!waits("est porte", "sleeps door", 0, 0, 1));
});
