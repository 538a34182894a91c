// A Plotly figure from viewer/widgets/charts.py, in the page's colours. New numbers are drawn into the
// same picture, so that a zoom and the values under the pointer stay while a training goes on.
//
//   const chart = plotlyChart({ point(x) {}, pick(x) {} });  // the pointer or the arrow keys; a click or a drag
//   place.append(chart.element);
//   chart.draw(figure);
//   chart.cursor(x);                                         // an upright line; figures with one have no other shapes
//
// A figure holds no colours: the `meta.ink` of a trace is one as a style sheet would write it: var(--ink-query). Its
// texts are not markup; a newline in one of them starts a new line.

import { retry } from "../transport/persistent.js";
import { csvNumber } from "./csv.js";
import { AS_IS, element } from "./elements.js";
import { memory } from "./memory.js";
import { channels, readInk } from "./palette.js";
import { onPaper } from "./paper.js";
import { makeSavable } from "./pictures.js";
import { sketch } from "./sketch.js";
import { tryAgain } from "./try_again.js";
import { highest } from "./vectors.js";
import "./plotly_chart.css";

const SCRIPT = "component/viewer.transport.plotly_script.plotly/plotly.min.js";

/** @param {{ point?: (x: number) => void, pick?: (x: number) => void }} options */
export function plotlyChart({ point, pick } = {}) {
  /** @type {PlotlyPlace} */
  const place = element("div", "plotly-chart", { ...AS_IS, role: "figure", tabindex: 0 });
  const chart = { place, point, figure: /** @type {any} */ (null) };
  if (point) place.addEventListener("pointermove", (event) => withX(place, event, point));
  if (pick) {
    place.addEventListener("mousedown", (event) => event.stopPropagation(), true); // or Plotly would start a zoom
    place.addEventListener("pointerdown", (event) => withX(place, event, pick));
    place.addEventListener("pointermove", (event) => event.buttons && withX(place, event, pick));
  }
  new ResizeObserver(() => place.clientWidth !== chart.width && paint(chart)).observe(place);
  place.addEventListener("transitionend", (event) => event.target === place && paint(chart));
  place.addEventListener("keydown", (event) => stepThrough(chart, event));
  place.addEventListener("blur", () => lookAt(chart, null));
  makeSavable(place, {
    name: () => nameOfChart(chart.figure),
    lines: () => linesOfChart(chart),
    drawing: () => chartToSvg(chart),
  });
  return {
    element: place,
    draw(figure) {
      chart.figure = figure;
      place.style.height = `${figure.layout.height}px`;
      place.setAttribute("aria-label", figure.layout.meta.words);
      paint(chart);
    },
    cursor(x) {
      chart.shapes = [{ type: "line", x0: x, x1: x, yref: "paper", y0: 0, y1: 1 }];
      if (place.calcdata) globalThis.Plotly.relayout(place, { shapes: chart.shapes });
    },
  };
}

// Calls `use` with the pointer's place on the horizontal axis, unless it is outside the plot.
function withX(/** @type {PlotlyPlace} */ place, event, use) {
  const axis = place._fullLayout?.xaxis;
  if (!axis) return;
  const across = event.clientX - place.getBoundingClientRect().left - axis._offset;
  if (across >= 0 && across <= axis._length) use(axis.p2d(across));
}

// Its script is large: the first chart loads it, and the others reuse it.
function plotlyScript() {
  memory.plotly ??= retry(loadPlotly).catch((error) => {
    memory.plotly = undefined; // for whoever asks next
    throw error;
  });
  return memory.plotly;
}

async function loadPlotly() {
  const script = element("script");
  script.src = (await memory.plotlyAddress?.()) ?? new URL(SCRIPT, document.baseURI).href; // the site has its own
  await new Promise((resolve, reject) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => reject(new Error("Plotly’s script failed to load")));
    document.head.append(script);
  });
  return globalThis.Plotly;
}

