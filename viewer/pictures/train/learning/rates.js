// The learning-rate laboratory: curves of four schedules for any sizes, and real runs on top of one another.

import { setUrlParam, textFromUrl } from "../../../widgets/address.js";
import { copyButton } from "../../../widgets/copy_button.js";
import { element, vector } from "../../../widgets/elements.js";
import { labelledBars } from "../../../widgets/labelled_bars.js";
import { equation, mathLeaf, num, row, sub, sup, text } from "../../../widgets/mathml.js";
import { mistakesBox } from "../../../widgets/mistakes.js";
import { mountOnData } from "../../../widgets/mount.js";
import { MINUS, short } from "../../../widgets/numbers.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";
import { buildStackedTable } from "../../../widgets/stacked_table.js";
import { computeRates, paperRate } from "./schedules.js";
import "./rates.css";

const LIMITS = { d_model: [1, 1_000_000], warmup: [1, 1_000_000], steps: [2, 10_000_000] };
const LABELS = { d_model: "d_model", warmup: "warm-up steps", steps: "total steps" };

export default mountOnData(open);

/** @param {RatesView} view */
function open(view, { facts, tensors }) {
  Object.assign(view, { facts, tensors });
  readSizes(view);
  view.root.replaceChildren(lookBox(view), curvesBox(view), runsBox(view));
  showCurves(view);
  showRuns(view);
}

// ---- sizes: typed in, kept in the address as lab=d_model.warm-up.steps
/** @param {RatesView} view */
function readSizes(view) {
  const written = textFromUrl("lab").split(".");
  view.sizes = { ...view.facts.opens };
  Object.keys(LABELS).forEach((key, index) => {
    if (/^\d{1,12}$/.test(written[index] ?? "")) view.sizes[key] = nearestSize(key, Number(written[index]));
  });
  view.at = null;
}

function nearestSize(key, value) {
  const [least, most] = LIMITS[key];
  return Math.min(Math.max(Math.round(value), least), most);
}

/** @param {RatesView} view */
function sizeFields(view) {
  view.problem = element("p", "hint problem", { role: "status" });
  const fields = Object.entries(LABELS).map(([key, label]) => {
    const [min, max] = LIMITS[key];
    const whole = (value) => value.toLocaleString("en");
    const take = ({ target }) => {
      const typed = target.value.trim() === "" ? NaN : Number(target.value);
      if (!Number.isFinite(typed)) {
        view.problem.textContent = `${label} must be a whole number; using ${whole(view.sizes[key])}.`;
        return;
      }
      view.sizes[key] = nearestSize(key, typed);
      const limits = `${label} is a whole number from ${whole(min)} to ${whole(max)}`;
      view.problem.textContent = view.sizes[key] === typed ? "" : `${limits}; using ${whole(view.sizes[key])}.`;
      view.at = null;
      showCurves(view);
      const { d_model, warmup, steps } = view.sizes;
      setUrlParam("lab", [d_model, warmup, steps].join("."));
    };
    const attributes = { type: "number", min, max, value: view.sizes[key], inputmode: "numeric", input: take };
    return element("label", "size quiet", element("span", "", label), element("input", "", attributes));
  });
  return element("div", "sizes", ...fields, view.problem);
}

