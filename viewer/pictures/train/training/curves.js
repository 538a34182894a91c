// The losses of a run, as Python draws them.

import { choice } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";

/** @param {LiveView} view */
export function lossBox(view) {
  view.scale ??= "linear";
  view.loss = plotlyChart();
  const scales = ["linear", "logarithmic"].map((each) => [each, each]);
  const pick = (scale) => {
    view.scale = scale;
    drawLoss(view);
  };
  return element(
    "section",
    "loss",
    element("div", "choices", element("h3", "", "Loss"), choice("Scale", scales, view.scale, pick)),
    view.loss.element,
    element(
      "p",
      "hint",
      `Pale: every step. Blue: a running mean over about ${view.facts.smoothedOver} steps. Both include label ` +
        "smoothing and dropout; the loss on held-out pairs doesn’t, so it can be lower.",
    ),
  );
}

/** @param {LiveView} view */
export function drawLoss({ loss, scale, facts }) {
  const { data, layout } = facts.loss;
  const type = scale === "linear" ? "linear" : "log";
  loss.draw({ data, layout: { ...layout, yaxis: { ...layout.yaxis, type, uirevision: scale } } });
}
