// The case as a picture and as sentences: plain data out of a passage.

import assert from "node:assert/strict";
import { test } from "node:test";
import { notebookText } from "../../../../viewer/app/finding_files.js";
import { sentenceOf } from "../../../../viewer/pictures/what_if/case/effect.js";
import { askedOf, checkNoun } from "../../../../viewer/pictures/what_if/case/nouns.js";
import { caseMarks, caseRoom, spreadOut } from "../../../../viewer/pictures/what_if/case/picture.js";
import { looksAtClue, parseHead, roleWords } from "../../../../viewer/pictures/what_if/case/shown.js";
import {
  asideOf,
  BEATS,
  ballotOf,
  describePicture,
  HEADS,
  HIDING,
  KNOCK,
  MEAN,
  RIDDLE,
  storyOf,
  VERDICT,
  verdicts,
  WHEEL,
} from "../../../../viewer/pictures/what_if/case/story.js";
import { meansOf } from "../../../../viewer/pictures/what_if/effect_box.js";

const chip = (text, joined = false, special = false) => ({ text, joined, special });
const change = (hide, heads, probabilities, next) => ({
  ...{ hide, heads, probabilities, other: { ...chip("une"), probability: 0.05 } },
  written: [chip("la"), chip(next), chip(".", true)],
});
const OWN = /** @type {any} */ ({
  ...{ name: "la", title: "The case of “la”", frame: "It is in front of the ___.", rivals: ["la", "le", "l'"] },
  ...{ leader: "cross.1.2", understudy: "cross.0.1", pairs: 9, heldOut: 44, first: 5, layer: 1, changes: [] },
  ...{ moved: [0.63, 0.6, 0.66], holding: [0.93, 0.82, 0.98] },
  rows: [
    { filling: "door", expected: "la" },
    { filling: "wall", expected: "le" },
  ],
});
const PASSAGE = /** @type {any} */ ({
  ...{ sentence: "It is in front of the door.", translation: "C’est devant la porte.", halted: true },
  source: [
    ..."It is in front of the door".split(" ").map((text) => chip(text)),
    chip(".", true),
    chip("</s>", false, true),
  ],
  ...{ clue: [6], decoy: [5], prefix: [chip("C'"), chip("est", true), chip("devant")] },
  changes: [
    change([], [], [0.9, 0.01, 0.01], "porte"),
    change(["decoy"], [], [0.53, 0.01, 0.01], "porte"),
    change(["clue"], [], [0.12, 0.47, 0.12], "chien"),
    change([], ["cross.1.2"], [0.87, 0.01, 0.01], "porte"),
    change([], ["cross.1.2", "cross.0.1"], [0.52, 0.22, 0.09], "porte"),
  ],
});
// Of layer 1 head 2 looks at the noun, all others at “the”.
const [LAYERS, H, S] = [2, 4, PASSAGE.source.length];
const data = new Float32Array(PASSAGE.changes.length * LAYERS * H * S);
for (let row = 0; row < data.length / S; row += 1) data[row * S + (row % (LAYERS * H) === 6 ? 6 : 5)] = 1;
const WEIGHTS = { shape: [PASSAGE.changes.length, LAYERS, H, S], data, half: false };

const shownAt = (beat, which = 0, more = {}) => ({
  ...{
    case: OWN,
    passage: PASSAGE,
    weights: WEIGHTS,
    beat,
    change: which,
    reads: "English",
    writes: "French",
    hasTurned: true,
  },
  ...{ room: caseRoom(1200, 500, roleWords(PASSAGE).length), ...more },
});
const marksOf = (...given) => new Map(caseMarks(shownAt(...given)).map((mark) => [mark.key, mark]));

