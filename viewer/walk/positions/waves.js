// The curves of chosen dimensions beside the whole table, for any base.

import { keepPlace, keptNumber } from "../../widgets/address.js";
import { csvNumber } from "../../widgets/csv.js";
import { element, vector } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { full, short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { chosenBase, evenOf, partHead, pickCell, spaced, wavelength, waveName, waveOf } from "./common.js";

const MOST_CURVES = 6;
const SMOOTH = 8; // points of a curve between two positions; its dots are the table's own numbers

/** @param {PositionsView} view */
export function wavesPart(view, place) {
  const head = partHead(
    "Every dimension is a wave",
    "Dimensions come in pairs, a sine and a cosine of the same wavelength. From pair to pair the waves grow longer.",
  );
  head.append(baseSlider(view));
  const both = element("div", "waves-and-table");
  const curves = element("figure", "curves");
  const caption = element("figcaption");
  caption.append(
    element("b", "", "Chosen dimensions"),
    element("span", "shape", "each from −1 to 1; dots: the table's numbers"),
  );
  view.curveRows = element("div", "rows");
  const axis = element("div", "axis");
  curves.append(caption, view.curveRows, axis);
  view.table = matrix({
    name: "The whole table",
    shape: "",
    scale: "signed",
    limit: 1,
    height: Math.max(4, Math.floor(330 / view.positionCount)),
    rows: { title: "position", labels: null },
    columns: { title: "dimension", labels: null },
    pick: (row, column) => pickCell(view, row, column),
  });
  savedAs(curves, { name: "Waves of chosen dimensions", lines: () => waveLines(view) });
  both.append(curves, view.table.element);
  view.baseNote = element("p", "note");
  place.append(head, both, view.baseNote);
  const { D } = view.sizes;
  view.kept ??= [
    ...new Set([0, 1, D / 16, D / 4, D / 2, D - 2].map((each) => (each === 1 ? 1 : evenOf(Math.floor(each))))),
  ];
  view.kept = view.kept.filter((each) => each < D);
  drawAxis(view, axis);
}

// The chosen dimensions, position by position.
/** @param {PositionsView} view */
function waveLines(view) {
  const { data, columns } = part(view.tensors.tables, view.base);
  const shown = [...new Set([view.dimension, ...view.kept])];
  return [
    ["position", ...shown.map((dimension) => `dimension ${dimension}`)],
    ...Array.from({ length: view.positionCount }, (_, position) => [
      position,
      ...shown.map((dimension) => csvNumber(data[position * columns + dimension])),
    ]),
  ];
}

/** @param {PositionsView} view */
function baseSlider(view) {
  const { bases, ownBase, usualBase: own } = view.facts;
  view.base ??= keptNumber("base", { least: 0, most: bases.length - 1, fallback: own });
  const label = element("label", "slide base");
  const slider = element("input");
  Object.assign(slider, { type: "range", min: 0, max: bases.length - 1, step: 1, value: view.base });
  slider.setAttribute("aria-label", "Base");
  const stops = element("span", "stops");
  stops.setAttribute("aria-hidden", "true");
  stops.append(
    ...bases.map((base, index) => element("span", index === own ? "own" : "", base.toLocaleString("en-US"))),
  );
  const output = element("output", "mono");
  const box = element("span", "with-stops");
  box.append(slider, stops);
  const tell = () => {
    const text = bases[view.base].toLocaleString("en-US");
    const whose = bases[view.base] === ownBase ? "this model's own" : "not this model's";
    output.textContent = whose;
    slider.setAttribute("aria-valuetext", `${text}, ${whose}`);
  };
  slider.addEventListener("input", () => {
    view.base = Number(slider.value);
    keepPlace("base", view.base === own ? "" : String(view.base));
    tell();
    drawBase(view);
  });
  tell();
  label.append(element("span", "", "Base"), box, output);
  return label;
}

// Everything that the base decides; no part of it is the model's own input.
/** @param {PositionsView} view */
export function drawBase(view) {
  drawCurves(view);
  view.redraw.table();
  view.redraw.alike();
}

// ---- the curves
/** @param {PositionsView} view */
function drawCurves(view) {
  const table = part(view.tensors.tables, view.base);
  const shown = [view.dimension, ...view.kept];
  const signature = shown.join();
  if (view.curveSignature !== signature || view.curveRows.children.length === 0) {
    view.curveSignature = signature;
    view.curveRows.replaceChildren(...shown.map((dimension, index) => curveRow(view, dimension, index === 0)));
  }
  [...view.curveRows.children].forEach((row, index) => {
    fillCurve(view, row, shown[index], table);
  });
  const [last, falls] = [wavelength(view, chosenBase(view), view.sizes.D - 2), view.facts.falls[view.base]];
  view.baseNote.textContent =
    `With base ${chosenBase(view).toLocaleString("en-US")} the shortest wave is ` +
    `${short(2 * Math.PI)} positions long, the longest ${spaced(last)}. ` +
    `Going away from a position, the similarity in the next picture falls for ${falls} steps without a break.` +
    (last < view.positionCount
      ? " Every wave repeats within the table, so positions far apart begin to look alike."
      : "");
}

/** @param {PositionsView} view */
export function drawTable(view) {
  const table = part(view.tensors.tables, view.base);
  const shape = `max × D = ${table.rows} of ${view.facts.reuse.rows} × ${table.columns}`;
  view.table.draw(table, { row: view.focus.token, column: view.dimension }, { shape });
}

/** @param {PositionsView} view */
function curveRow(view, dimension, first) {
  const row = element("div", first ? "curve first" : "curve");
  const pick = element("button", "name");
  pick.type = "button";
  pick.append(element("b", "", String(dimension)), element("span", "wave"));
  pick.title = first ? "The dimension in focus" : `Look at dimension ${dimension}`;
  pick.addEventListener("click", () => {
    view.dimension = dimension;
    view.set({});
  });
  const svg = vector("svg");
  svg.setAttribute("viewBox", "0 0 1000 100");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  svg.append(...["zero", "here", "line", "dots", "dot"].map((name) => vector("path", name)));
  row.append(
    pick,
    svg,
    element("span", "mono value"),
    first ? keepButton(view, dimension) : dropButton(view, dimension),
  );
  return row;
}

/** @param {PositionsView} view */
function keepButton(view, dimension) {
  const kept = view.kept.includes(dimension);
  const full = view.kept.length >= MOST_CURVES;
  const button = element("button", "change", "+");
  button.type = "button";
  button.disabled = kept || full;
  button.title = kept
    ? "This curve is kept below"
    : full
      ? "Six curves are kept: take one away first"
      : "Keep this curve below";
  button.setAttribute("aria-label", `Keep the curve of dimension ${dimension}`);
  button.addEventListener("click", () =>
    changeKept(
      view,
      [...view.kept, dimension].sort((a, b) => a - b),
    ),
  );
  return button;
}

/** @param {PositionsView} view */
function dropButton(view, dimension) {
  const button = element("button", "change", "×");
  button.type = "button";
  button.title = "Take this curve away";
  button.setAttribute("aria-label", `Take the curve of dimension ${dimension} away`);
  button.addEventListener("click", () =>
    changeKept(
      view,
      view.kept.filter((each) => each !== dimension),
    ),
  );
  return button;
}

/** @param {PositionsView} view */
function changeKept(view, kept) {
  view.kept = kept;
  view.curveSignature = null;
  drawCurves(view);
  (view.curveRows.querySelector(".first .change:not(:disabled)") ?? view.curveRows.querySelector("button")).focus();
}

// The curve itself changes with the base alone; the rest follows the focus.
/** @param {PositionsView} view */
function fillCurve(view, row, dimension, table) {
  const at = (position) => table.data[position * table.columns + dimension];
  const put = (name, path) => row.querySelector(`.${name}`).setAttribute("d", path);
  if (row.dataset.base !== String(view.base)) {
    row.dataset.base = view.base;
    const all = [...Array(view.positionCount).keys()];
    const wave = waveOf(view, chosenBase(view), dimension);
    const steps = Array.from({ length: (view.positionCount - 1) * SMOOTH + 1 }, (_, step) => step / SMOOTH);
    put("zero", "M0 50H1000");
    put("line", `M${steps.map((step) => `${across(view, step)} ${down(wave(step))}`).join("L")}`);
    put("dots", all.map((position) => `M${across(view, position)} ${down(at(position))}h0`).join(""));
    row.querySelector(".wave").textContent = waveName(view, dimension);
  }
  const { token } = view.focus;
  put("here", `M${across(view, token)} 0V100`);
  put("dot", `M${across(view, token)} ${down(at(token))}h0`);
  const value = row.querySelector(".value");
  value.textContent = short(at(token));
  value.title = `At position ${token}: ${full(at(token))}`;
  row.querySelector(".name").setAttribute("aria-pressed", String(dimension === view.dimension));
}

// Places in a curve's picture, which is 1000 wide and 100 high.
/** @param {PositionsView} view */
function across(view, position) {
  return (12 + (976 * position) / Math.max(1, view.positionCount - 1)).toFixed(1);
}

function down(value) {
  return (50 - 40 * value).toFixed(1);
}

/** @param {PositionsView} view */
function drawAxis(view, axis) {
  const last = view.positionCount - 1;
  const ticks = [...Array(Math.floor(last / 10) + 1).keys()].map((tenth) => {
    const tick = element("span", "mono", String(tenth * 10));
    tick.style.left = `${1.2 + (97.6 * tenth * 10) / last}%`;
    return tick;
  });
  const scale = element("span", "ticks");
  scale.append(...ticks);
  axis.append(element("em", "", "position →"), scale);
}
