// What flows backwards: as wide as the gradient is long, from the loss to what was read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { backwardMarks, describeFlow, gradientLines } from "../../../../viewer/pictures/train/one_step/backward.js";
import { roomOf } from "../../../../viewer/widgets/marks/marks.js";

const chips = (words) => words.split(" ").map((text) => ({ text, joined: false, special: text.endsWith("s>") }));
const tensor = (shape, at) => ({
  shape,
  half: false,
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, at),
});
const facts = /** @type {any} */ ({
  ...{ source: chips("The dog </s>"), target: chips("<s> Le chien"), output: chips("Le chat </s>") },
  ...{ longest: 0.5, sizes: { layers: { encoder: 2, decoder: 1 } } },
});
// All that flows goes from “chat” to “dog”.
const flows = {
  output: tensor([3], (_, at) => [0, 0.5, 0.01][at]),
  encoder: tensor([3, 3], (_, at) => (at % 3 === 1 ? 0.25 : 0)),
  decoder: tensor([2, 3], (_, at) => (at % 3 === 1 ? 0.5 : 0)),
  "encoder.flow": tensor([2, 3, 3], () => 0.001),
  "decoder.flow": tensor([1, 3, 3], () => 0),
  "cross.flow": tensor([1, 3, 3], (_, at) => (at === 4 ? 0.1 : 0)),
};
const shownIn = (width, more = {}) => {
  const flow = (name) => /** @type {any} */ ({ ...flows, ...more })[name];
  return { facts, flow, room: roomOf(width, 700, width < 640, 14) };
};

test("every place is there once, on every screen", () => {
  for (const width of [380, 1200]) {
    const marks = backwardMarks(shownIn(width));
    assert.equal(new Set(marks.map(({ key }) => key)).size, marks.length);
    assert.equal(marks.filter(({ key }) => key.startsWith("place:")).length, 3 * 3 + 2 * 3 + 3);
    for (const { g, kind } of marks)
      if (kind === "token") assert.ok(g[0] > 0 && g[0] < width && g[1] > 0 && g[1] < 700, String(g));
  }
});

test("ribbons are as wide as the gradient is long, and come in the order in which it flows", () => {
  const marks = new Map(backwardMarks(shownIn(1200)).map((mark) => [mark.key, mark]));
  const thick = (key) => marks.get(key).g[4];
  assert.ok(Math.abs(thick("back:decoder.0") - 2 * thick("back:encoder.1")) < 1e-6);
  assert.ok(Math.abs(thick("flow:cross.0") - 0.4 * thick("back:encoder.0")) < 1e-4);
  assert.equal(marks.get("back:encoder.0").g.length, 5); // “dog” alone
  assert.equal(marks.get("flow:encoder.0").g.length, 0);
  const way = [
    "place:output.1",
    "place:decoder.1.1",
    "flow:cross.0",
    "back:decoder.0",
    "place:encoder.2.1",
    "back:encoder.0",
  ];
  const waves = way.map((key) => marks.get(key).wave);
  assert.deepEqual(
    waves,
    [...waves].sort((one, other) => one - other),
  );
});

test("it says where the loss begins and arrives, until little flows", () => {
  assert.match(describeFlow(shownIn(1200)), /“chat”.*“dog”/);
  assert.doesNotMatch(describeFlow(shownIn(1200, { output: tensor([3], () => 0.01) })), /“/);
  const lines = gradientLines(shownIn(1200));
  assert.deepEqual([lines.length, lines[2]], [1 + 3 + 2 * 3 + 3 * 3, ["output", 0, "chat", 0.5]]);
});
