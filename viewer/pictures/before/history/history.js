// The same sentences by several models, one sentence at a time.

import { choice } from "../../../widgets/choice.js";
import { element, say } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { highest } from "../../../widgets/vectors.js";
import { stepsBox } from "./steps.js";

const NAMED = 3; // words of a sentence on its button
const KEY = " words differ from our translation, which doesn’t make them wrong. A blank stands for a missing word.";

// The step that raised the score most.
/** @param {HistoryStep[]} steps */
export function describeGain(steps) {
  const gains = steps.map(({ score }, at) => {
    const before = steps[at - 1]?.score;
    return score && before ? score[0] - before[0] : 0;
  });
  const best = highest(gains);
  if (gains[best] <= 0) return "";
  const [from, to] = [best - 1, best].map((at) => steps[at].score?.[0].toFixed(1));
  return `${steps[best].idea.split(":")[0]} brought most: BLEU rises from ${from} to ${to}.`;
}

/** @param {HistoryStep["translations"][number]} pieces */
const tellSame = (pieces) => (pieces.every(({ same }) => same) ? "✓ as we’d translate it" : "");
const nameOf = (sentence, at) => [`${sentence.split(" ").slice(0, NAMED).join(" ")} …`, at];

export default mountOnData((/** @type {HistoryView} */ view, { facts }) => {
  const last = facts.sentences.length - 1;
  const { box, show } = stepsBox(facts, last > 0 ? tellSame : undefined);
  const source = element("p", "serif", { lang: "en" });
  const choose = (chosen) => {
    view.chosen = chosen;
    say(source, facts.sentences[chosen]);
    show(chosen);
  };
  choose(Math.min(view.chosen ?? last, last));
  const asked =
    last > 0 &&
    element(
      "div",
      "stack",
      element("p", "look-headline", describeGain(facts.steps)),
      choice("Sentence", facts.sentences.map(nameOf), view.chosen, choose),
      source,
      element("p", "translation hint", element("ins", "", "Coloured"), KEY),
    );
  view.root.replaceChildren(element("div", "stack", asked, box));
});
