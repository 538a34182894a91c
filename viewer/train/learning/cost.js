// Cost: the live model, the paper's base model and your sizes, side by side; and complexity per layer (table 1).

import { choice } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { labelledBars } from "../../widgets/labelled_bars.js";
import { equation, leaf, sup } from "../../widgets/mathml.js";
import { mounted } from "../../widgets/mount.js";
import { full, short, sum } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { plotlyChart } from "../../widgets/plotly_chart.js";
import { stackedTable } from "../../widgets/stacked_table.js";
import { axisNumber } from "../../widgets/ticks.js";
import { withEquationCard } from "./equation_card.js";
import "./cost.css";

export default mounted(open, { which: 2 });

/** @param {CostView} view */
function open(view, { facts, tensors }) {
  Object.assign(view, { facts, tensors });
  view.n ??= view.facts.numbers.source;
  view.root.replaceChildren(lookBox(view), comparedBox(view), productsBox(view), complexityBox(view));
  showProducts(view);
  showComplexity(view);
}

// ---- numbers as people write them
const COUNTS = { T: 1e12, G: 1e9, M: 1e6, k: 1e3 };
const BYTES = { TiB: 2 ** 40, GiB: 2 ** 30, MiB: 2 ** 20, KiB: 2 ** 10, B: 1 };
const JOULES = { kJ: 1e3, J: 1, mJ: 1e-3, µJ: 1e-6 };
const TIMES = { years: 3.15e7, days: 86_400, h: 3600, min: 60, s: 1, ms: 1e-3, µs: 1e-6 };

// In the largest unit that it reaches.
function inUnits(value, units, written = short) {
  const all = Object.entries(units);
  const [name, size] = all.find(([, each]) => value >= each) ?? all.at(-1);
  return `${written(value / size)} ${name}`;
}

const bytes = (value) => inUnits(value, BYTES);
const lasting = (seconds) => inUnits(seconds, TIMES, plainNumber);
const joules = (value) => (value >= 3.6e5 ? `${plainNumber(value / 3.6e6)} kWh` : inUnits(value, JOULES));

function counted(value) {
  if (value >= 1e15) return axisNumber(Number(value.toPrecision(3)));
  return value < 1000 ? String(value) : inUnits(value, COUNTS);
}

const plainNumber = (value) =>
  value >= 1e6 ? axisNumber(Number(value.toPrecision(3))) : Number(value.toPrecision(3)).toLocaleString("en");

// ---- three models at a glance
/** @param {CostView} view */
function lookBox({ facts: { models } }) {
  const bars = (title, of, written) => {
    const rows = models.map((model, index) => {
      const value = of(model);
      return { name: model.name, value, written: written(value), ours: index === 0 };
    });
    return labelledBars({ title, rows });
  };
  const times = (of) => short(of(models[1]) / of(models[0]), 2);
  const [size, energy] = [(model) => model.parameter_total, (model) => model.joules.training];
  return element(
    "section",
    "stack",
    { "data-at": "look" },
    element(
      "p",
      "look-headline",
      `The paper’s base model has ${times(size)} times the parameters of this one, and takes ${times(energy)} times ` +
        "the energy to train.",
    ),
    bars("Parameters", size, counted),
    bars("Energy to train it", energy, joules),
    element(
      "p",
      "hint",
      "All three train for the same number of steps on the same number of pairs, on one device that is always busy. " +
        "Under “Understand”, you type other sizes and devices.",
    ),
  );
}

