// What is shown: sentence, checkpoint, kind of attention, layer and head. In the address:
// seen=sentence.checkpoint.kind.layer.head, all counted from 0.

import { setUrlParam, textFromUrl } from "../../../widgets/address.js";

/** @type {[string, Kind][]} */
export const ATTENTIONS = [
  ["cross", "cross"],
  ["encoder self", "encoder"],
  ["decoder self", "decoder"],
];

export const currentSentence = (view) => view.facts.sentences[view.number];
export const describeUpdates = (step) => (step ? `after ${step.toLocaleString("en")} updates` : "before training");

// Cross-attention opens with the head that ends up most focused; the others with the first head.
export function aligner({ sharpest }, kind) {
  return kind === "cross" ? { layer: sharpest[0], head: sharpest[1] } : { layer: 0, head: 0 };
}

// A row's unique name among all possible guesses.
/** @param {RunView} view */
export function rowPlace(view, row) {
  const { kind, layer, head, step } = view;
  return {
    place: `checkpoint ${step} ${kind}.${layer}.${head ?? "mean"} row ${row}`,
    sentence: currentSentence(view).source,
  };
}

// ---- the place in the address: seen=sentence.checkpoint.kind.layer.head, all counted from 0
/** @param {RunView} view */
export function readPlace(view) {
  const { facts, tensors } = view;
  const [number, step, kind, layer, head] = textFromUrl("seen").split(".");
  const within = (text, count, otherwise) =>
    /^\d{1,6}$/.test(text ?? "") ? Math.min(Number(text), count - 1) : otherwise;
  view.number = within(number, facts.sentences.length, 0);
  view.step = within(step, view.length, 0);
  view.kind = ATTENTIONS.find(([, each]) => each === kind)?.[1] ?? "cross";
  const [, layers, heads] = tensors[`${view.number}.${view.kind}`].shape;
  const opens = aligner(currentSentence(view), view.kind);
  view.layer = within(layer, layers, opens.layer);
  view.head = head === "mean" ? null : within(head, heads, opens.head);
  view.row = null;
}

/** @param {RunView} view */
export function writePlace({ number, step, kind, layer, head }) {
  setUrlParam("seen", [number, step, kind, layer, head ?? "mean"].join("."));
}
