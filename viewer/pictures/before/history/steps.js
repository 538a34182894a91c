// Steps from left to right: what each is called, the idea it added, its translation of a sentence, and its BLEU.

import { element, vector } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { writeWordDiff } from "../../../widgets/word_diff.js";
import "./history.css";

// The steps, and what shows another sentence in them.
/** @param {HistoryFacts} facts */
export function stepsBox(facts) {
  const { steps, language } = facts;
  const texts = steps.map(() => element("p", "translation serif", { lang: language, dir: "auto" }));
  const cards = steps.map(({ at, title, idea, costs, score }, index) =>
    element(
      "li",
      "step",
      at && element("strong", "", at),
      title && element("h3", "", title),
      idea && element("p", "hint", idea),
      texts[index],
      score && element("div", "", element("p", "mono", ...tellScore(score)), scale(score)),
      costs && element("p", "hint", { "data-from": "understand" }, costs),
    ),
  );
  const name = steps.map(({ at, title }) => title || at).join(", ");
  const show = (chosen) => {
    for (const [index, place] of texts.entries()) write(place, steps[index].translations[chosen]);
  };
  show(0);
  return { box: makeSavable(element("ol", "history", ...cards), { name, lines: () => historyLines(facts) }), show };
}

// A blank where words are missing.
/** @param {HTMLElement} place @param {HistoryStep["translations"][number]} pieces */
function write(place, pieces) {
  place.replaceChildren();
  for (const piece of pieces) {
    if (piece.missing) {
      const label = `missing: ${piece.missing}`;
      place.append(element("ins", "gap", { role: "img", title: label, "aria-label": label }), " ");
    } else writeWordDiff(place, [piece], "ins");
  }
}

function scale([bleu, low, high]) {
  const bar = (x, width, opacity, ink = "decoder") =>
    vector("rect", "", { x, width, height: 1, fill: `var(--${ink})`, "fill-opacity": opacity });
  const size = { viewBox: "0 0 100 1", preserveAspectRatio: "none", width: "100%", height: 12, "aria-hidden": true };
  return vector("svg", "", size, bar(0, 100, 0.07, "ink"), bar(low, high - low, 0.4), bar(bleu - 0.5, 1, 1));
}

function tellScore(score) {
  const [bleu, low, high] = score.map((each) => each.toFixed(1));
  return [`Captions: BLEU ${bleu}`, element("span", "", { "data-from": "understand" }, ` (${low} to ${high})`)];
}

/** @param {HistoryFacts} facts */
export const historyLines = ({ sentences, steps }) => [
  ["when", "model", "BLEU", "from", "to", "costs", ...sentences],
  ...steps.map(({ at, title, score, costs, translations }) => [
    ...[at, title, ...(score ?? ["", "", ""]), costs],
    ...translations.map((pieces) => pieces.map(({ text }) => text).join("")),
  ]),
];
