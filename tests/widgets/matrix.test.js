// A matrix among the pictures that can be saved.

import assert from "node:assert/strict";
import { test } from "node:test";
import { memory } from "../../viewer/widgets/focus.js";
import { matrix } from "../../viewer/widgets/matrix.js";

const anything = () =>
  new Proxy(class {}, {
    get: (own, name) => (name in own ? own[name] : anything()),
    apply: anything,
    construct: anything,
  });

test("it can be saved once it has numbers", (t) => {
  const page = { document: anything(), Node: class {}, ResizeObserver: anything() };
  Object.assign(globalThis, page);
  t.after(() => Object.assign(globalThis, { document: undefined, Node: undefined, ResizeObserver: undefined }));
  const { element, canvas, draw } = matrix({ name: "", rows: { title: "" }, columns: { title: "" } });
  assert.ok(!memory.pictures?.has(element));
  canvas.parentElement = null;
  draw({ data: Float32Array.of(7), rows: 1, columns: 1 });
  assert.equal(memory.pictures.get(element).lines()[1][1], 7);
});
