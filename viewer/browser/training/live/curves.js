// Curves over the time of training. The axis of time is the run's from the beginning, so that a curve grows into its
// place.

import { choice } from "../../shared/choice.js";
import { element, vector } from "../../shared/elements.js";
import { clock, count, short } from "../../shared/numbers.js";

const EDGE = { left: 46, right: 10, top: 10, bottom: 26 };

export function lossBox(view) {
  const box = element("section", "loss");
  const bar = element("div", "choices");
  view.logarithmic ??= false;
  bar.append(
    element("h3", "", "Loss"),
    choice(
      "Scale",
      [
        ["linear", false],
        ["logarithmic", true],
      ],
      view.logarithmic,
      (logarithmic) => {
        view.logarithmic = logarithmic;
        drawCurves(view);
      },
    ),
  );
  view.lossCurve = curve({ name: "Loss over the time of training", high: 250, unit: "nats per token" });
  const legend = element("p", "hint series");
  legend.append(key("raw"), "each step", key("smooth"), "smoothed", key("held"), "held-out pairs");
  legend.title = "A step's loss includes label smoothing and dropout; the held-out loss does not, and may lie below.";
  box.append(bar, view.lossCurve.element, legend, view.lossCurve.reading);
  return box;
}

function key(name) {
  const svg = vector("svg", "key");
  svg.setAttribute("viewBox", "0 0 26 10");
  const line = vector("path", `line ${name}`);
  line.setAttribute("d", "M1 5H25");
  svg.append(line);
  if (name === "held") svg.append(dot(13, 5));
  return svg;
}

export function smallBox(view) {
  const box = element("div", "smalls");
  view.smalls = [
    ["learning_rate", "Learning rate", "up, then down a cosine"],
    ["gradient_norm", "Gradient norm", "before it is cut to 1"],
    ["speed", "Tokens per second", "of French, smoothed"],
  ].map(([name, title, unit]) => {
    const part = curve({ name: `${title} over the time of training`, high: 130, unit: "" });
    const section = element("section", "small");
    section.append(element("h3", "", title), element("p", "hint", unit), part.element, part.reading);
    box.append(section);
    return [name, part];
  });
  return box;
}

export function drawCurves(view) {
  if (!view.tensors || view.facts.state === "none") return;
  const values = (name) => view.tensors[name]?.data ?? new Float32Array();
  const end = view.facts.minutes * 60;
  const seconds = values("curve.seconds");
  const held = {
    x: values("validation.seconds"),
    y: values("validation.loss"),
    style: "held",
    name: "held-out",
    dots: true,
  };
  const loss = [
    { x: seconds, y: values("curve.loss"), style: "raw", name: "loss" },
    { x: seconds, y: values("curve.smoothed_loss"), style: "smooth", name: "smoothed" },
    held,
  ];
  const all = loss.flatMap(({ y }) => [...y]).filter(Number.isFinite);
  const top = Math.max(8, 2 * Math.ceil(Math.max(0, ...all.filter((value) => value < 30)) / 2));
  const low = view.logarithmic ? 10 ** Math.floor(Math.log10(Math.max(1e-3, Math.min(0.5, ...all)))) : 0;
  view.lossCurve.draw(loss, {
    end,
    low,
    top: view.logarithmic ? Math.max(10, top) : top,
    logarithmic: view.logarithmic,
    steps: values("curve.step"),
  });
  for (const [name, part] of view.smalls) {
    const y = values(`curve.${name}`);
    const most =
      name === "learning_rate"
        ? view.facts.settings.peak
        : Math.max(name === "gradient_norm" ? 1 : 1000, ...y.filter(Number.isFinite));
    part.draw([{ x: seconds, y, style: "smooth", name: "" }], {
      end,
      low: 0,
      top: roundedUp(most),
      steps: values("curve.step"),
    });
  }
}

function roundedUp(value) {
  const size = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((each) => each * size).find((each) => each >= value * 0.9999) ?? value;
}

function dot(x, y) {
  const made = vector("circle", "dot held");
  made.setAttribute("cx", x);
  made.setAttribute("cy", y);
  made.setAttribute("r", "3.2");
  return made;
}

