// What happens at a step, in words: a word is read, the vector is handed over, a word is written.

import { short, sum } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";

/** @param {BottleneckView} view */
export function stepInWords({ facts, tensors, read, now }) {
  const { source, target, order, probabilities } = facts;
  const size = tensors.state.shape[1];
  if (now !== null) {
    return (
      `It writes “${target[now].text}”, with a probability of ${short(probabilities[now])}. Of the English it has ` +
      `the same ${size} numbers as at every other word; beside them its own state and the word that it said before.`
    );
  }
  const kept = sum(part(tensors.update, order[read])) / size;
  const reads =
    `It reads “${source[order[read]].text}”, number ${read + 1} of ${order.length}. ` +
    (read
      ? `Of each old number ${short(kept, 2)} stays on average (the update gate z); the rest makes room for the word.`
      : `The state was all zeros before.`);
  return read < order.length - 1
    ? reads
    : `${reads} Now the sentence is read: these ${size} numbers are handed over, and nothing else.`;
}

// Of which words most and least is left, among those that a text has; empty for one word.
/** @param {Chip[]} source @param {ArrayLike<number>} left */
export function leftInWords(source, left) {
  const isWord = ({ text, special }) => !special && /[\p{L}\p{N}]/u.test(text);
  const words = [...source.keys()].filter((position) => isWord(source[position]));
  if (words.length < 2) return "";
  const ordered = words.toSorted((one, other) => left[other] - left[one]);
  const told = (position) => `“${source[position].text}” (${left[position].toFixed(2)})`;
  return (
    `In the vector that is handed over most is left of ${told(ordered[0])}, and least of ${told(ordered.at(-1))}: ` +
    "had that word been blank, the vector would lie away by this share of its length."
  );
}
