// One chart on a page that Streamlit lays out.

import { mountOnData } from "./mount.js";
import { plotlyChart } from "./plotly_chart.js";

export default mountOnData((view, { facts }) => {
  if (!view.chart) {
    view.chart = plotlyChart();
    view.root.append(view.chart.element);
  }
  view.chart.draw(facts);
});
