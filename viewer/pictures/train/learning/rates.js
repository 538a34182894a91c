// Runs that differ only in the learning rate: how each ended, the paper's formula, and every step of each.

import { copyButton } from "../../../widgets/copy_button.js";
import { element, vector } from "../../../widgets/elements.js";
import { labelledBars } from "../../../widgets/labelled_bars.js";
import { equation, mathLeaf, num, row, sub, sup, text } from "../../../widgets/mathml.js";
import { mountOnData } from "../../../widgets/mount.js";
import { MINUS, short } from "../../../widgets/numbers.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";
import "./rates.css";

export default mountOnData((/** @type {View<RatesFacts>} */ view, { facts }) => {
  const chart = plotlyChart();
  const deeper = element("div", "stack", { "data-from": "understand" }, ...runsBox(facts, chart));
  view.root.replaceChildren(...outcomes(facts), deeper);
  chart.draw(facts.chart);
});

/** @param {RatesFacts} facts */
function outcomes({ runs, facts, lesson }) {
  const rows = runs
    .toSorted((one, other) => (one.validation ?? Infinity) - (other.validation ?? Infinity))
    .map(({ name, validation, fate, best, shape }) => ({
      name: /** @type {any} */ (element("span", "", rateCurve(shape), name)),
      words: fate,
      value: validation ?? 0,
      written: validation?.toFixed(2) ?? "none",
      ours: best,
    }));
  const title = `Loss on held-out pairs after ${facts.training.steps.toLocaleString("en")} steps: shorter is better`;
  const [headline, ...rest] = lesson.split(/(?<=\.) /);
  return [element("p", "look-headline", headline), labelledBars({ title, rows }), element("p", "note", rest.join(" "))];
}

// A learning rate from the first step to the last.
function rateCurve(shape) {
  const [width, height] = [60, 18];
  const points = shape.map((share, at) => `${(width * at) / (shape.length - 1)},${height * (1 - share)}`);
  const attributes = { viewBox: `0 -2 ${width} ${height + 4}`, "aria-hidden": "true" };
  return vector("svg", "rate-curve", attributes, vector("polyline", "", { points: points.join(" ") }));
}

/** @param {RatesFacts} facts @param {{ element: HTMLElement }} chart */
function runsBox({ facts, runs, smoothing }, chart) {
  const { model, training } = facts;
  return [
    element("h3", "", "The paper’s schedule (section 5.3)"),
    paperRate(model.d_model, training.warmup),
    element(
      "p",
      "note",
      "In the warm-up the second number is smaller, so the rate grows in a straight line; then the first is smaller, " +
        `and it falls with the square root of the step. Here the peak is ${short(training.peak)}, at step ` +
        `${training.warmup}; the paper’s own model (512 wide, a warm-up of 4,000 steps) has 0.0007.`,
    ),
    element("h3", "", "Real runs: same initial weights, same batches, different learning rates"),
    element(
      "p",
      "hint",
      `${runs.length} runs of ${training.steps.toLocaleString("en")} steps on the ${facts.corpus} corpus: ` +
        `${model.encoder_layers} + ${model.decoder_layers} layers, d_model ${model.d_model}, ` +
        `${model.norm}-norm${model.norm === "post" ? " as published" : ""}, ` +
        `${training.batch_tokens.toLocaleString("en")} tokens per batch, warm-up ${training.warmup}, ` +
        `gradients clipped at ${training.clip}, seed ${training.seed}. The first four have the same highest rate, ` +
        `${short(training.peak)}; they differ in when they reach it. The others have a tenth of it or ten ` +
        `times as much.`,
    ),
    chart.element,
    element(
      "p",
      "hint",
      `The loss curves are smoothed: each step moves them ${short(100 * smoothing, 2)}% of the way to its own loss, in ` +
        "nats per token, with label smoothing and dropout. On held-out pairs there are neither. Click a name to hide " +
        "its run.",
    ),
    element(
      "p",
      "hint command",
      element("span", "", "Run them again: "),
      element("code", "mono", facts.command),
      copyButton(facts.command, "Copy the command"),
    ),
  ];
}

/** @param {number} width @param {number} warmup */
function paperRate(width, warmup) {
  const power = (base, exponent) => sup(base, mathLeaf("mn", `${MINUS}${exponent}`));
  const peak = (width * warmup) ** -0.5;
  return element(
    "div",
    "rate-equation sideways",
    equation(
      ...["lr", "=", power(sub("d", text("model")), "0.5"), "·", "min", "("],
      ...[power("step", "0.5"), ",", row("step", "·", power("warmup", "1.5")), ")"],
    ),
    equation(text("highest"), "=", power(row("(", width, "·", warmup, ")"), "0.5"), "=", num(peak)),
  );
}
