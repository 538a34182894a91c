// Lines over a named axis each, as SVG that fills the width it is given.
//
//   const chart = lineChart({
//     name: "Loss", height: 240,
//     x: { title: "update", scale: "root" },            // linear | root | log
//     y: { title: "loss (nats)", scale: "linear", from: 0 },
//     point(x) {}, pick(x) {},                           // the pointer or the arrow keys (null: it left); a click
//   });
//   chart.draw([{ name, points: [[x, y], ...], look: "ink thin" , dots: true }]);   // look: classes of line_chart.css
//   options.legend: false where something else names the lines
//   chart.cursor(x);                                     // an upright line, or null for none

import { csvNumber } from "./csv.js";
import { element, vector } from "./elements.js";
import { savedAs } from "./pictures.js";
import { axisNumber, ticksOf } from "./ticks.js";
import "./line_chart.css";

const SCALES = {
  linear: [(value) => value, (value) => value],
  root: [(value) => Math.sqrt(Math.max(value, 0)), (value) => value * value],
  log: [(value) => Math.log10(value), (value) => 10 ** value],
};
const MARGIN = { left: 58, right: 26, top: 10, bottom: 40 };

export function lineChart(options) {
  const figure = element("figure", "line-chart");
  const caption = element("figcaption");
  caption.append(element("b", "", options.name));
  const legend = element("span", "line-legend");
  const svg = vector("svg");
  svg.setAttribute("role", "img");
  svg.setAttribute("tabindex", "0");
  caption.append(legend);
  figure.append(caption, svg);
  const chart = {
    options,
    figure,
    legend,
    svg,
    lines: [],
    at: null,
    width: 0,
    across: null,
    up: null,
    cursorLine: null,
  };
  new ResizeObserver(() => svg.clientWidth !== chart.width && paintChart(chart)).observe(figure);
  listenToChart(chart);
  savedAs(figure, {
    name: options.name,
    lines: () => [
      ["line", options.x.title, options.y.title],
      ...chart.lines.flatMap(({ name, points }) => points.map(([x, y]) => [name ?? "", csvNumber(x), csvNumber(y)])),
    ],
  });
  return {
    element: figure,
    svg,
    draw(lines, changes = {}) {
      Object.assign(options, changes);
      chart.lines = lines;
      if (options.legend !== false) legend.replaceChildren(...lines.filter(({ name }) => name).map(legendEntry));
      paintChart(chart);
    },
    cursor(x) {
      chart.at = x;
      placeCursor(chart);
    },
  };
}

function legendEntry({ name, look = "" }) {
  const entry = element("span", "entry");
  entry.append(swatchOf(look), element("span", "", name));
  return entry;
}

export function swatchOf(look) {
  const swatch = vector("svg", "swatch");
  swatch.setAttribute("viewBox", "0 0 26 8");
  swatch.setAttribute("aria-hidden", "true");
  const line = vector("path", `line ${look}`);
  line.setAttribute("d", "M1 4H25");
  swatch.append(line);
  return swatch;
}

function paintChart(chart) {
  const { svg, options, lines } = chart;
  chart.width = svg.clientWidth;
  if (!chart.width || !lines.length) return;
  const height = options.height ?? 240;
  svg.setAttribute("viewBox", `0 0 ${chart.width} ${height}`);
  svg.style.height = `${height}px`;
  svg.setAttribute(
    "aria-label",
    `${options.name}: ${options.y.title} over ${options.x.title}. ${lines
      .map(({ name }) => name)
      .filter(Boolean)
      .join(", ")}`,
  );
  const every = (index) => lines.flatMap(({ points }) => points.map((point) => point[index])).filter(Number.isFinite);
  chart.across = axisOf(options.x, every(0), MARGIN.left, chart.width - MARGIN.right);
  chart.up = axisOf(options.y, every(1), height - MARGIN.bottom, MARGIN.top);
  chart.cursorLine = vector("path", "cursor-line");
  svg.replaceChildren(
    ...axisMarks(chart, height),
    ...lines.flatMap((line) => drawnLine(chart, line)),
    chart.cursorLine,
  );
  placeCursor(chart);
}

