// Steps one below another: what each is called, the idea it added, its translation of a sentence, and its BLEU.

import { element, vector } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { textOf, writeWordDiff } from "../../../widgets/word_diff.js";
import "./history.css";

// The steps, and what shows another sentence in them; `tell` has something to say of each translation.
/** @param {HistoryFacts} facts @param {(pieces: Stretch[]) => Node | string} tell */
export function stepsBox(facts, tell = () => "") {
  const { steps, language } = facts;
  const texts = steps.map(() => element("p", "translation serif", { lang: language, dir: "auto" }));
  const told = steps.map(() => element("p", "hint"));
  const cards = steps.map(({ at, title, idea, costs, score }, index) =>
    element(
      "li",
      "step",
      element(
        "div",
        "",
        element("h3", "", [at, title].filter(Boolean).join(" · ")),
        idea && element("p", "hint", idea),
        costs && element("p", "hint", { "data-from": "understand" }, costs),
      ),
      element("div", "", texts[index], told[index]),
      score && element("div", "", element("p", "score", ...tellScore(score)), scale(score)),
    ),
  );
  const name = steps.map(({ at, title }) => title || at).join(", ");
  const show = (chosen) => {
    for (const [index, { translations }] of steps.entries()) {
      texts[index].replaceChildren();
      writeWordDiff(texts[index], translations[chosen], "ins");
      told[index].replaceChildren(tell(translations[chosen]));
    }
  };
  show(0);
  return { box: makeSavable(element("ol", "history", ...cards), { name, lines: () => historyLines(facts) }), show };
}

function scale([bleu, low, high]) {
  const bar = (x, width, opacity, ink = "decoder", more = {}) =>
    vector("rect", "", { x, width, height: 1, fill: `var(--${ink})`, "fill-opacity": opacity, ...more });
  const size = { viewBox: "0 0 100 1", preserveAspectRatio: "none", width: "100%", height: 16, "aria-hidden": true };
  const interval = bar(low, high - low, 0.2, "ink", { "data-from": "understand" });
  return vector("svg", "", size, bar(0, 100, 0.07, "ink"), bar(0, bleu, 0.85), interval);
}

function tellScore(score) {
  const [bleu, low, high] = score.map((each) => each.toFixed(1));
  return [`Test set: BLEU ${bleu}`, element("span", "", { "data-from": "understand" }, ` (${low} to ${high})`)];
}

/** @param {HistoryFacts} facts */
export const historyLines = ({ sentences, steps }) => [
  ["when", "model", "BLEU", "from", "to", "costs", ...sentences],
  ...steps.map(({ at, title, score, costs, translations }) => [
    ...[at, title, ...(score ?? ["", "", ""]), costs],
    ...translations.map(textOf),
  ]),
];
