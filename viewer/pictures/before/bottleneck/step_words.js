// What happens at a step, in words: a word is read, the vector is passed on, a word is written.

import { part } from "../../../transport/payload.js";
import { short, sum } from "../../../widgets/numbers.js";
import { highest } from "../../../widgets/vectors.js";

/** @param {BottleneckView} view */
export function describeStep({ facts, tensors, read, now }) {
  const { source, target, order, probabilities } = facts;
  const size = tensors.state.shape[1];
  if (now !== null) {
    return (
      `It writes “${target[now].text}”, with a probability of ${short(probabilities[now])}. All it knows ` +
      `of the English is the same ${size} numbers at every step; beyond that it has its own state and the word before.`
    );
  }
  const kept = sum(part(tensors.update, order[read])) / size;
  const reads =
    `It reads “${source[order[read]].text}”, number ${read + 1} of ${order.length}. ` +
    (read
      ? `On average ${short(kept, 2)} of each old number stays (the update gate z); the rest makes room for the word.`
      : `The state was all zeros before.`);
  return read < order.length - 1
    ? reads
    : `${reads} Now the whole sentence is read: these ${size} numbers are handed over, and nothing else.`;
}

// What the vector does to a sentence: the longest stretch in which its translation isn't the Transformer's.
/** @param {Pick<BottleneckView, "facts" | "tensors">} view */
export function describeSqueezed({ facts, tensors }) {
  const begin = `Squeezed into one vector of ${tensors.state.shape[1]} numbers, the sentence`;
  const apart = facts.steps[0].translations[0].filter(({ same }) => !same);
  if (!apart.length) return `${begin} still comes out word for word as the Transformer’s.`;
  const { text, other } = apart[highest(apart.map(({ text, other = "" }) => text.length + other.length))];
  if (!text) return `${begin} loses “${other}”, which the Transformer writes.`;
  return `${begin} comes out with “${text.trim()}” where the Transformer writes ${other ? `“${other}”` : "nothing"}.`;
}
