// Where greedy decoding and the beam part: in words, token by token, and both running totals over the steps.

import { chipOf } from "../../widgets/chips.js";
import { element } from "../../widgets/elements.js";
import { full } from "../../widgets/numbers.js";
import { plotlyChart } from "../../widgets/plotly_chart.js";

/** @param {SearchView} view */
export function totalsBox(view) {
  const box = element("section", "totals");
  const { story, chart } = view.facts;
  view.totals ??= plotlyChart(); // kept, so that another search is drawn into the same picture
  view.totals.draw(chart);
  box.append(
    element("h3", "", "Where they part"),
    element("p", "telling-words", story.words),
    bothLines(view),
    view.totals.element,
  );
  return box;
}

/** @param {SearchView} view */
function bothLines(view) {
  const table = element("div", "both");
  for (const [name, title] of [
    ["greedy", "Greedy"],
    ["beam", "Beam"],
  ]) {
    const row = element("div", "chips", element("span", "lead", title));
    const { chips } = view.facts[name];
    chips.forEach((chip, step) => {
      const made = chipOf("span", chip, chips[step + 1]);
      made.classList.toggle("parted", step === view.facts.story.step);
      made.title = `probability ${full(Math.exp(view.facts[name].logProbabilities[step]))}`;
      row.append(made);
    });
    table.append(row);
  }
  return table;
}
