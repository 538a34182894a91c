// The losses of a run, as Python draws them.

import { element } from "../../../widgets/elements.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";

/** @param {LiveView} view */
export function lossBox(view) {
  view.loss = plotlyChart();
  const told =
    `Pale: every step. Blue: a running mean over about ${view.facts.smoothedOver} steps. Both include label ` +
    "smoothing and dropout; the loss on held-out pairs doesn’t, so it can be lower.";
  return element("section", "loss", element("h3", "", "Loss"), view.loss.element, element("p", "hint", told));
}
