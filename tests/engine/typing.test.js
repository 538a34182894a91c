// What is typed while the model computes, on a page of fakes.

import assert from "node:assert/strict";
import { test } from "node:test";

class Field {
  dataset = {};
  matches = () => true;
  dispatchEvent() {}
}

test("what was typed on a page is not asked for on one that the server draws, and typing goes on after it", async (context) => {
  const [field, listeners, asked] = [/** @type {any} */ (new Field()), {}, []];
  let answer;
  const fakes = {
    HTMLInputElement: Field,
    CompositionEvent: class {},
    document: { querySelector: () => field, baseURI: "http://here/" },
    addEventListener: (kind, listener) => Object.assign(listeners, { [kind]: listener }),
    Worker: class {
      set onmessage(listener) {
        answer = (data) => listener({ data });
      }
      postMessage = ({ sentence }) => asked.push(sentence);
    },
  };
  const before = Object.fromEntries(Object.keys(fakes).map((name) => [name, globalThis[name]]));
  Object.assign(globalThis, fakes);
  context.after(() => Object.assign(globalThis, before));
  const { drawAndFollow, requireModel } = await import("../../viewer/engine/live/typing.js");

  const offer = /** @type {any} */ ({ weights: { address: "weights", sha256: "ours" }, needs: [] });
  const open = (own) => {
    const root = { isConnected: true };
    const view = /** @type {any} */ ({ root, live: { coming: { parentNode: root } } });
    drawAndFollow(view, { facts: { passage: {} }, tensors: {} }, { offer: own, sentence: "shown", draw() {} });
  };
  const type = (value) => {
    field.value = value;
    listeners.input({ target: field });
  };
  open(offer);
  const coming = requireModel(offer);
  answer({ ready: true });
  await coming;
  for (const each of ["one", "two"]) type(each);
  open(null);
  answer({ sentence: "one" });
  open(offer);
  type("three");
  assert.deepEqual(asked.slice(1), ["one", "three"]);
});
