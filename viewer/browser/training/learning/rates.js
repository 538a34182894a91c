// The learning-rate laboratory: curves of four schedules for any sizes typed in, and real runs laid over one another.

import { copyButton } from "../../shared/copy_button.js";
import { element } from "../../shared/elements.js";
import { lineChart, swatchOf } from "../../shared/line_chart.js";
import { equation, ident, leaf, num, op, row, sub, sup, text } from "../../shared/mathml.js";
import { mounted } from "../../shared/mount.js";
import { MINUS, short } from "../../shared/numbers.js";
import { keepPlace, keptPlace } from "./kept_place.js";
import "./rates.css";

const LIMITS = { d_model: [1, 1_000_000], warmup: [1, 1_000_000], steps: [2, 10_000_000] };
const FIELDS = [
  ["d_model", "d_model"],
  ["warmup", "warm-up steps"],
  ["steps", "steps in all"],
];

// Colours tell the schedules apart here, and nothing else; dashes tell them apart too.
const ROADS = {
  "the paper's warm-up": "orange thick",
  constant: "blue",
  growing: "green dashed",
  decaying: "red dashed",
  "constant, a tenth": "sky dotted",
  "constant, ten times": "violet dotted",
};

export default mounted(open);

function open(view, { facts, tensors }) {
  Object.assign(view, { facts, tensors });
  readSizes(view);
  view.root.replaceChildren(curvesBox(view), runsBox(view));
  showCurves(view);
  showRuns(view);
}

// ---- sizes: typed in, kept in the address as lab=d_model.warm-up.steps
function readSizes(view) {
  const written = keptPlace("lab").split(".");
  view.sizes = Object.fromEntries(
    FIELDS.map(([key], index) => [
      key,
      /^\d{1,12}$/.test(written[index] ?? "") ? nearestSize(key, Number(written[index])) : view.facts.opens[key],
    ]),
  );
  view.at = null;
}

function nearestSize(key, value) {
  const [least, most] = LIMITS[key];
  return Math.min(Math.max(Math.round(value), least), most);
}

function writeSizes({ sizes }) {
  keepPlace("lab", FIELDS.map(([key]) => sizes[key]).join("."));
}

function sizeFields(view) {
  const bar = element("div", "sizes");
  view.problem = element("p", "hint problem");
  view.problem.setAttribute("role", "status");
  for (const [key, label] of FIELDS) {
    const field = element("label", "size");
    const input = element("input");
    const [least, most] = LIMITS[key];
    Object.assign(input, {
      type: "number",
      min: least,
      max: most,
      step: 1,
      value: view.sizes[key],
      inputMode: "numeric",
    });
    input.addEventListener("input", () => {
      const typed = input.value.trim() === "" ? NaN : Number(input.value);
      if (!Number.isFinite(typed)) {
        const held = view.sizes[key].toLocaleString("en");
        view.problem.textContent = `${label} must be a whole number; ${held} stands in.`;
        return;
      }
      view.sizes[key] = nearestSize(key, typed);
      view.problem.textContent =
        view.sizes[key] === typed
          ? ""
          : `${label} is a whole number from ${least.toLocaleString("en")} to ${most.toLocaleString("en")}; ` +
            `${view.sizes[key].toLocaleString("en")} stands in.`;
      view.at = null;
      showCurves(view);
      writeSizes(view);
    });
    field.append(element("span", "", label), input);
    bar.append(field);
  }
  bar.append(view.problem);
  return bar;
}

// ---- the four schedules, as transformer/training/config.py computes them
function paperRate({ d_model, warmup }, step) {
  return d_model ** -0.5 * Math.min(step ** -0.5, step * warmup ** -1.5);
}

function ratesOf(sizes) {
  const peak = paperRate(sizes, Math.min(sizes.warmup, sizes.steps));
  return {
    "the paper's warm-up": (step) => paperRate(sizes, step),
    constant: () => peak,
    growing: (step) => (peak * step) / sizes.steps,
    decaying: (step) => (peak * (sizes.steps + 1 - step)) / sizes.steps,
  };
}

function curvesBox(view) {
  const box = element("section", "rate-curves");
  const told = element("div", "rate-told");
  view.rateEquation = element("div", "rate-equation");
  view.rateWords = element("p", "note");
  view.curves = lineChart({
    name: "Learning rate",
    height: 250,
    steer: true,
    x: { title: "step", scale: "linear" },
    y: { title: "learning rate", scale: "linear", from: 0 },
    point: (x) => {
      view.at = x === null ? view.at : Math.min(Math.max(1, Math.round(x)), view.sizes.steps);
      tellRate(view);
    },
  });
  told.append(element("h3", "", "The paper’s schedule (section 5.3)"), view.rateEquation, view.rateWords);
  const both = element("div", "rate-both");
  both.append(view.curves.element, told);
  box.append(sizeFields(view), both);
  return box;
}