async function paint(chart) {
  const { place } = chart;
  if (chart.figure && !place.calcdata) place.replaceChildren(sketch(chart.figure));
  const plotly = await plotlyScript().catch(() => null);
  for (const each of place.querySelectorAll(":scope > :is([role=alert], .sketch)")) each.remove();
  if (!plotly) {
    place.append(tryAgain("This chart couldn’t be loaded.", () => paint(chart)));
    return;
  }
  const { figure } = chart;
  chart.width = place.clientWidth;
  if (!figure || !chart.width) return;
  takeRules(place.getRootNode());
  const { data, layout: own } = asText(figure);
  const traces = data.map((trace) => inkTrace(place, trace));
  const layout = { ...own, width: chart.width, template: chartLayout(place) };
  if (chart.shapes) layout.shapes = chart.shapes;
  chart.config ??= chartConfig(chart);
  await plotly.react(place, traces, layout, chart.config);
  // A text that does not fit on its bar would shrink until it is unreadable: then it is omitted.
  for (const text of /** @type {NodeListOf<SVGElement>} */ (place.querySelectorAll(".bartext")))
    text.style.visibility = text.getAttribute("transform")?.includes("scale") ? "hidden" : "";
}

// Plotly writes its rules into the page's head, where components can't see them.
const ruled = new WeakSet();

function takeRules(root) {
  if (!(root instanceof ShadowRoot) || ruled.has(root)) return;
  ruled.add(root);
  const { sheet } = /** @type {HTMLStyleElement} */ (document.getElementById("plotly.js-style-global"));
  const rules = new CSSStyleSheet();
  rules.replaceSync([...(sheet?.cssRules ?? [])].map((rule) => rule.cssText).join("\n"));
  root.adoptedStyleSheets.push(rules);
}

// ---- texts
// Plotly reads HTML in every text of a figure; in a template it is ours.
function asText(value, name = "") {
  if (typeof value === "string")
    return name.endsWith("template")
      ? value
      : value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>");
  if (Array.isArray(value)) return value.map((each) => asText(each));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asText(each, key)]));
}

function unescapeText(text) {
  return text.replaceAll("<br>", " ").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}

// ---- colours
function resolveColour(place, written) {
  place.style.setProperty("--asked", written);
  return `rgb(${channels(readInk(place, "--asked")).join()})`;
}

function inkTrace(place, trace) {
  const colour = resolveColour(place, trace.meta.ink);
  const paper = resolveColour(place, "var(--st-background-color)");
  if (trace.type === "bar") {
    const marker = { ...trace.marker, color: colour, line: { color: paper, width: 1 } };
    return { ...trace, marker, textfont: { color: resolveColour(place, "var(--ink)"), size: 12 } };
  }
  return {
    ...trace,
    line: { ...trace.line, color: colour },
    marker: { ...trace.marker, color: colour, line: { color: paper, width: 1 } },
    textfont: { ...trace.textfont, color: colour },
  };
}

// What every chart has in common: the page's font, thin rules, one box with all values under the pointer.
function chartLayout(place) {
  const [paper, ink, faint, hair, edge] = [
    "var(--st-background-color)",
    "var(--ink)",
    "var(--faint)",
    "var(--hair)",
    "var(--edge)",
  ].map((each) => resolveColour(place, each));
  const family = getComputedStyle(place).fontFamily;
  const axis = {
    color: faint,
    gridcolor: hair,
    linecolor: edge,
    spikecolor: ink,
    spikedash: "dot",
    spikethickness: 1,
    zeroline: false,
    automargin: true,
    title: { font: { size: 12, style: "italic" }, standoff: 8 },
  };
  return {
    layout: {
      font: { family, size: 12, color: faint },
      paper_bgcolor: paper,
      plot_bgcolor: paper,
      margin: { l: 8, r: 12, t: 30, b: 8 },
      hovermode: "x unified",
      dragmode: matchMedia("(pointer: coarse)").matches ? false : "zoom", // a finger scrolls the page
      hoverlabel: { bgcolor: paper, bordercolor: edge, font: { family, size: 12, color: ink }, namelength: -1 },
      legend: { orientation: "h", x: 0, y: 1, yanchor: "bottom", font: { size: 12 }, bgcolor: "rgba(0,0,0,0)" },
      modebar: { bgcolor: "rgba(0,0,0,0)", color: faint, activecolor: ink },
      xaxis: { ...axis, showgrid: false, showline: true, ticks: "outside", ticklen: 4, tickcolor: edge },
      yaxis: { ...axis, ticklabelstandoff: 6 },
      annotationdefaults: { font: { color: ink, size: 12 }, showarrow: false },
      shapedefaults: { line: { color: ink, width: 1, dash: "dash" } },
    },
  };
}

