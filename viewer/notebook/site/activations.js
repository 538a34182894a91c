// Activations of an example, made by the browser's own model: elsewhere.py found that they are what a page is sent.

import { stacked } from "../../widgets/live/activations.js";

/**
 * @param {import("../../widgets/engine/engine.js").Engine} engine
 * @param {string} sentence
 * @param {{ tokens: number[], activations: Record<string, { names: string[], stacked: boolean }> }} known
 * @returns {Payload<{}, string>}
 */
export default function livePayload(engine, sentence, { tokens, activations: wanted }) {
  const { activations } = engine.trace(engine.read(sentence), tokens);
  const tensors = {};
  for (const [name, { names, stacked: isStacked }] of Object.entries(wanted)) {
    const all = names.map((each) => activations.get(each));
    const tensor = stacked(all); // a copy that can be given away
    tensors[name] = isStacked ? tensor : { ...tensor, shape: all[0].shape };
  }
  return { facts: {}, tensors };
}