function axisOf({ scale, from, to }, values, start, end) {
  const [forth, back] = SCALES[scale];
  const positive = scale === "log" ? values.filter((value) => value > 0) : values;
  const low = from ?? positive.reduce((least, value) => Math.min(least, value), Infinity);
  const high = to ?? positive.reduce((most, value) => Math.max(most, value), -Infinity);
  const [first, last] = [forth(low), forth(high) === forth(low) ? forth(low) + 1 : forth(high)];
  return {
    low,
    high,
    scale,
    place: (value) => start + ((forth(Math.min(Math.max(value, low), high)) - first) / (last - first)) * (end - start),
    value: (place) =>
      back(
        first +
          ((Math.min(Math.max(place, Math.min(start, end)), Math.max(start, end)) - start) / (end - start)) *
            (last - first),
      ),
  };
}

function axisMarks({ across, up, options, width }, height) {
  const base = height - MARGIN.bottom;
  const marks = [];
  const mark = (text, x, y, names) => {
    const made = vector("text", names);
    made.setAttribute("x", x);
    made.setAttribute("y", y);
    made.textContent = text;
    marks.push(made);
    return made;
  };
  const rule = (d) => {
    const made = vector("path", "rule");
    made.setAttribute("d", d);
    marks.push(made);
  };
  for (const tick of ticksOf(up, 26)) {
    rule(`M${MARGIN.left} ${up.place(tick)}H${width - MARGIN.right}`);
    mark(axisNumber(tick), MARGIN.left - 8, up.place(tick) + 4, "tick end");
  }
  for (const tick of ticksOf(across, 52)) {
    rule(`M${across.place(tick)} ${base}v5`);
    mark(axisNumber(tick), across.place(tick), base + 17, "tick middle");
  }
  rule(`M${MARGIN.left} ${base}H${width - MARGIN.right}`);
  mark(options.x.title, width - MARGIN.right, height - 4, "axis-title end");
  const upright = mark(options.y.title, 0, 0, "axis-title end");
  upright.setAttribute("transform", `translate(12 ${MARGIN.top}) rotate(-90)`);
  return marks;
}

function drawnLine({ across, up }, { points, look = "", dots }) {
  const path = vector("path", `line ${look}`);
  const shown = points.filter(([x, y]) => Number.isFinite(y) && x >= across.low && x <= across.high);
  path.setAttribute(
    "d",
    shown
      .map(([x, y], index) => `${index ? "L" : "M"}${across.place(x).toFixed(1)} ${up.place(y).toFixed(1)}`)
      .join(""),
  );
  if (!dots) return [path];
  return [
    path,
    ...shown.map(([x, y]) => {
      const dot = vector("circle", `dot ${look}`);
      dot.setAttribute("cx", across.place(x));
      dot.setAttribute("cy", up.place(y));
      dot.setAttribute("r", 3.5);
      return dot;
    }),
  ];
}

function placeCursor({ cursorLine, across, at, options }) {
  if (!cursorLine) return;
  const height = options.height ?? 240;
  cursorLine.setAttribute(
    "d",
    at === null ? "" : `M${across.place(at).toFixed(1)} ${MARGIN.top}V${height - MARGIN.bottom}`,
  );
}

function listenToChart(chart) {
  const { svg, options } = chart;
  const there = (event) => chart.across.value(event.clientX - svg.getBoundingClientRect().left);
  svg.addEventListener("pointermove", (event) => {
    if (!chart.across) return;
    options.point?.(there(event));
    if (event.buttons) options.pick?.(there(event));
  });
  svg.addEventListener("pointerleave", () => options.point?.(null));
  svg.addEventListener("pointerdown", (event) => chart.across && options.pick?.(there(event)));
  svg.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way || !options.steer || !chart.across) return;
    event.preventDefault();
    event.stopPropagation();
    const place = chart.across.place(chart.at ?? chart.across.low) + way * Math.max(1, chart.width / 120);
    options.point?.(chart.across.value(place));
  });
}