// One plot: axes and series as SVG, drawn as wide as its place is; the values under the pointer are read out below.
function curve({ name, high, unit }) {
  const svg = vector("svg", "curve");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", name);
  svg.setAttribute("height", high);
  svg.setAttribute("tabindex", "0");
  const reading = element("p", "reading");
  const state = { at: null, series: [], frame: null, place: null };
  const draw = (series, frame) => {
    Object.assign(state, { series, frame });
    const wide = svg.clientWidth || svg.parentElement?.clientWidth || 0;
    if (!wide) return;
    svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    state.place = placeOf(wide, high, frame);
    svg.replaceChildren(
      ...axes(state.place, frame, unit),
      ...series.flatMap((each) => lines(each, state.place)),
      ...pointer(state),
    );
    tell();
  };
  const tell = () => {
    reading.textContent = state.at === null ? "" : readingAt(state);
  };
  const move = (at) => {
    state.at = at;
    if (state.frame) draw(state.series, state.frame);
  };
  svg.addEventListener("pointermove", (event) => state.place && move(state.place.time(event.offsetX)));
  svg.addEventListener("pointerleave", () => move(null));
  svg.addEventListener("blur", () => move(null));
  svg.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
    if (!by || !state.frame) return;
    event.preventDefault();
    move(Math.min(state.frame.end, Math.max(0, (state.at ?? 0) + by * state.frame.end)));
  });
  return { element: svg, reading, draw };
}

function placeOf(wide, high, { end, low, top, logarithmic }) {
  const [width, height] = [wide - EDGE.left - EDGE.right, high - EDGE.top - EDGE.bottom];
  const share = (value) =>
    logarithmic ? Math.log(Math.max(value, low) / low) / Math.log(top / low) : (value - low) / (top - low);
  return {
    wide,
    high,
    x: (seconds) => EDGE.left + (Math.min(seconds, end) / end) * width,
    y: (value) => EDGE.top + (1 - Math.min(1, Math.max(0, share(value)))) * height,
    time: (x) => Math.min(end, Math.max(0, ((x - EDGE.left) / width) * end)),
  };
}

function axes({ wide, high, x, y }, { end, low, top, logarithmic }, unit) {
  const parts = [];
  const levels = logarithmic
    ? [0.001, 0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10].filter((each) => each >= low && each <= top)
    : evenly(top);
  for (const level of levels) {
    const rule = vector("path", "rule");
    rule.setAttribute("d", `M${EDGE.left} ${y(level)}H${wide - EDGE.right}`);
    parts.push(rule, written(EDGE.left - 6, y(level) + 4, tickText(level), "end"));
  }
  const every = [1, 2, 5, 10, 15, 30, 60, 120, 300].find((each) => end / each <= wide / 70) ?? 600;
  for (let at = 0; at <= end + 0.01; at += every) parts.push(written(x(at), high - 9, clock(at), "middle"));
  parts.push(written(wide - EDGE.right, EDGE.top + 9, unit, "end unit"));
  return parts;
}

// At most five levels from 0 to the top, at round numbers.
function evenly(top) {
  const step = [1, 2, 2.5, 5, 10]
    .map((each) => each * 10 ** Math.floor(Math.log10(top / 4)))
    .find((each) => top / each <= 5.001);
  return [...Array(Math.floor(top / step + 1e-6) + 1).keys()].map((each) => each * step);
}

function tickText(value) {
  return value === 0 ? "0" : value >= 1000 ? count(Math.round(value)) : String(Number(value.toPrecision(2)));
}

function written(x, y, text, names) {
  const made = vector("text", names);
  made.setAttribute("x", x);
  made.setAttribute("y", y);
  made.textContent = text;
  return made;
}

function lines({ x, y, style, dots }, place) {
  const path = vector("path", `line ${style}`);
  let drawn = "";
  y.forEach((value, index) => {
    if (Number.isFinite(value))
      drawn += `${drawn ? "L" : "M"}${place.x(x[index]).toFixed(1)} ${place.y(value).toFixed(1)}`;
  });
  path.setAttribute("d", drawn);
  return [path, ...(dots ? [...y].map((value, index) => dot(place.x(x[index]), place.y(value))) : [])];
}

function pointer({ at, place }) {
  if (at === null) return [];
  const line = vector("path", "pointer");
  line.setAttribute("d", `M${place.x(at)} ${EDGE.top}V${place.high - EDGE.bottom}`);
  return [line];
}

function readingAt({ at, series, frame }) {
  const nearest = ({ x }) =>
    x.reduce((best, value, index) => (Math.abs(value - at) < Math.abs(x[best] - at) ? index : best), 0);
  const known = series.filter(({ x }) => x.length);
  if (!known.length) return "";
  const first = nearest(known[0]);
  const values = known.map((each) => `${each.name ? `${each.name} ` : ""}${short(each.y[nearest(each)])}`);
  return `${clock(known[0].x[first])}, step ${count(frame.steps[first])}: ${values.join(" · ")}`;
}
