// One stack: where its blocks are, which weights they have, and what a row says.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aheadOf,
  blockPlaces,
  blockWeights,
  describeMean,
  describeRow,
  layerBeside,
  rowInFocus,
  shadesOf,
} from "../../../viewer/pictures/after/one_stack/blocks.js";

const chip = (text, joined = false) => ({ text, joined, special: false });
const tensor = (shape, data) => ({ shape, data: Float32Array.from(data), half: false });
// Two English tokens and one French one; of one stack a layer, of the encoder-decoder two and one.
const view = (joined, row) => ({
  facts: { language: "French", source: [chip("red"), chip("dog")], target: [chip("chien")] },
  tensors: {
    stack: tensor([1, 3, 3], [1, 0, 0, 0.25, 0.75, 0, 0.5, 0.2, 0.3]),
    encoder: tensor([2, 2, 2], [9, 9, 9, 9, 0.1, 0.9, 0.6, 0.4]),
    cross: tensor([1, 1, 2], [0.2, 0.8]),
    decoder: tensor([1, 1, 1], [1]),
  },
  ...{ layer: 0, joined, row },
});

test("joined, the blocks touch and are parts of one matrix; apart, they are the other model's", () => {
  const sizes = { source: 2, target: 1, cell: 10, names: 30 };
  const { encoder, cross, decoder, above } = blockPlaces({ ...sizes, joined: true });
  assert.deepEqual([cross.y, decoder.x, decoder.y], [encoder.y + 20, encoder.x + 20, encoder.y + 20]);
  assert.equal(decoder.y - above, encoder.y); // their names stand in one line
  assert.equal(blockPlaces({ ...sizes, joined: false }).decoder.x, encoder.x + 20 + 15);
  const near = (matrix) => [...matrix.data].map((each) => Number(each.toFixed(3)));
  assert.deepEqual(near(blockWeights(view(true, 0), "encoder", true)), [1, 0, 0.25, 0.75]);
  assert.deepEqual(near(blockWeights(view(true, 0), "cross", true)), [0.5, 0.2]);
  assert.deepEqual(near(blockWeights(view(true, 0), "decoder", true)), [0.3]);
  assert.deepEqual(near(blockWeights(view(true, 0), "encoder", false)), [0.1, 0.9, 0.6, 0.4]); // the last of its layers
});

test("a layer stands beside those that are as high", () => {
  assert.deepEqual(
    [0, 3, 6].map((layer) => [layerBeside(layer, 7, 5), layerBeside(layer, 7, 3)]),
    [
      [0, 0],
      [2, 1],
      [4, 2],
    ],
  );
});

test("a row says how its attention is shared, and where it looks most", () => {
  assert.equal(rowInFocus(view(true, 1)).french, null);
  assert.match(
    describeRow(view(true, 2)),
    /70% of its attention goes to the English, most to “red” \(50%\); 30% to the French, most to “chien”/,
  );
  assert.match(describeRow(view(false, 2)), /“dog” \(80%\), another at “chien”/);
  assert.match(describeRow(view(true, 0)), /“red” sees only itself/);
  assert.match(describeRow(view(false, 0)), /“red” looks most at “dog” \(90%\)\.$/);
  assert.match(describeMean(view(false, 0)), /layer 2 of 2 of the encoder and layer 1 of 1 of the decoder/);
});

test("cells are shaded by the root of their weight, and half a square is ahead", () => {
  const shades = shadesOf({ data: Float32Array.of(0.25, 0.001, 1, 0.25), rows: 2, columns: 2 }, 10);
  assert.deepEqual(shades, [
    [0.5, "M0 0h10v10h-10zM10 10h10v10h-10z"],
    [1, "M0 10h10v10h-10z"],
  ]);
  assert.equal(aheadOf(2, 10), "M10 0H20v10H10z");
  assert.equal(aheadOf(1, 10), "");
});
