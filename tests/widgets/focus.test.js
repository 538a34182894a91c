// The focus in the address.

import assert from "node:assert/strict";
import test from "node:test";
import { attentionAxes } from "../../viewer/frame/axes.js";
import { focusFor, isKnownFocus } from "../../viewer/frame/possible_focus.js";
import { currentAttention } from "../../viewer/pictures/walk/heads/words.js";
import { readFocus, remember, rowNames, sensibleFocus } from "../../viewer/widgets/focus.js";
import { memory } from "../../viewer/widgets/memory.js";

const places = {
  sizes: { encoder_layers: 2, decoder_layers: 3, H: 4 },
  tokens: { source: Array(5), target: Array(7) },
};

// A page at this address; what the address becomes is in `window.location`.
function pageAt(text) {
  const address = new URL("http://localhost/heads");
  if (text !== null) address.searchParams.set("focus", text);
  const replaceState = (_state, _title, goal) => {
    globalThis.window.location = new URL(goal);
  };
  globalThis.window = { location: address, history: { state: null, replaceState }, dispatchEvent() {} };
  memory.focus = null;
}

test("an address is read, clipped to what there is, and written as it was", () => {
  for (const [address, written] of Object.entries({
    ...{ "cross.0.mean.0": "cross.0.mean.0", "cross.9.77.99": "cross.2.3.6", "cross.1.2.3.greedy": "cross.1.2.3" },
    ...{ "cross.1.x.2": "cross.1.mean.2", "cross.1.2.3.4.5": null, "cross.1.2.": null, encoder: null },
    ...{ "cross.-1.0.0": null, "cross. 1.0.2": null, "cross.1e1.0.2": null, "cross.1234567.0.2": null },
    ...{ "cross.٣.0.2": null, "cross.1.0.+2": null },
  })) {
    pageAt(address);
    const found = readFocus();
    if (found) remember({ focus: sensibleFocus(places, found) });
    assert.equal(found && window.location.searchParams.get("focus"), written, `“${address}”`);
  }
});

test("only an attention's name is a kind", () => {
  for (const kind of ["toString", "__proto__", "Cross", ""]) {
    pageAt(`${kind}.1.2.3`);
    assert.equal(readFocus(), null, kind);
  }
});

test("what is not in the address may still be remembered from the page before", () => {
  pageAt(null);
  assert.equal(readFocus(), null);
  memory.focus = "encoder.1.mean.2";
  assert.deepEqual(readFocus(), { kind: "encoder", layer: 1, head: null, token: 2 });
});

test("a focus is drawn into what there is", () => {
  const far = { kind: "encoder", layer: 9, head: 9, token: 9 };
  assert.deepEqual(sensibleFocus(places, far), { kind: "encoder", layer: 1, head: 3, token: 4 });
  assert.deepEqual(sensibleFocus(places, { ...far, kind: "decoder" }), {
    kind: "decoder",
    layer: 2,
    head: 3,
    token: 6,
  });
});

test("another kind of attention keeps the token where the tokens are the same", () => {
  const view = { ...places, focus: { kind: "decoder", layer: 2, head: 1, token: 5 } };
  assert.deepEqual(focusFor(view, "cross"), { kind: "cross", layer: 2, head: 1, token: 5 });
  assert.deepEqual(focusFor(view, "encoder"), { kind: "encoder", layer: 1, head: 1, token: 1 });
  const stage = { focus: { kinds: ["decoder", "cross"] } };
  assert.deepEqual(isKnownFocus({ ...view, stage }, view.focus), view.focus);
  assert.equal(isKnownFocus({ ...view, stage }, { ...view.focus, kind: "encoder" }).kind, "decoder");
});

test("a row of cross-attention is named by the token that it writes", () => {
  const chips = (...texts) =>
    texts.map((text) => ({ text: text.replace("·", ""), joined: text.startsWith("·"), special: false }));
  const tokens = {
    source: chips("dogs", "</s>"),
    target: chips("<s>", "Les", "chi", "·ens"),
    output: chips("Les", "chi", "·ens", "</s>"),
  };
  assert.deepEqual(["encoder", "decoder", "cross"].map(rowNames), ["source", "target", "output"]);
  assert.equal(attentionAxes([], [], "cross").rows.title, "query (writes)");
  assert.equal(attentionAxes([], [], "decoder").rows.title, "query");
  const weights = { shape: [1, 1, 4, 2], data: Float32Array.from([1, 0, 1, 0, 0, 1, 0.5, 0.5]), half: false };
  const view = { tokens, sizes: { H: 1 }, tensors: { "cross.weights": weights } };
  const focus = { kind: "cross", layer: 0, head: 0, token: 2 };
  assert.deepEqual(currentAttention({ ...view, focus }).rows, ["Les", "chi", "ens", "</s>"]);
});
