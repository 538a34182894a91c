// The curves of chosen dimensions next to the whole table, for any base.

import { part } from "../../../transport/payload.js";
import { numberFromUrl, setUrlParam } from "../../../widgets/address.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element } from "../../../widgets/elements.js";
import { buildCaption, matrix } from "../../../widgets/matrix.js";
import { count, full, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { heading } from "../section.js";
import { chosenBase, evenDimension, formatNumber, makeWave, pickCell, plot, wavelength, waveName } from "./common.js";
import { fallingSteps } from "./derived.js";

const SMOOTH = 8; // points of a curve between two positions; its dots are the table's own numbers

/** @param {PositionsView} view */
export function wavesPart(view) {
  const { D } = view.sizes;
  const spread = [0, 1, ...[D / 16, D / 4, D / 2, D - 2].map((each) => evenDimension(Math.floor(each)))];
  view.kept = [...new Set(spread)];
  const curves = element("div", "rows");
  const note = element("p", "note");
  const table = matrix({
    name: "The whole table",
    scale: "signed",
    limit: 1,
    height: Math.max(4, Math.floor(330 / view.positionCount)),
    rows: { title: "position" },
    columns: { title: "dimension" },
    pick: (row, column) => pickCell(view, row, column),
  });
  view.waves = { curves, note, table };
  const caption = buildCaption("Chosen dimensions", "each from −1 to 1; dots: the table’s numbers");
  const figure = element("figure", "matrix curves", caption, curves, buildAxis(view));
  makeSavable(figure, { name: "Waves of chosen dimensions", lines: () => csvRows(view) });
  return element(
    "section",
    "part stack",
    heading(
      "Every dimension is a wave",
      "Dimensions come in pairs, a sine and a cosine of the same wavelength. From pair to pair the waves get longer.",
      baseSlider(view),
    ),
    element("div", "waves-and-table side-by-side", figure, table.element),
    note,
  );
}

// The chosen dimensions, position by position.
/** @param {PositionsView} view */
function csvRows(view) {
  const { data, columns } = part(view.tensors[`table.${view.base}`]);
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
  const { bases, ownBase, usualBase } = view.facts;
  view.base ??= numberFromUrl("base", { least: 0, most: bases.length - 1, fallback: usualBase });
  const output = element("output", "mono");
  const tell = () => {
    output.textContent = chosenBase(view) === ownBase ? "this model’s own" : "not this model’s";
    slider.setAttribute("aria-valuetext", `${count(chosenBase(view))}, ${output.textContent}`);
  };
  const slider = element("input", "", {
    ...{ type: "range", min: 0, max: bases.length - 1, step: 1, value: view.base, "aria-label": "Base" },
    input: () => {
      view.base = Number(slider.value);
      setUrlParam("base", view.base === usualBase ? "" : String(view.base));
      tell();
      drawBase(view);
    },
  });
  tell();
  const stops = bases.map((base, index) => element("span", index === usualBase ? "own" : "", count(base)));
  return element(
    "label",
    "slide row quiet base",
    element("span", "", "Base"),
    element("span", "with-stops", slider, element("span", "stops row apart", { "aria-hidden": "true" }, ...stops)),
    output,
  );
}

// Redraw everything that depends on the base; none of it is the model's own input.
/** @param {PositionsView} view */
export function drawBase(view) {
  drawCurves(view);
  view.redraw.table();
  view.redraw.alike();
}

/** @param {PositionsView} view */
export function drawTable(view) {
  const table = part(view.tensors[`table.${view.base}`]);
  const shape = `max × D = ${table.rows} of ${view.facts.reuse.rows} × ${table.columns}`;
  view.waves.table.draw(table, { row: view.focus.token, column: view.dimension }, { shape });
}

// ---- the curves
/** @param {PositionsView} view */
function drawCurves(view) {
  const table = part(view.tensors[`table.${view.base}`]);
  const { curves, note } = view.waves;
  curves.replaceChildren(
    curve(view, table, view.dimension, "first"),
    ...view.kept.map((dimension) => curve(view, table, dimension, "")),
  );
  const last = wavelength(view, chosenBase(view), view.sizes.D - 2);
  note.textContent =
    `With base ${count(chosenBase(view))} the shortest wave is ${short(2 * Math.PI)} positions long, the longest ` +
    `${formatNumber(last)}. Moving away from a position, similarity falls steadily for ` +
    `${fallingSteps(view.tensors[`similarity.${view.base}`])} steps.` +
    (last < view.positionCount
      ? " Every wave repeats within the table, so positions far apart start to look similar."
      : "");
}

/** @param {PositionsView} view */
function curve(view, table, dimension, first) {
  const { token } = view.focus;
  const at = (position) => table.data[position * table.columns + dimension];
  const wave = makeWave(view, chosenBase(view), dimension);
  const steps = Array.from({ length: (view.positionCount - 1) * SMOOTH + 1 }, (_, step) => step / SMOOTH);
  const point = (position, value) =>
    `${(12 + 976 * shareOf(view, position)).toFixed(1)} ${(50 - 40 * value).toFixed(1)}`;
  const dot = (position) => `M${point(position, at(position))}h0`;
  const lines = {
    zero: "M0 50H1000",
    here: `M${point(token, 1.25)}V100`,
    line: `M${steps.map((step) => point(step, wave(step))).join("L")}`,
    dots: Array.from({ length: view.positionCount }, (_, position) => dot(position)).join(""),
    dot: dot(token),
  };
  const attributes = {
    type: "button",
    title: first ? "The dimension in focus" : `Look at dimension ${dimension}`,
    "aria-pressed": String(dimension === view.dimension),
    click: () => pickCell(view, token, dimension),
  };
  const name = [element("b", "", dimension), element("span", "wave", waveName(view, dimension))];
  const value = element("span", "mono value", { title: `At position ${token}: ${full(at(token))}` }, short(at(token)));
  const button = element("button", "name bare", attributes, ...name);
  return element("div", `curve aligned ${first}`, button, plot({ "aria-hidden": "true" }, lines), value);
}

// How far across a curve's picture a position is.
/** @param {PositionsView} view */
const shareOf = (view, position) => position / Math.max(1, view.positionCount - 1);

/** @param {PositionsView} view */
function buildAxis(view) {
  const tick = (position) =>
    element("span", "mono", { style: `left: ${1.2 + 97.6 * shareOf(view, position)}%` }, position);
  const tens = Array.from({ length: Math.ceil(view.positionCount / 10) }, (_, tenth) => tick(tenth * 10));
  return element("div", "axis aligned", element("em", "", "position →"), element("span", "ticks", ...tens));
}