test("every beat is a sentence of at most 14 words that follows the numbers", () => {
  for (const beat of BEATS.keys()) {
    const said = storyOf(shownAt(beat, 0, { guess: 2 }));
    assert.ok(said.split(/\s+/).length <= 14, said);
    assert.ok(describePicture(shownAt(beat)).includes("door"));
  }
  assert.match(storyOf(shownAt(MEAN)), /“the” \(75%\)/);
  assert.match(storyOf(shownAt(HIDING)), /“the”: still “la”, 53%.*“door”: now “le”, 47%/);
  assert.match(storyOf(shownAt(HEADS)), /Head 3.*over 99%/);
  assert.match(storyOf(shownAt(KNOCK)), /87%.*52%/);
  assert.match(storyOf(shownAt(WHEEL)), /the French word is “la”, 90%/);
  assert.match(storyOf(shownAt(VERDICT, 0, { guess: 0 })), /^You guessed “the”. It was “door”.*“la” falls to/);
  assert.match(asideOf(shownAt(VERDICT)), /layer 2, head 3.*Taken out.*87%.*alone.*63%.*logits.*9 pairs/);
  assert.match(verdicts(shownAt(VERDICT)).shown.at(-1), /held 41 of 44 times \(82% to 98%\)/);
});

test("a head that looks elsewhere, and a sentence without a choice, are told as they are", () => {
  const away = { ...WEIGHTS, data: data.map((_, at) => Number(at % S === 5)) };
  assert.match(storyOf(shownAt(HEADS, 0, { weights: away })), /None/);
  assert.match(storyOf(shownAt(WHEEL, 0, { weights: away })), /looks away/);
  const none = { ...PASSAGE, halted: false, changes: [] };
  assert.match(storyOf(shownAt(HEADS, 0, { passage: none, weights: null })), /no “la”, “le” or “l’”/);
  assert.ok(caseMarks(shownAt(HEADS, 0, { passage: none, weights: null })).length);
});

test("doors are as wide as their probabilities", () => {
  for (const [which, { probabilities }] of PASSAGE.changes.entries()) {
    const marks = marksOf(HIDING, which);
    const widths = [0, 1, 2, 3].map((at) => marks.get(`door:${at}`).g[2]);
    const total = widths.reduce((sum, each) => sum + each, 0);
    for (const [at, share] of probabilities.entries()) assert.ok(Math.abs(widths[at] / total - share) < 0.02);
  }
});

test("a word that is no rival has its own probability, in the headline as at its door", () => {
  const changes = PASSAGE.changes.with(2, {
    ...PASSAGE.changes[2],
    ...{ probabilities: [0.1, 0.1, 0.1], other: { ...chip("un"), probability: 0.54 } },
  });
  const own = { passage: { ...PASSAGE, changes } };
  assert.match(storyOf(shownAt(HIDING, 2, own)), /now “un”, 54%/);
  const marks = marksOf(HIDING, 2, own);
  assert.deepEqual(
    [3, 4].map((at) => [marks.get(`name:${at}`).text, marks.get(`share:${at}`).text]),
    [
      ["any other", "16%"],
      ["un", "54%"],
    ],
  );
});

test("the riddle keeps its answer until somebody has guessed or gone on", () => {
  const of = (isTold) => [...marksOf(RIDDLE, 0, { isTold }).values()].filter(({ key }) => /^(share|door):/.test(key));
  assert.ok(of(true).some(({ text }) => text === "90%"));
  const doors = of(false);
  assert.ok(doors.every(({ key, look }) => key.startsWith("door") && !/taken|open/.test(look)));
  assert.equal(new Set(doors.map(({ g }) => Math.round(g[2]))).size, 1);
  assert.doesNotMatch(describePicture(shownAt(RIDDLE, 0, { isTold: false })), /%/);
});

