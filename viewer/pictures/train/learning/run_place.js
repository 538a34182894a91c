// What is shown: sentence and checkpoint. In the address: seen=sentence.checkpoint, both counted from 0.

import { setUrlParam, textFromUrl } from "../../../widgets/address.js";

export const currentSentence = (view) => view.facts.sentences[view.number];
export const describeUpdates = (step) => (step ? `after ${step.toLocaleString("en")} updates` : "before training");

/** @param {RunView} view */
export function readPlace(view) {
  const [number, step] = textFromUrl("seen").split(".");
  const within = (text, count) => (/^\d{1,6}$/.test(text ?? "") ? Math.min(Number(text), count - 1) : 0);
  Object.assign(view, { number: within(number, view.facts.sentences.length), step: within(step, view.length) });
  view.row = null;
}

/** @param {RunView} view */
export const writePlace = ({ number, step }) => setUrlParam("seen", `${number}.${step}`);
