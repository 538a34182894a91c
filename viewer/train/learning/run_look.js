// The run at a glance: what the model writes at a few checkpoints, and where it looks before each word of the right
// translation.

import { element } from "../../widgets/elements.js";
import { weightsOf } from "../../widgets/heads.js";
import { savedAs } from "../../widgets/pictures.js";
import { aligner, recordedSentence, updatesOf } from "./run_place.js";

const CHECKPOINTS = 5; // from the first to the last

/** @param {RunView} view */
export function lookBox(view) {
  const { target, translations } = recordedSentence(view);
  const last = translations.at(-1);
  const shown = [...Array(CHECKPOINTS).keys()].map((at) => Math.round((at * (view.length - 1)) / (CHECKPOINTS - 1)));
  const heads = ["Training", "What it writes", "Where it looks"].map((name) => element("span", "quiet", name));
  const verdict = `From noise to ${last === target ? "the right translation" : "French"}, by examples alone.`;
  return element(
    "section",
    "growth stack",
    { "data-at": "look", "aria-label": "The run at a glance" },
    element("p", "look-headline", verdict),
    savedAs(element("div", "growth-grid", ...heads, ...shown.flatMap((step) => cellsAt(view, step))), {
      name: "A training at a glance",
    }),
    element(
      "p",
      "hint",
      "On the right, each row of cells is a token of the French sentence, each column one of the English. The " +
        "stronger the colour, the more the model looks there: first everywhere, later at the word that it translates.",
    ),
  );
}

/** @param {RunView} view */
function cellsAt(view, step) {
  const sentence = recordedSentence(view);
  const words = sentence.translations[step];
  const { layer, head } = aligner(sentence, "cross");
  const { data, columns } = weightsOf(view.tensors[`${view.number}.cross`], head, step, layer);
  const cells = Array.from(data, (weight) => element("i", "", { style: `--share: ${Math.round(100 * weight)}%` }));
  return [
    element("span", "growth-when", updatesOf(view.facts.steps[step])),
    element("span", "growth-words serif", { lang: "fr", title: words }, words || "(nothing)"),
    element("span", "growth-map", { "aria-hidden": "true", style: `--columns: ${columns}` }, ...cells),
  ];
}
