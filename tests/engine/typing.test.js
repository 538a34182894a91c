// What is typed while the model computes, on a page of fakes.

import assert from "node:assert/strict";
import { test } from "node:test";

const asked = [];
let answer;
let type;
class Field {
  dataset = {};
  matches = () => true;
  dispatchEvent() {}
}
const field = /** @type {any} */ (new Field());
const ELEMENT = { setAttribute() {}, append() {}, replaceChildren() {} };
const FAKES = {
  HTMLInputElement: Field,
  Node: Field,
  CompositionEvent: class {},
  document: { querySelector: () => field, baseURI: "http://here/", createElement: () => ELEMENT },
  addEventListener(kind, listener) {
    if (kind === "input") type = (value) => listener({ target: Object.assign(field, { value }) });
  },
  Worker: class {
    set onmessage(listener) {
      answer = (data) => listener({ data });
    }
    postMessage = ({ sentence }) => asked.push(sentence);
  },
};

test("what was typed on a page is not asked for on one that the server draws, and typing goes on after it", async (context) => {
  const before = Object.fromEntries(Object.keys(FAKES).map((name) => [name, globalThis[name]]));
  Object.assign(globalThis, FAKES);
  context.after(() => Object.assign(globalThis, before));
  const { requireModel } = await import("../../viewer/engine/live/model.js");
  const { drawAndFollow } = await import("../../viewer/engine/live/typing.js");
  const ours = /** @type {any} */ ({ weights: { address: "weights", sha256: "ours" }, needs: [] });
  const open = (offer) => {
    const root = { isConnected: true };
    const view = /** @type {any} */ ({ root, live: { coming: { ...ELEMENT, parentNode: root } } });
    drawAndFollow(view, { facts: {}, tensors: {} }, { offer, sentence: "shown", draw() {} });
  };
  open(ours);
  const coming = requireModel(ours);
  answer({ ready: true });
  await coming;
  for (const each of ["one", "two"]) type(each);
  open(null);
  answer({});
  await new Promise(setImmediate);
  open(ours);
  type("three");
  assert.deepEqual(asked.slice(1), ["one", "three"]);
});
