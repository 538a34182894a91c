// A question, what the numbers say, and the charts that they are read from, side by side where there is room.

import { element } from "../../widgets/elements.js";
import { mounted } from "../../widgets/mount.js";
import { plotlyChart } from "../../widgets/plotly_chart.js";
import "./why.css";

export default mounted(startCharts);

/** @param {ToldChartsView} view */
function startCharts(view, { facts }) {
  Object.assign(view, { facts });
  const section = element("section", "told-charts");
  const row = element("div", facts.charts.length > 1 ? "charts two" : "charts");
  row.append(...facts.charts.map((each) => chartBox(view, each)));
  section.append(element("h3", "", facts.title), element("p", "", facts.words), row, element("p", "hint", facts.hint));
  view.root.replaceChildren(section);
}

/** @param {ToldChartsView} view */
function chartBox(view, { title, words, chart, open }) {
  const box = element("div", "chart-box");
  const picture = plotlyChart();
  picture.draw(chart);
  if (title) box.append(element("h4", "", title));
  if (words) box.append(element("p", "", words));
  box.append(picture.element);
  if (open) {
    box.append(element("button", "copy", { click: () => view.trigger("open", open) }, "Ask about this sentence"));
  }
  return box;
}
