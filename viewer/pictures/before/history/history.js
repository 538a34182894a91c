// Steps from left to right, each with the idea that it added, how it translates the same sentence, and its BLEU.

import { choice, numbers } from "../../../widgets/choice.js";
import { element, say } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { writeWordDiff } from "../../../widgets/word_diff.js";
import { linesOf, placesOf, tellScore } from "./steps.js";
import "./history.css";

export default mountOnData((/** @type {HistoryView} */ view, { facts }) => {
  const { sentences, steps, language } = facts;
  Object.assign(view, { facts, chosen: Math.min(view.chosen ?? sentences.length - 1, sentences.length - 1) });
  const source = element("p", "serif source", { lang: "en" });
  const texts = steps.map(() => element("p", "serif translation", { lang: language, dir: "auto" }));
  const show = (chosen) => {
    view.chosen = chosen;
    say(source, sentences[chosen]);
    for (const [at, place] of texts.entries()) {
      place.replaceChildren();
      writeWordDiff(place, steps[at].translations[chosen], "ins");
    }
  };
  const places = placesOf(steps);
  const cards = steps.map((step, at) =>
    element(
      "li",
      "step",
      element("p", "at", step.at),
      element("h3", "", step.title),
      element("p", "hint idea", step.idea),
      texts[at],
      places[at] && scoreBar(step, places[at]),
      element("p", "hint", { "data-from": "understand" }, step.costs),
    ),
  );
  const asked = sentences.length > 1 && choice("Sentence", numbers(sentences.length), view.chosen, show);
  const picture = element("div", "stack", source, element("ol", "history", ...cards));
  view.root.replaceChildren(
    ...(asked ? [asked] : []),
    makeSavable(picture, { name: steps.map(({ title }) => title).join(", "), lines: () => linesOf(facts) }),
  );
  show(view.chosen);
});

function scoreBar(step, { low, bleu, high }) {
  const interval = element("span", "interval", { style: `left: ${low}%; width: ${high - low}%` });
  const bar = element("div", "score", interval, element("span", "mean", { style: `left: ${bleu}%` }));
  return element("div", "", element("p", "mono", tellScore(step.score)), bar);
}
