// One chart on a page that Streamlit lays out.

import { mounted } from "./mount.js";
import { plotlyChart } from "./plotly_chart.js";

export default mounted((view, { facts }) => {
  if (!view.chart) {
    view.chart = plotlyChart();
    view.root.append(view.chart.element);
  }
  view.chart.draw(facts);
});