function showCurves(view) {
  const { sizes } = view;
  const rates = ratesOf(sizes);
  const stops = [...Array(241).keys()].map((index) => 1 + ((sizes.steps - 1) * index) / 240);
  if (sizes.warmup < sizes.steps) stops.push(sizes.warmup); // the peak itself
  stops.sort((one, other) => one - other);
  view.curves.draw(
    Object.entries(rates).map(([name, rate]) => ({
      name,
      look: ROADS[name],
      points: stops.map((step) => [step, rate(step)]),
    })),
    {
      x: { title: "step", scale: "linear", from: 1, to: sizes.steps },
      y: { title: "learning rate", scale: "linear", from: 0, to: 1.06 * rates.constant() },
    },
  );
  tellRate(view);
}

// The equation with the numbers of the step pointed at; of the peak's when none is.
function tellRate(view) {
  const { sizes } = view;
  const step = view.at ?? Math.min(sizes.warmup, sizes.steps);
  view.curves.cursor(step);
  const power = (base, exponent) => sup(base, leaf("mn", `${MINUS}${exponent}`));
  const least = (one, other) => [ident("min"), op("("), one, op(","), other, op(")")];
  const whole = (number) => leaf("mn", number.toLocaleString("en"));
  const [d, s, w] = [sub(ident("d"), text("model")), ident("step"), ident("warmup")];
  const [falling, rising] = [step ** -0.5, step * sizes.warmup ** -1.5];
  view.rateEquation.replaceChildren(
    equation(
      ident("lr"),
      op("="),
      power(d, "0.5"),
      op("·"),
      ...least(power(s, "0.5"), row(s.cloneNode(true), op("·"), power(w, "1.5"))),
    ),
    equation(
      op("="),
      power(whole(sizes.d_model), "0.5"),
      op("·"),
      ...least(power(whole(step), "0.5"), row(whole(step), op("·"), power(whole(sizes.warmup), "1.5"))),
    ),
    equation(
      op("="),
      num(sizes.d_model ** -0.5),
      op("·"),
      ...least(num(falling), num(rising)),
      op("="),
      num(paperRate(sizes, step)),
    ),
  );
  const peak = paperRate(sizes, sizes.warmup);
  const where =
    step < sizes.warmup
      ? "Step {} is in the warm-up: the second number is the smaller, the rate grows in a straight line"
      : step === sizes.warmup
        ? "Step {} is the peak: both numbers are equal"
        : "Step {} is past the warm-up: the first number is the smaller, the rate falls with the square root of " +
          "the step";
  view.rateWords.textContent =
    `${where.replace("{}", step.toLocaleString("en"))}. The peak is 1 ÷ √(d_model · warm-up) = ${short(peak)}; the ` +
    `other three use it as their highest ` +
    `rate.${sizes.warmup >= sizes.steps ? " Here the run ends before the warm-up does." : ""}`;
}

// ---- real runs
function runsBox(view) {
  const { facts } = view.facts;
  const box = element("section", "rate-runs");
  view.shown = new Set(view.facts.runs.map(({ name }) => name));
  view.pointed = null;
  const toggles = element("div", "toggles");
  for (const { name } of view.facts.runs) {
    const button = element("button", "copy toggle");
    button.append(swatchOf(ROADS[name] ?? "pale"), element("span", "", name));
    button.type = "button";
    button.setAttribute("aria-pressed", "true");
    button.addEventListener("click", () => {
      view.shown[view.shown.has(name) ? "delete" : "add"](name);
      button.setAttribute("aria-pressed", String(view.shown.has(name)));
      showRuns(view);
    });
    toggles.append(button);
  }
  const point = (x) => {
    view.pointed = x === null ? null : Math.min(Math.max(1, Math.round(x)), facts.training.steps);
    markRuns(view);
  };
  const steps = facts.training.steps;
  const chart = (options) =>
    lineChart({
      steer: true,
      legend: false,
      point,
      height: 250,
      ...options,
      x: { title: "step", scale: "linear", from: 1, to: steps },
    });
  view.runLosses = chart({ name: "Training loss, smoothed", y: { title: "nats per token", scale: "linear" } });
  view.runRates = chart({ name: "Its learning rate", y: { title: "learning rate (log)", scale: "log" } });
  const both = element("div", "rate-both");
  both.append(view.runLosses.element, view.runRates.element);
  view.runTable = element("table", "run-table");
  const scroller = element("div", "wide");
  scroller.append(view.runTable);
  const model = facts.model;
  const command = element("p", "hint command");
  command.append(
    element("span", "", "Run them again: "),
    element("code", "mono", facts.command),
    copyButton(facts.command, "Copy the command"),
  );
  box.append(
    element("h3", "", "Real runs: the same weights at the start, the same batches, another learning rate"),
    element(
      "p",
      "hint",
      `${view.facts.runs.length} runs of ${steps} steps on the ${facts.corpus} corpus: ${model.encoder_layers} + ` +
        `${model.decoder_layers} layers, d_model ${model.d_model}, ` +
        `${model.norm}-norm${model.norm === "post" ? " as published" : ""}, ` +
        `${facts.training.batch_tokens.toLocaleString("en")} tokens a batch, warm-up ${facts.training.warmup}, ` +
        `gradients clipped at ${facts.training.clip}, seed ${facts.training.seed}. The first four share the highest ` +
        `rate, ${short(facts.training.peak)}; they differ in when it comes.`,
    ),
    toggles,
    both,
    scroller,
    element("p", "note", lessonOf(view.facts)),
    command,
  );
  return box;
}

