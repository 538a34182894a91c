// What flows backwards: as wide as the gradient is long, from the loss to what was read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { backwardMarks, gradientLines, storyOf } from "../../../../viewer/pictures/train/one_step/backward.js";
import { stations } from "../../../../viewer/pictures/watch/flight/whole.js";
import { roomOf } from "../../../../viewer/widgets/marks/marks.js";

const chips = (words) => words.split(" ").map((text) => ({ text, joined: false, special: text.endsWith("s>") }));
const tensor = (shape, at) => ({
  shape,
  half: false,
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, n) => at(n)),
});
const facts = {
  ...{ source: chips("The dog </s>"), target: chips("<s> Le chien"), output: chips("Le chat </s>") },
  ...{ longest: 0.5, sizes: { layers: { encoder: 2, decoder: 1 } } },
};
// All that flows goes from “chat” to “dog”.
const flows = {
  output: tensor([3], (at) => [0, 0.5, 0.01][at]),
  encoder: tensor([3, 3], (at) => (at % 3 === 1 ? 0.25 : 0)),
  decoder: tensor([2, 3], (at) => (at % 3 === 1 ? 0.5 : 0)),
  "encoder.flow": tensor([2, 3, 3], () => 0.001),
  "decoder.flow": tensor([1, 3, 3], () => 0),
  "cross.flow": tensor([1, 3, 3], (at) => (at === 4 ? 0.1 : 0)),
};
const shownIn = (upright) => ({ facts, flows, room: roomOf(upright ? 380 : 1200, 700, upright, 14) });

test("every place is there once, between the tokens, in both directions", () => {
  for (const upright of [false, true]) {
    const marks = backwardMarks(shownIn(upright));
    assert.equal(new Set(marks.map(({ key }) => key)).size, marks.length);
    assert.equal(marks.filter(({ key }) => key.startsWith("place:")).length, 3 * 3 + 2 * 3 + 3);
    const { width, height } = shownIn(upright).room;
    for (const { g, kind } of marks)
      if (kind === "token") assert.ok(g[0] > 0 && g[0] < width && g[1] > 0 && g[1] < height, String(g));
  }
});

test("ribbons are as wide as the gradient is long, and nothing is drawn that is not there", () => {
  const marks = backwardMarks(shownIn(false));
  const thick = (key) => marks.find((mark) => mark.key === key).g[4];
  assert.ok(Math.abs(thick("back:decoder.0") - 2 * thick("back:encoder.1")) < 1e-6);
  assert.ok(Math.abs(thick("flow:cross.0") - 0.4 * thick("back:encoder.0")) < 1e-4);
  assert.equal(
    marks.find(({ key }) => key === "back:encoder.0.0"),
    undefined,
  );
  assert.equal(marks.find(({ key }) => key === "flow:encoder.0").g.length, 0);
  const { room } = shownIn(false);
  const at = stations(/** @type {any} */ ({ facts, room: { ...room, along: room.along + 7 * room.size } }));
  const flow = marks.find(({ key }) => key === "flow:cross.0").g.slice(0, 4);
  assert.deepEqual(flow, [at.encoder[2], at.row("source", 1), at.decoder[1], at.row("target", 1)]);
});

test("the wave goes from the loss to what was read", () => {
  const wave = Object.fromEntries(backwardMarks(shownIn(false)).map((mark) => [mark.key, mark.wave]));
  const way = ["output", "decoder.1", "decoder.0", "encoder.2", "encoder.1", "encoder.0"].map(
    (key) => wave[`place:${key}.1`],
  );
  assert.deepEqual(
    way,
    [...way].sort((one, other) => one - other),
  );
  assert.ok(wave["flow:cross.0"] < wave["place:encoder.2.1"]);
});

test("it says where the loss begins and arrives, until hardly anything flows", () => {
  assert.match(storyOf(shownIn(false)), /“chat”.*“dog”/);
  const dry = { ...shownIn(false), flows: { ...flows, output: tensor([3], () => 0.01) } };
  assert.doesNotMatch(storyOf(dry), /“/);
  const lines = gradientLines(shownIn(false));
  assert.equal(lines.length, 1 + 3 + 2 * 3 + 3 * 3);
  assert.deepEqual(lines[2], ["output", 0, "chat", 0.5]);
});
