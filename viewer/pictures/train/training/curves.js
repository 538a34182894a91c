// The curves of a run, made in Python: the losses, and below them learning rate, gradient and speed.

import { choice } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";

const SMALL = [
  ["learning_rate", "Learning rate", "a warm-up, then down along half a cosine wave"],
  ["gradient_norm", "Gradient norm", "its length, before clipping to 1"],
  ["speed", "Tokens per second", "written tokens, a running mean"],
];

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
export function smallBox(view) {
  view.smalls = SMALL.map(([name]) => [name, plotlyChart()]);
  const sections = SMALL.map(([, title, unit], at) =>
    element("section", "small", element("h3", "", title), element("p", "hint", unit), view.smalls[at][1].element),
  );
  return element("div", "smalls", ...sections);
}

/** @param {LiveView} view */
export function drawCurves(view) {
  drawLoss(view);
  for (const [name, chart] of view.smalls) chart.draw(view.facts.curves[name]);
}

/** @param {LiveView} view */
function drawLoss({ loss, scale, facts: { curves } }) {
  const { data, layout } = curves.loss;
  const type = scale === "linear" ? "linear" : "log";
  loss.draw({ data, layout: { ...layout, yaxis: { ...layout.yaxis, type, uirevision: scale } } });
}