test("the mean's ribbon is made of the strands of its heads, which part", () => {
  const [mean, heads] = [marksOf(MEAN), marksOf(HEADS)];
  const strands = [...mean.keys()].filter((key) => key.startsWith("strand"));
  assert.deepEqual(strands, ["strand:1.0.5", "strand:1.1.5", "strand:1.3.5", "strand:1.2.6"]);
  const ends = (marks) => strands.map((key) => marks.get(key).g[3]).sort((one, other) => one - other);
  const gaps = (all) => all.slice(1).map((each, at) => each - all[at]);
  assert.ok(Math.max(...gaps(ends(mean))) < Math.min(...gaps(ends(heads))));
  for (const key of strands) assert.equal(mean.get(key).g[4], heads.get(key).g[4]);
  assert.match(heads.get("strand:1.2.6").look, /glow/);
  assert.match(marksOf(KNOCK, 3).get("strand:1.2.6").look, /cut/);
  assert.deepEqual(looksAtClue(shownAt(HEADS)), [0, 0, 1, 0]);
  // Two layers share a picture: each head says which is its.
  const room = caseRoom(358, 500, roleWords(PASSAGE).length);
  for (const of of [marksOf(KNOCK), marksOf(KNOCK, 0, { room })])
    assert.deepEqual(
      ["1.2", "0.1"].map((name) => of.get(`label:${name}`).text.slice(0, 9)),
      ["L2 head 3", "L1 head 2"],
    );
});

test("everything is within the room, wide and narrow", () => {
  for (const width of [358, 1200, 1800])
    for (const beat of BEATS.keys()) {
      const room = caseRoom(width, 500, roleWords(PASSAGE).length);
      for (const { kind, g } of caseMarks(shownAt(beat, 0, { room }))) {
        const [x, y] = kind === "box" ? [g[0] + g[2], g[1] + g[3]] : g;
        assert.ok(x >= 0 && x <= width + 1 && y >= -1 && y <= 501, `${beat} ${kind} ${g}`);
      }
    }
  assert.deepEqual(spreadOut([10, 10, 90], 20, { x: 0, width: 100 }), [10, 30, 90]);
  assert.deepEqual(spreadOut([90, 95, 99], 20, { x: 0, width: 100 }), [50, 70, 90]);
});

test("a noun is asked for without its article, and what is none is refused", () => {
  assert.equal(checkNoun("  the   garden ").noun, "garden");
  for (const text of ["", "!!!", "a b c d e", "One. Two.", "It rains."]) assert.ok(checkNoun(text).problem, text);
  assert.deepEqual(askedOf(OWN, "hat stand").clue, [5, 2]);
  assert.deepEqual(parseHead("cross.1.2"), { kind: "cross", layer: 1, head: 2 });
});

test("one's own lines are words for the blank, or sentences with a word in brackets", () => {
  assert.equal(sentenceOf(OWN, "the wall").sentence, "It is in front of the wall.");
  const { sentence, asked } = sentenceOf(OWN, "We eat [bread rolls].");
  assert.deepEqual([sentence, asked.clue], ["We eat bread rolls.", [2, 2]]);
  for (const line of ["It is raining today, I think.", "a [b] c [d]", "an [!] sign"])
    assert.ok(sentenceOf(OWN, line).problem, line);
  assert.equal(
    meansOf([
      ["a", "la", 0.2],
      ["b", "le", 0.4],
      ["c", "none of them"],
    ])[2],
    "30% (10% to 50%)",
  );
  assert.equal(meansOf(Array(12).fill(["a", true]))[1], "12 of 12 (76% to over 99%)");
});

test("a notebook has the claim, the table and the code, and no sign of it is Markdown", () => {
  const told = {
    claim: "“<b>” *la*",
    code: "result = 1",
    rows: [["a|b"], ["1"]],
    picture: "data:,AAAA",
    link: "http://x",
  };
  const { cells } = JSON.parse(notebookText(told));
  assert.match(cells[0].source, /^# “\\<b\\>” \\\*la\\\*\n/);
  assert.match(cells[0].source, /\| a\\\|b \|\n\|---\|\n\| 1 \|/);
  assert.deepEqual([cells[0].attachments["finding.png"]["image/png"], cells[1].source], ["AAAA", "result = 1\nresult"]);
});

test("a class votes on how each step ends", () => {
  const rights = [...BEATS.keys()].map((beat) =>
    ballotOf(shownAt(beat, 0, { case: { ...OWN, rows: [{ clueWeight: 1 }] } })),
  );
  assert.deepEqual(
    rights.map((each) => each?.options[each.right]),
    ["It looks at “door”", "No", "one", "Yes", "Yes", "That hiding it changes the choice", undefined],
  );
});
