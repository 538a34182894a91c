// The curves of a run, which Python made: the losses, and below them learning rate, gradient and speed.

import { choice } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { plotlyChart } from "../../widgets/plotly_chart.js";

const SMALL = [
  ["learning_rate", "Learning rate", "a warm-up, then down along a cosine"],
  ["gradient_norm", "Gradient norm", "its length, before it is cut to 1"],
  ["speed", "Tokens per second", "French tokens, a running mean"],
];

/** @param {LiveView} view */
export function lossBox(view) {
  const box = element("section", "loss");
  const bar = element("div", "choices");
  view.scale ??= "linear";
  bar.append(
    element("h3", "", "Loss"),
    choice(
      "Scale",
      ["linear", "logarithmic"].map((each) => [each, each]),
      view.scale,
      (scale) => {
        view.scale = scale;
        drawLoss(view);
      },
    ),
  );
  view.loss = plotlyChart();
  const hint = element(
    "p",
    "hint",
    `Pale: every step. Blue: a running mean over about ${view.facts.smoothedOver} steps. Both include label ` +
      "smoothing and dropout; the loss on held-out pairs does not, so it may lie below them.",
  );
  box.append(bar, view.loss.element, hint);
  return box;
}

/** @param {LiveView} view */
export function smallBox(view) {
  const box = element("div", "smalls");
  view.smalls = SMALL.map(([name, title, unit]) => {
    const chart = plotlyChart();
    const section = element("section", "small");
    section.append(element("h3", "", title), element("p", "hint", unit), chart.element);
    box.append(section);
    return [name, chart];
  });
  return box;
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