// ---- three models side by side
/** @param {CostView} view */
function comparedBox(view) {
  const { models, numbers: work, notes } = view.facts;
  const table = savedAs(element("div", "cost-table"), { name: "Three models side by side" });
  const line = (name, hint, ...cells) => {
    for (const [index, cell] of cells.filter(Array.isArray).flatMap((of) => [...of.entries()]))
      cell.dataset.model = models[index].name; // on a phone, they are stacked
    const head = element("div", "cost-name", element("b", "", name), element("span", "hint", hint));
    table.append(element("div", "cost-row", head, ...cells.flat()));
  };
  // A cost with parts: the totals, below them every model's parts as bars, and a legend below those.
  const parted = (name, hint, key, written) => {
    const totals = models.map(({ shares }) => sum(Object.values(shares[key])));
    const inks = Object.fromEntries(view.facts.charts[key].data.map((part) => [part.name, part.meta.ink]));
    line(
      name,
      hint,
      totals.map((total) => totalCell(written(total), total)),
      sharesChart(view, key),
      models.map(({ shares }, index) => sharesList(shares[key], totals[index], inks, written)),
    );
  };
  line(
    "",
    "",
    models.map(({ name, sizes }) => {
      const shape =
        `${sizes.encoder_layers} + ${sizes.decoder_layers} layers · D\u00a0${sizes.d_model} · ` +
        `H\u00a0${sizes.heads} · F\u00a0${sizes.d_ff} · V\u00a0${sizes.vocabulary_size.toLocaleString("en")}`;
      return element("div", "cost-cell cost-head", element("h3", "", name), element("span", "shape", shape));
    }),
  );
  parted("Parameters", "each counted once", "parameters", counted);
  parted(
    "Forward pass",
    `FLOPs for S = ${work.source.toLocaleString("en")}, T = ${work.target.toLocaleString("en")}; ` +
      "a multiply-add counts as two",
    "forward",
    counted,
  );
  line(
    "Training step",
    `FLOPs for ${work.batch.toLocaleString("en")} pairs: three forward passes each`,
    models.map((model) => plainCell(counted(model.flops.step), `${lasting(model.seconds.step)} on this device`)),
  );
  parted("Memory of a step", "32-bit numbers, dropout on, no padding", "memory", bytes);
  line(
    "Whole training",
    `${work.steps.toLocaleString("en")} steps`,
    models.map((model) =>
      plainCell(`${counted(model.flops.training)} FLOPs`, `${lasting(model.seconds.training)} on this device`),
    ),
  );
  line(
    "Energy",
    `at ${counted((work.gflops * 1e9) / work.watts)} FLOPs per joule`,
    models.map((model) =>
      plainCell(
        joules(model.joules.training),
        `per step ${joules(model.joules.step)}; one pair’s forward pass ${joules(model.joules.forward)}`,
      ),
    ),
  );
  const base = models[1].flops.training;
  const told = [
    `Energy = FLOPs ÷ (FLOPs per second ÷ watts) = FLOPs ÷ (${axisNumber(work.gflops * 1e9)} ÷ ` +
      `${work.watts.toLocaleString("en")}), as if the device were always busy at that speed. Both numbers are ` +
      `assumptions; type your own.`,
    `For its base model the paper gives ${axisNumber(view.facts.paper)} FLOPs (table 2): 8 GPUs · 12 hours · 9.5 ` +
      `TFLOPs per second, busy or not. Its matrix products, for the work above, come to ${counted(base)}, ` +
      `${short((100 * base) / view.facts.paper)}% of that.`,
    "Not counted in the FLOPs: softmax, LayerNorm, the activation function, additions and the optimizer, a few " +
      "percent in all. Activations: what the backward pass needs from the forward pass, as this library keeps it " +
      "(inputs, norms, queries, keys, values, weights of every head, joined heads, hidden layers, dropout’s masks, " +
      "the logits’ gradient).",
  ];
  return element(
    "section",
    "compared stack",
    { "data-from": "understand" },
    ...notes.map((note) => element("p", "note correction", note)),
    table,
    ...told.map((words) => element("p", "hint", words)),
  );
}

function totalCell(written, total) {
  return element("div", "cost-cell", element("b", "mono big", { title: full(total) }, written));
}

// Kept, so that different sizes redraw the same picture.
/** @param {CostView} view */
function sharesChart(view, key) {
  view.charts ??= {};
  view.charts[key] ??= plotlyChart();
  view.charts[key].element.classList.add("cost-chart");
  view.charts[key].draw(view.facts.charts[key]);
  return view.charts[key].element;
}

function sharesList(shares, total, inks, written) {
  const items = Object.entries(shares).map(
    ([name, amount]) =>
      amount > 0 &&
      element(
        "li",
        "aligned",
        element("i", "square", { style: `background: ${inks[name]}` }),
        element("span", "", name),
        element("span", "mono", written(amount)),
        element("span", "mono", `${((100 * amount) / total).toFixed(1)}%`),
      ),
  );
  return element("ul", "cost-shares fine-print", ...items);
}

