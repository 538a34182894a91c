// A question, its answer in words, and the charts that show it, side by side if there is room.

import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";
import "./why.css";

export default mountOnData((/** @type {WhyChartsView} */ view, { facts: { title, words, charts, hint } }) => {
  const boxes = charts.map(chartBox);
  const row = element("div", `charts side-by-side${boxes.length > 1 ? "" : " long"}`, ...boxes);
  const parts = [element("h3", "", title), element("p", "", words), row, element("p", "hint", hint)];
  view.root.replaceChildren(element("section", "stack", ...parts));
});

/** @param {WhyChartsFacts["charts"][number]} shown */
function chartBox({ title, words, chart }) {
  const picture = plotlyChart();
  picture.draw(chart);
  return element(
    "div",
    "chart-box",
    title && element("h4", "", title),
    words && element("p", "", words),
    picture.element,
  );
}
