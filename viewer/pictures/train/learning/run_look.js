// The run at a glance: what the model writes at a few checkpoints, and where it looks before each word of the right
// translation.

import { element } from "../../../widgets/elements.js";
import { headWeights } from "../../../widgets/heads.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { markRightWords } from "../inked_words.js";
import { aligner, currentSentence, describeUpdates } from "./run_place.js";

const CHECKPOINTS = 5; // from the first to the last

/** @param {RunView} view */
export function lookBox(view) {
  const shown = [...Array(CHECKPOINTS).keys()].map((at) => Math.round((at * (view.length - 1)) / (CHECKPOINTS - 1)));
  const heads = ["Training", "What it writes", "Where it looks"].map((name) => element("span", "quiet", name));
  return element(
    "section",
    "growth stack",
    { "data-at": "look", "aria-label": "The run at a glance" },
    element("p", "look-headline", "From noise to French, just from examples."),
    element(
      "p",
      "hint",
      "Grey: words that a person’s translation doesn’t have. In the grids, rows are French, columns English; strong " +
        "colour: it looks there.",
    ),
    makeSavable(element("div", "growth-grid", ...heads, ...shown.flatMap((step) => cellsAt(view, step))), {
      name: "A training at a glance",
    }),
    element(
      "p",
      "hint",
      "At first it looks almost everywhere, then mostly at one or two words whatever it writes, and at last mostly " +
        "at the word that it translates.",
    ),
  );
}

/** @param {RunView} view */
function cellsAt(view, step) {
  const sentence = currentSentence(view);
  const words = sentence.translations[step];
  const { layer, head } = aligner(sentence, "cross");
  const { data, columns } = headWeights(view.tensors[`${view.number}.cross`], head, step, layer);
  const cells = Array.from(data, (weight, at) => {
    const [written, read] = [sentence.output[Math.floor(at / columns)], sentence.read[at % columns]];
    const share = `${Math.round(100 * weight)}%`;
    return element("i", "", { style: `--share: ${share}`, title: `“${written.text}” at “${read.text}”: ${share}` });
  });
  return [
    element("span", "growth-when", describeUpdates(view.facts.steps[step])),
    element(
      "span",
      "growth-words serif",
      { lang: "fr", title: words },
      ...markRightWords(words || "(nothing)", sentence.target),
    ),
    element("span", "growth-map", { "aria-hidden": "true", style: `--columns: ${columns}` }, ...cells),
  ];
}
