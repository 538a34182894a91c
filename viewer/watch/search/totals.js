// Where greedy decoding and the beam differ: in words, token by token, and both running totals over the steps.

import { chipOf } from "../../widgets/chips.js";
import { element } from "../../widgets/elements.js";
import { full } from "../../widgets/numbers.js";
import { plotlyChart } from "../../widgets/plotly_chart.js";

/** @param {SearchView} view */
export function totalsBox(view) {
  const { story, chart } = view.facts;
  view.totals ??= plotlyChart(); // kept, so that another search redraws the same picture
  view.totals.draw(chart);
  const lines = element(
    "div",
    "both stack small",
    line(view.facts.greedy, "Greedy", story.step),
    line(view.facts.beam, "Beam", story.step),
  );
  const words = element("p", "story", story.words);
  return element("section", "", element("h3", "", "Where they differ"), words, lines, view.totals.element);
}

/** @param {SearchLine} shown @param {string} title @param {number | null} partedAt */
function line({ chips, logProbabilities }, title, partedAt) {
  const made = chips.map((chip, step) => {
    const shown = chipOf("span", chip, chips[step + 1], {
      title: `probability ${full(Math.exp(logProbabilities[step]))}`,
    });
    shown.classList.toggle("parted", step === partedAt);
    return shown;
  });
  return element("div", "chips", element("span", "lead", title), ...made);
}
