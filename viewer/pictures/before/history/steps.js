// Where the scores of the steps are on one scale, and what a table has of them.

// In percent of a scale from 0 to the next ten above all intervals; null for a step without a score.
/** @param {HistoryStep[]} steps */
export function placesOf(steps) {
  const most = Math.ceil(Math.max(1, ...steps.map(({ score }) => score?.[2] ?? 0)) / 10) * 10;
  return steps.map(({ score }) => {
    if (!score) return null;
    const [bleu, low, high] = score.map((each) => (100 * each) / most);
    return { bleu, low, high };
  });
}

/** @param {[number, number, number]} score */
export const tellScore = (score) => {
  const [bleu, low, high] = score.map((each) => each.toFixed(1));
  return `BLEU ${bleu} (${low} to ${high})`;
};

/** @param {HistoryFacts} facts */
export const linesOf = ({ sentences, steps }) => [
  ["when", "model", "BLEU", "from", "to", "size and training", ...sentences],
  ...steps.map(({ at, title, score, costs, translations }) => [
    ...[at, title, ...(score ?? ["", "", ""]), costs],
    ...translations.map((pieces) => pieces.map(({ text }) => text).join("")),
  ]),
];
