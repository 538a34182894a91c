// The question about every word of the translation before its links appear: which English word did it look at most?

import { whichLargest } from "../../../widgets/guesses.js";
import { short } from "../../../widgets/numbers.js";
import { hasHeads, hasLayers, METHODS } from "./methods.js";

const NOWHERE = "the end of the sentence";

/** @param {AlignmentView} view */
export function wordPlace(view, target) {
  const { facts, layer, head, method, step } = view;
  const by = method === "attention" && step === "written" ? "" : `${method}.${step} `;
  return {
    place: `${by}${layer}.${head ?? "mean"} word ${target} of ${facts.target.text}`,
    sentence: facts.source.text,
  };
}

// The first word that has not been guessed or shown; the last one, if there is none.
/** @param {AlignmentView} view */
function wordInQuestion(view) {
  if (view.answered !== null) return view.answered;
  const last = view.facts.target.words.length - 1;
  for (let word = 0; word < last; word += 1) if (view.guess.covers(wordPlace(view, word))) return word;
  return last;
}

/** @param {AlignmentView} view */
export function wordQuestion(view) {
  const target = wordInQuestion(view);
  if (target < 0) return null;
  const { words, end } = view.weights[target];
  const weights = [...words, end];
  const { options, right, best } = whichLargest(weights, [...view.facts.source.words, NOWHERE]);
  const asked = view.facts.target.words[target];
  const left = view.facts.target.words.some((_, word) => view.guess.covers(wordPlace(view, word)));
  return {
    ...wordPlace(view, target),
    words: writeQuestion(view, asked),
    options,
    right,
    told: `“${asked}” ${METHODS[view.method].looked} “${options[right]}” most (${short(weights[best])}).`,
    onward: left ? { name: "Next word →", go: () => view.askOn() } : undefined,
  };
}

/** @param {AlignmentView} view */
function writeQuestion(view, word) {
  const when = view.step === "written" ? "as it was written" : "one step later";
  const layer = `layer ${view.layer + 1}`;
  if (view.method === "attention") {
    const looking = view.head === null ? `In ${layer}, all heads together` : `Head ${view.head + 1} of ${layer}`;
    return `${looking}: where did “${word}” look most, ${when}?`;
  }
  const head = hasHeads(view) && view.head !== null ? `head ${view.head + 1} of ` : "";
  const where = hasLayers(view) ? `, ${head}${layer}` : "";
  const { name, looked } = METHODS[view.method];
  return `By ${name}${where}: “${word}” ${looked} which word most, ${when}?`;
}
