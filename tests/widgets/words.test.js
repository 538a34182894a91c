// Words of the glossary in a text, and letters for sizes: what is found, and what only looks like one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isFound } from "../../viewer/pictures/learn/searching.js";
import { explainLetters, lettersIn, splitAtLetters } from "../../viewer/widgets/letters.js";
import { splitAtWords } from "../../viewer/widgets/words.js";

const WORDS = [
  { word: "head", slug: "head", forms: ["head", "heads"], meaning: "One of H attentions.", page: "heads", source: "" },
  {
    word: "length penalty",
    slug: "length-penalty",
    forms: ["length penalty", "length"],
    meaning: "",
    page: "",
    source: "",
  },
];

test("a word is linked where it stands first, the longest form of all", () => {
  const parts = splitAtWords("Heads and a length penalty; heads again", WORDS, new Set());
  assert.deepEqual(
    parts.map((part) => (typeof part === "string" ? part : [part.written, part.word.slug])),
    [["Heads", "head"], " and a ", ["length penalty", "length-penalty"], "; heads again"],
  );
});

test("parts of other words are none, and neither is what was linked before", () => {
  assert.deepEqual(splitAtWords("ahead, multi-head, headlong", WORDS, new Set()), ["ahead, multi-head, headlong"]);
  assert.deepEqual(splitAtWords("a head", WORDS, new Set(["head"])), ["a head"]);
});

test("letters for sizes stand by themselves", () => {
  assert.deepEqual(lettersIn("T × d_k = 9 × 48"), ["T", "d_k"]);
  assert.deepEqual(lettersIn("D × d_ff, S × D"), ["D", "d_ff", "S"]);
  assert.deepEqual(lettersIn("Softmax, The, d_model"), ["D"]);
  assert.deepEqual(lettersIn("Heads (H × dₖ)"), ["H", "d_k"]);
  assert.deepEqual(lettersIn("STD"), []);
});

test("in a sentence a letter is a size where it is multiplied, d_k and its like are everywhere", () => {
  const found = (sentence) =>
    splitAtLetters(sentence).flatMap((part) => (typeof part === "string" ? [] : [part.letter]));
  assert.deepEqual(found("all three read the same V × D = 6,000 × 288 numbers"), ["V", "D"]);
  assert.deepEqual(found("divided by √d_k, or by √dₖ; d_model and d_ff"), ["d_k", "dₖ", "d_model", "d_ff"]);
  assert.deepEqual(found("K and V come from the memory, H is the entropy: H = 2.31 nats"), []);
  assert.deepEqual(found("2 × V"), ["V"]);
  assert.deepEqual(found("2 × Value, d_kin"), []);
  assert.equal(
    splitAtLetters("S × T, S × D")
      .map((part) => part.letter ?? part)
      .join(""),
    "S × T, S × D",
  );
});

test("a letter says its size where the picture has one", () => {
  const sizes = { V: 5000, encoder_layers: 5, decoder_layers: 3 };
  assert.deepEqual(explainLetters(["V", "N", "B", "Q"], sizes), [
    ["V", "tokens of the vocabulary; here 5,000"],
    ["N", "layers in a stack; here 5 and 3"],
    ["B", "sentences in a batch"],
  ]);
});

test("the glossary is searched in words, forms and meanings", () => {
  assert.ok(isFound(WORDS[0], "HEADS"));
  assert.ok(isFound(WORDS[0], "attentions one"));
  assert.ok(!isFound(WORDS[0], "attentions beam"));
});

test("questions are found by the words that people use", () => {
  const questions = JSON.parse(readFileSync("assets/questions.json", "utf8"));
  const found = (typed) => questions.filter((each) => isFound(each, typed)).map(({ slug }) => slug);
  const wanted = {
    "makes things up": "hallucination",
    "context window": "context",
    "KV cache": "kv-cache",
    QKV: "qkv",
    "Why does it make things up?": "hallucination",
    "how does it know the order": "order",
  };
  for (const slug of ["hallucination", "strawberry", "temperature", "ChatGPT"]) wanted[slug] = slug.toLowerCase();
  for (const [typed, slug] of Object.entries(wanted)) assert.ok(found(typed).includes(slug), typed);
});