function plainCell(value, note) {
  return element("div", "cost-cell", element("b", "mono big", value), element("span", "hint", note));
}

// ---- every matrix product of one model
/** @param {CostView} view */
function productsBox(view) {
  const bar = element(
    "div",
    "choices",
    element("h3", "", "Every matrix product of a forward pass"),
    choice(
      "of",
      view.facts.models.map(({ name }, index) => [name, index]),
      view.which,
      (which) => {
        view.which = which;
        showProducts(view);
      },
    ),
  );
  view.productTable = element("div");
  return element("section", "cost-products", { "data-from": "prove" }, bar, view.productTable);
}

/** @param {CostView} view */
function showProducts(view) {
  const { products, flops } = view.facts.models[view.which];
  const whole = (number) => number.toLocaleString("en");
  const rows = products.map(({ stack, name, letters, times, rows: high, inner, columns, flops: own }) => ({
    look: `of-${stack}`,
    cells: [
      `${stack}: ${name}`,
      letters,
      whole(times),
      `2 · ${[times, high, inner, columns].map(whole).join(" · ")}`,
      counted(own),
      `${((100 * own) / flops.forward).toFixed(1)}%`,
    ],
  }));
  rows.push({ look: "sum", cells: ["all", "", "", "", counted(flops.forward), "100%"] });
  const numbers = "with the numbers: 2 · how many · rows · inner · columns";
  const headings = ["product", "multiply-adds of one", "how many", numbers, "FLOPs", "share"];
  view.productTable.replaceChildren(stackedTable(headings, rows, Array(5).fill("mono")));
}

// ---- complexity per layer: n²·d against n·d²
/** @param {CostView} view */
function complexityBox(view) {
  view.complexity = plotlyChart({
    point(x) {
      view.n = Math.max(1, Math.round(x));
      tellComplexity(view);
    },
  });
  view.card = withEquationCard(view.complexity, "The equation, with numbers for the length you hover over");
  const bar = element(
    "div",
    "choices",
    element("h3", "", "Complexity per layer (table 1 of the paper)"),
    choice(
      "d of",
      view.facts.models.map(({ name, sizes }, index) => [`${name}: ${sizes.d_model.toLocaleString("en")}`, index]),
      view.which,
      (which) => {
        view.which = which;
        showComplexity(view);
      },
    ),
  );
  return element("section", "complexity", { "data-from": "understand" }, bar, view.card.element);
}

/** @param {CostView} view */
function showComplexity(view) {
  view.complexity.draw(view.facts.complexity[view.which]);
  tellComplexity(view);
}

/** @param {CostView} view */
function tellComplexity(view) {
  const { n, which, facts } = view;
  const d = facts.models[which].sizes.d_model;
  view.complexity.cursor(n);
  const whole = (number) => leaf("mn", number.toLocaleString("en"));
  const [attention, recurrent] = [n * n * d, n * d * d];
  const value = (number) => leaf("mn", number.toLocaleString("en", { maximumFractionDigits: 0 }));
  view.card.equation.replaceChildren(
    equation(sup("n", 2), "·", "d", "=", sup(whole(n), 2), "·", whole(d), "=", value(attention)),
    equation("n", "·", sup("d", 2), "=", whole(n), "·", sup(whole(d), 2), "=", value(recurrent)),
  );
  const ratio = n / d;
  const verdict =
    n === d
      ? "Here both are equal: n = d."
      : n < d
        ? `Self-attention takes ${plainNumber(1 / ratio)} times fewer: n is smaller than d.`
        : `Self-attention takes ${plainNumber(ratio)} times more: n is larger than d.`;
  view.card.words.textContent =
    `${verdict} The curves cross at n = d = ${d.toLocaleString("en")}. Table 1 leaves out the four projections of ` +
    `attention, 4 n·d², which the dashed line includes: for sentences they are most of the work. Self-attention ` +
    `also reaches every position at once, where a recurrent layer takes n steps one after another.`;
}