// ---- the outcomes at a glance
/** @param {RatesView} view */
function lookBox({ facts: { runs, facts, lesson } }) {
  const rows = runs
    .toSorted((one, other) => (one.validation ?? Infinity) - (other.validation ?? Infinity))
    .map(({ name, validation, fate, best, shape }) => {
      const [words] = fate.split(/[:(]/); // the numbers are in the table
      return {
        name: rateCurve(name, shape),
        words,
        value: validation ?? 0,
        written: validation?.toFixed(1) ?? "none",
        ours: best,
      };
    });
  const title = `Loss on held-out pairs after ${facts.training.steps.toLocaleString("en")} steps: shorter is better`;
  const [headline, ...rest] = lesson.split(/(?<=\.) /);
  return element(
    "section",
    "stack",
    { "data-at": "look" },
    element("p", "look-headline", headline),
    labelledBars({ title, rows }),
    element("p", "note", rest.join(" ")),
  );
}

// Name a run after the shape of its learning rate, from the first step to the last.
function rateCurve(name, shape) {
  const [width, height] = [60, 18];
  const points = shape.map((share, at) => `${(width * at) / (shape.length - 1)},${height * (1 - share)}`);
  const attributes = { viewBox: `0 -2 ${width} ${height + 4}`, "aria-hidden": "true" };
  return element(
    "span",
    "",
    vector("svg", "rate-curve", attributes, vector("polyline", "", { points: points.join(" ") })),
    name,
  );
}

// ---- the four schedules
/** @param {RatesView} view */
function curvesBox(view) {
  view.curves = plotlyChart({
    point(x) {
      view.at = Math.min(Math.max(1, Math.round(x)), view.sizes.steps);
      tellRate(view);
    },
  });
  view.rate = { equation: element("div", "rate-equation sideways"), words: element("p", "note") };
  const { equation, words } = view.rate;
  const title = element("h3", "", "The paper’s schedule (section 5.3)");
  const card = element("div", "rate-told panel", title, equation, words);
  const both = element("div", "rate-both side-by-side", view.curves.element, card);
  return element("section", "rate-curves", { "data-from": "understand" }, sizeFields(view), both);
}

/** @param {RatesView} view */
function showCurves(view) {
  const { sizes } = view;
  const rates = computeRates(sizes);
  const stops = [...Array(241).keys()].map((index) => 1 + ((sizes.steps - 1) * index) / 240);
  if (sizes.warmup < sizes.steps) stops.push(sizes.warmup); // the peak itself
  stops.sort((one, other) => one - other);
  const { data, layout } = view.facts.schedules;
  view.curves.draw({
    data: data.map((line) => ({ ...line, x: stops, y: stops.map(rates[line.name]) })),
    layout: {
      ...layout,
      xaxis: { ...layout.xaxis, range: [1, sizes.steps] },
      yaxis: { ...layout.yaxis, range: [0, 1.06 * rates.constant()] },
    },
  });
  tellRate(view);
}

// The equation with numbers for the hovered step, or for the peak.
/** @param {RatesView} view */
function tellRate(view) {
  const { sizes } = view;
  const step = view.at ?? Math.min(sizes.warmup, sizes.steps);
  view.curves.cursor(step);
  const power = (base, exponent) => sup(base, mathLeaf("mn", `${MINUS}${exponent}`));
  const least = (one, other) => ["min", "(", one, ",", other, ")"];
  const whole = (number) => mathLeaf("mn", number.toLocaleString("en"));
  const [falling, rising] = [step ** -0.5, step * sizes.warmup ** -1.5];
  view.rate.equation.replaceChildren(
    equation(
      "lr",
      "=",
      power(sub("d", text("model")), "0.5"),
      "·",
      ...least(power("step", "0.5"), row("step", "·", power("warmup", "1.5"))),
    ),
    equation(
      "=",
      power(whole(sizes.d_model), "0.5"),
      "·",
      ...least(power(whole(step), "0.5"), row(whole(step), "·", power(whole(sizes.warmup), "1.5"))),
    ),
    equation(
      "=",
      num(sizes.d_model ** -0.5),
      "·",
      ...least(num(falling), num(rising)),
      "=",
      num(paperRate(sizes, step)),
    ),
  );
  const peak = paperRate(sizes, sizes.warmup);
  const where =
    step < sizes.warmup
      ? "Step {} is in the warm-up: the second number is smaller, so the rate grows in a straight line"
      : step === sizes.warmup
        ? "Step {} is the peak: both numbers are equal"
        : "Step {} is past the warm-up: the first number is smaller, so the rate falls with the square root of " +
          "the step";
  view.rate.words.textContent =
    `${where.replace("{}", step.toLocaleString("en"))}. The peak is 1 ÷ √(d_model · warm-up) = ${short(peak)}; the ` +
    `other three use it as their highest rate.` +
    (sizes.warmup >= sizes.steps ? " Here the run ends before the warm-up does." : "");
}

// ---- real runs
/** @param {RatesView} view */
function runsBox(view) {
  const { facts, runs } = view.facts;
  view.shown = new Set(runs.map(({ name }) => name));
  view.runChart = plotlyChart();
  view.runTable = element("div");
  const { model, training } = facts;
  const answer = () => [element("p", "", view.facts.growing)];
  const mistake = { said: "A learning rate that grows makes the training diverge.", answer };
  return element(
    "section",
    "rate-runs stack",
    { "data-from": "understand" },
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
    runToggles(view),
    view.runChart.element,
    element(
      "p",
      "hint",
      `The loss curves are smoothed: each step moves them ${short(100 * view.facts.smoothing, 2)}% of the way to ` +
        `its own loss. The table also has the last step’s raw loss, which jumps because it comes from a single ` +
        `batch. Losses are in nats per token, in training with label smoothing and dropout, on held-out pairs without.`,
    ),
    view.runTable,
    element("p", "note", view.facts.lesson),
    view.facts.growing && mistakesBox([mistake]).element,
    element(
      "p",
      "hint command",
      element("span", "", "Run them again: "),
      element("code", "mono", facts.command),
      copyButton(facts.command, "Copy the command"),
    ),
  );
}

/** @param {RatesView} view */
function runToggles(view) {
  const toggles = view.facts.runs.map(({ name }) => {
    const { ink, dash, width } = view.facts.looks[name];
    const style = `border-top: ${width}px ${{ dash: "dashed", dot: "dotted" }[dash] ?? "solid"} ${ink}`;
    const click = () => {
      view.shown[view.shown.has(name) ? "delete" : "add"](name);
      button.setAttribute("aria-pressed", String(view.shown.has(name)));
      showRuns(view);
    };
    const attributes = { type: "button", "aria-pressed": "true", click };
    const button = element("button", "button toggle", attributes, element("i", "swatch", { style }), name);
    return button;
  });
  return element("div", "choices", ...toggles);
}

/** @param {RatesView} view */
function showRuns(view) {
  const { data, layout } = view.facts.chart;
  view.runChart.draw({ data: data.map((line) => ({ ...line, visible: view.shown.has(line.name) })), layout });
  const steps = view.facts.facts.training.steps.toLocaleString("en");
  const written = (value, form) => (value === null ? "–" : form(value));
  const twoDigits = (value) => value.toFixed(2);
  const rows = view.facts.runs.map((run) => ({
    look: view.shown.has(run.name) ? "" : "hidden-run",
    cells: [
      run.name,
      written(run.rate, short),
      written(run.lastLoss, twoDigits),
      written(run.loss, twoDigits),
      (run.best ? "★ " : "") + written(run.validation, twoDigits),
      short(run.longest_gradient),
      run.fate,
    ],
  }));
  view.runTable.replaceChildren(
    buildStackedTable(
      [
        "run",
        `learning rate, step ${steps}`,
        `loss, step ${steps}`,
        "the same, smoothed",
        "final held-out loss",
        "largest gradient norm",
        "outcome",
      ],
      rows,
      [...Array(5).fill("mono"), "words"],
    ),
  );
}
