// The run at a glance: what the model writes at a few checkpoints.

import { element } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { markRightWords } from "../inked_words.js";
import { currentSentence, describeUpdates } from "./run_place.js";

const CHECKPOINTS = 5; // from the first to the last

/** @param {RunView} view */
export function lookBox(view) {
  const shown = [...Array(CHECKPOINTS).keys()].map((at) => Math.round((at * (view.length - 1)) / (CHECKPOINTS - 1)));
  const heads = ["Training", "What it writes"].map((name) => element("span", "quiet", name));
  return element(
    "section",
    "growth stack",
    { "data-at": "look", "aria-label": "The run at a glance" },
    element("p", "look-headline", "From noise to French, just from examples."),
    element("p", "hint", "Grey: words that a person’s translation doesn’t have."),
    makeSavable(element("div", "growth-grid", ...heads, ...shown.flatMap((step) => cellsAt(view, step))), {
      name: "A training at a glance",
    }),
  );
}

/** @param {RunView} view */
function cellsAt(view, step) {
  const sentence = currentSentence(view);
  const words = sentence.translations[step];
  return [
    element("span", "growth-when", describeUpdates(view.facts.steps[step])),
    element(
      "span",
      "growth-words serif",
      { lang: "fr", title: words },
      ...markRightWords(words || "(nothing)", sentence.target),
    ),
  ];
}