// ---- what can be done with it
// Made once for each chart: Plotly restarts a chart that is given different functions, and two concurrent paintings,
// each with its own, would restart it for one another without end.
function chartConfig({ figure }) {
  const { xaxis, yaxis } = figure.layout;
  const still = xaxis?.fixedrange && yaxis?.fixedrange;
  return {
    displaylogo: false,
    displayModeBar: still ? false : "hover",
    modeBarButtons: [["zoom2d", "pan2d", "resetScale2d"]],
  };
}

// ---- what is saved of it
// Its file, whose name comes from the figure, in words.
function nameOfChart({ layout: { title, meta } }) {
  const words = title?.text ?? meta.file.replace(/^glassformer-/, "").replaceAll("-", " ");
  return words[0].toUpperCase() + words.slice(1);
}

// Always light, as on paper.
function onSheet({ place }) {
  const root = /** @type {HTMLElement} */ (place.closest(".walk") ?? place);
  return onPaper(root, () => ({
    data: place.data.map((trace) => inkTrace(place, trace)),
    layout: { ...place.layout, template: chartLayout(place) },
  }));
}

async function chartToSvg(chart) {
  await paint(chart);
  const { place, figure } = chart;
  const how = { format: "svg", width: place.clientWidth, height: figure.layout.height };
  const plotly = await plotlyScript();
  const text = await (await fetch(await plotly.toImage(onSheet(chart), how))).text();
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
}

// A line for every point: its series, and its coordinates on both axes. If the horizontal axis has its own tick
// labels, the points have other coordinates than they mean; these are their customdata.
function linesOfChart({ place, figure }) {
  const { xaxis, yaxis } = figure.layout;
  const written = (value) => (typeof value === "number" ? csvNumber(value) : unescapeText(String(value ?? "")));
  /** @param {{ name?: string, x?: ArrayLike<unknown>, y: ArrayLike<unknown>, customdata?: ArrayLike<unknown> }} line */
  const points = ({ name, x, y, customdata }) =>
    Array.from((xaxis?.ticktext ? customdata : x) ?? [], (each, at) => [written(name), written(each), written(y[at])]);
  const drawn = /** @type {PlotlyPlace} */ (place)._fullData ?? []; // with numbers instead of bytes
  return [["name", xaxis?.title?.text || "x", yaxis?.title?.text || "y"], ...drawn.flatMap(points)];
}

// The arrow keys go from point to point of the longest line, and show what hovering there would.
function stepThrough(chart, event) {
  const points = chart.place.calcdata?.map((each) => each.length) ?? [];
  const last = Math.max(...points, 0) - 1;
  const [left, right] = [(chart.at ?? last + 1) - 1, (chart.at ?? -1) + 1];
  const goal = { ArrowLeft: left, ArrowRight: right, Home: 0, End: last }[event.key];
  if (event.key === "Escape") lookAt(chart, null);
  if (goal === undefined || last < 0) return;
  event.preventDefault();
  event.stopPropagation();
  lookAt(chart, Math.min(Math.max(goal, 0), last));
}

function lookAt(chart, at) {
  chart.at = at;
  const { place } = chart;
  if (!place.calcdata) return;
  if (at === null) globalThis.Plotly.Fx.unhover(place);
  else {
    const lengths = place.calcdata.map((each) => each.length);
    const curve = highest(lengths);
    globalThis.Plotly.Fx.hover(place, [{ curveNumber: curve, pointNumber: at }]);
    chart.point?.(place.data[curve].x[at]);
  }
}
