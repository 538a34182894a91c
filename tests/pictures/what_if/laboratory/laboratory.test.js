import assert from "node:assert/strict";
import test from "node:test";
import { switchCell } from "../../../../viewer/pictures/what_if/laboratory/masks.js";

// Three queries that may look back and at themselves.
const CAUSAL = [0, -Infinity, -Infinity, 0, 0, -Infinity, 0, 0, 0];

const viewWith = (hand, ...edits) => ({ hand, facts: { changes: edits.map((edit) => ({ edit })) } });
const click = (view, row, column, data = CAUSAL) => switchCell(view, "decoder", { row, column, data, width: 3 });

test("a click closes an open cell, opens a closed one, and takes back what a click has done", () => {
  assert.equal(click(viewWith("cell", "last:2"), 2, 1), "last:2,close_cell:decoder:2:1");
  assert.equal(click(viewWith("cell"), 0, 2), "open_cell:decoder:0:2");
  assert.equal(click(viewWith("cell", "last:2", "open_cell:decoder:0:2"), 0, 2), "last:2");
  assert.equal(
    click(viewWith("cell", "close_cell:decoder:12:1"), 2, 1),
    "close_cell:decoder:12:1,close_cell:decoder:2:1",
  );
});

test("a whole row keeps the cell that was clicked, and a second click gives it its mask back", () => {
  const closed = "close_cell:decoder:2:0,close_cell:decoder:2:2";
  assert.equal(click(viewWith("row"), 2, 1), closed);
  const alone = [...CAUSAL.slice(0, 6), -Infinity, 0, -Infinity];
  assert.equal(click(viewWith("row", ...closed.split(",")), 2, 1, alone), "");
});
