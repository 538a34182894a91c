// One example of word2vec in words and numbers.

import { formatSigned } from "../../../widgets/numbers.js";

/** @param {number} product */
const sigmoid = (product) => 1 / (1 + Math.exp(-product));

// A row for each compared word: the truth, σ before and after the step, and the error σ − truth.
/** @param {LearningStep} step */
export function outputRows({ asked, products, after, movedPredicted }) {
  return asked.map((word, at) => ({
    word,
    truth: at ? 0 : 1,
    product: products[at],
    chance: sigmoid(products[at]),
    error: sigmoid(products[at]) - (at ? 0 : 1),
    productAfter: after[at],
    chanceAfter: sigmoid(after[at]),
    moved: movedPredicted[at],
  }));
}

/** @param {LearningFacts} facts @param {LearningStep} step */
export function describeStep({ kind, words }, { predicts, word, asked, loss, lossAfter }) {
  const company = predicts.map((at) => `“${words[at]}”`).join(", ");
  const who =
    kind === "cbow"
      ? `The mean of ${company} should predict “${words[word]}”`
      : `${company} should predict “${words[word]}”`;
  return (
    `${who} and reject ${asked.length - 1} random words, ${asked.slice(1).join(", ")}. ` +
    `The step lowers the loss from ${formatSigned(loss, 3)} to ${formatSigned(lossAfter, 3)}.`
  ).replace("lowers", lossAfter < loss ? "lowers" : "raises");
}

// The lines of Python, with the words of a step.
/** @param {LearningFacts} facts @param {LearningStep} step */
export function fillSnippet({ snippet, path, words }, { predicts, asked }) {
  return snippet.code
    .replace("⟨model⟩", () => JSON.stringify(path))
    .replace("⟨sentence⟩", () => JSON.stringify(predicts.map((at) => words[at]).join(" ")))
    .replace("⟨target⟩", () => JSON.stringify(asked.join(" ")));
}