function showRuns(view) {
  const runs = view.facts.runs.filter(({ name }) => view.shown.has(name));
  const lines = (key) =>
    runs.map((run) => ({
      name: run.name,
      look: ROADS[run.name] ?? "pale",
      points: run[key].map((value, index) => [index + 1, value]),
    }));
  const everything = view.facts.runs.flatMap(({ smoothed }) => smoothed);
  // The same axes whichever runs are shown, so that nothing jumps.
  const [least, most] = [Math.min(...everything), Math.max(...everything)];
  const rates = view.facts.runs.flatMap((run) => run.rates);
  view.runLosses.draw(lines("smoothed"), {
    y: { title: "nats per token", scale: "linear", from: Math.floor(least), to: Math.ceil(most) },
  });
  view.runRates.draw(lines("rates"), {
    y: { title: "learning rate (log)", scale: "log", from: Math.min(...rates), to: Math.max(...rates) },
  });
  markRuns(view);
}

// The table, at the step pointed at; at the end when none is.
function markRuns(view) {
  const { pointed, facts } = view;
  view.runLosses.cursor(pointed);
  view.runRates.cursor(pointed);
  const steps = facts.facts.training.steps;
  const at = pointed ?? steps;
  const head = element("tr");
  for (const name of [
    "run",
    `learning rate, step ${at}`,
    `loss, step ${at}`,
    "held-out loss at the end",
    "longest gradient",
    "what became of it",
  ])
    head.append(element("th", "", name));
  const best = Math.min(...facts.runs.map(({ validation }) => validation ?? Infinity));
  const rows = facts.runs.map((run) => {
    const line = element("tr", view.shown.has(run.name) ? "" : "hidden-run");
    const cell = (text, names = "mono") => line.append(element("td", names, text));
    const last = run.losses.length;
    cell(run.name, "");
    cell(at <= last ? short(run.rates[at - 1]) : "–");
    cell(at <= last ? run.smoothed[at - 1].toFixed(2) : "–");
    cell(run.validation === null ? "–" : run.validation.toFixed(2) + (run.validation === best ? " ★" : ""));
    cell(short(Math.max(...run.gradient_norms)));
    cell(fateOf(run, best, facts.facts), "");
    return line;
  });
  view.runTable.replaceChildren(head, ...rows);
}

// In words, from the numbers alone: broke off, went up again, no better than token frequencies, or learning.
function fateOf({ broke_off, validation, losses, smoothed }, best, { frequency_loss }) {
  if (broke_off) return `broke off after ${losses.length} steps: the loss was no number any more`;
  const lowest = Math.min(...smoothed);
  if (smoothed.at(-1) > lowest + 0.5) return `came down to ${lowest.toFixed(2)}, then went up again`;
  if (isStuck(validation, frequency_loss))
    return `stuck: no better than knowing how frequent each token is (${frequency_loss.toFixed(2)})`;
  return validation === best ? "learned most in these steps" : "learned";
}

const isStuck = (validation, frequencyLoss) => validation > 0.95 * frequencyLoss;

// What the runs say about the beginning, if they say it.
function lessonOf({ facts, runs }) {
  const stuck = runs.filter(({ broke_off, validation }) => broke_off || isStuck(validation, facts.frequency_loss));
  const learned = runs.filter((run) => !stuck.includes(run));
  const named = (some) => some.map(({ name }) => `“${name}”`).join(", ");
  const half = facts.training.peak / 2;
  const begins =
    stuck.length &&
    learned.length &&
    stuck.every(({ rates }) => rates[0] > half) &&
    learned.every(({ rates }) => rates[0] < half);
  if (!begins)
    return "What helps a model of another size may not help this one: the runs are short, and the model is small.";
  return (
    `It is the beginning that decides here: every run whose first steps were large (${named(stuck)}) got stuck, ` +
    `even where the rate fell later; every run that began small (${named(learned)}) learned, even where the rate ` +
    `became as large. That is what a warm-up is for. The runs are short and the model is small: which of those ` +
    `that learned comes first may be different in a long run.`
  );
}
