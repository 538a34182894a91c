// Layers × heads of the three attentions: each head is a cell with its figure, shaded by how much its change hurts.

import { element, spans } from "../../../widgets/elements.js";
import { KINDS } from "../../../widgets/focus.js";
import {
  allHeads,
  changedShare,
  changedWords,
  formatChange,
  headBlocks,
  headFigure,
  headKind,
  headName,
} from "./figures.js";

const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @type {Record<HeadMeasure, { unit: string, end: (harm: number) => string }>} */
const SCALES = {
  likelihood: { unit: "change in the probability of the original translation", end: (harm) => changedShare(-harm) },
  bleu: { unit: "change in BLEU, in points", end: (harm) => formatChange(-harm, 1) },
};

// `view.point(place)` is called with the head under the pointer, or null; `view.keep(place)` with a clicked one.
/** @param {HeadAblationView} view */
export function headMap(view) {
  return element("div", "head-map", {
    role: "toolbar",
    pointerover: (event) => view.point(placeAt(event)),
    pointerleave: () => view.point(null),
    focusin: (event) => view.point(placeAt(event)),
    focusout: () => view.point(null),
    click: (event) => placeAt(event) && view.keep(placeAt(event)),
    keydown: (event) => stepAcross(view, event),
  });
}

function placeAt(event) {
  return event.target.closest("button")?.dataset.place ?? null;
}

// For another change, measure, corpus or sentence.
/** @param {HeadAblationView} view */
export function drawHeads(view) {
  const { facts, map } = view;
  const places = allHeads(facts);
  const figures = places.map((place) => headFigure(facts, view, place));
  const limit = Math.max(...figures.map((figure) => Math.abs(figure?.harm ?? 0)).filter(Number.isFinite)) || 1;
  const words = (place) => changedWords(facts, view, place).find(Boolean);
  view.cells = new Map(places.map((place, at) => [place, headCell(place, figures[at], limit, words(place))]));
  map.setAttribute("aria-label", `All ${places.length} heads; arrow keys move from one to the next`);
  map.style.setProperty("--heads", String(facts.heads));
  map.replaceChildren(...headBlocks(facts).map((block) => headBlock(view, block)));
  markHeads(view);
}

function headCell(place, figure, limit, words) {
  const name = `${headKind(place)}, ${headName(place)}`;
  const share = figure ? Math.sqrt(Math.min(1, Math.abs(figure.harm) / limit)) : 0; // a root, so that small ones show
  const cell = element(
    "button",
    "head-cell",
    {
      "data-place": place,
      "aria-label": `${name}: ${figure?.told ?? "…"}`,
      style: `--share: ${share.toFixed(3)}`,
    },
    element("span", "", { "data-from": "understand" }, figure && !figure.harm ? "" : (figure?.written ?? "…")),
    element("span", "one-line", { "data-at": "look" }, words),
  );
  cell.classList.toggle("changes", Boolean(words));
  cell.classList.toggle("better", Boolean(figure) && figure.harm < 0);
  return cell;
}

/** @param {HeadAblationView} view */
function headBlock({ cells }, { kind, rows }) {
  const title = element("h4", "", { style: `color: var(--ink-${kind})` }, KINDS[kind].name);
  const block = element("section", "head-block sideways", title);
  const names = rows[0].map((_, at) => element("th", "", at ? String(at + 1) : "head 1"));
  const table = element(
    "table",
    "",
    { role: "presentation" }, // every cell names its own layer and head
    element("colgroup", "", element("col", "side"), element("col", "number"), ...rows[0].map(() => element("col"))),
    element("tr", "", element("th", "", { colspan: 2 }), ...names),
    ...rows.map((places, layer) =>
      element(
        "tr",
        "",
        !layer && element("th", "side", { rowspan: rows.length }, "layer"),
        element("th", "", String(layer + 1)),
        ...places.map((place) => element("td", "", cells.get(place))),
      ),
    ),
  );
  block.append(table);
  return block;
}

/** @param {HeadAblationView} view */
export function markHeads({ cells, place: kept }) {
  const reached = cells.has(kept) ? kept : cells.keys().next().value;
  for (const [place, cell] of cells) {
    cell.setAttribute("aria-pressed", String(place === kept));
    cell.tabIndex = place === reached ? 0 : -1;
  }
}

// From cell to cell, and past the edge of a block to the next block.
/** @param {HeadAblationView} view */
function stepAcross({ facts, cells }, event) {
  const way = WAYS[event.key];
  const from = placeAt(event);
  if (!way || !from) return;
  event.preventDefault();
  const blocks = headBlocks(facts);
  const number = blocks.findIndex(({ rows }) => rows.flat().includes(from));
  const { rows } = blocks[number];
  const row = rows.findIndex((places) => places.includes(from));
  const column = rows[row].indexOf(from) + way[1];
  let next = rows[row + way[0]]?.[column];
  if (column < 0 || column >= rows[row].length) {
    const beside = blocks[number + way[1]]?.rows;
    next = beside?.[Math.min(row, beside.length - 1)].at(way[1] > 0 ? 0 : -1) ?? "";
  }
  cells.get(next)?.focus();
}

// What the colours mean, with the ends of their scale.
/** @param {HeadAblationView} view */
export function headLegend(view) {
  const harms = allHeads(view.facts).map((place) => headFigure(view.facts, view, place)?.harm ?? 0);
  const limit = Math.max(...harms.map(Math.abs).filter(Number.isFinite));
  const better = harms.some((harm) => harm < 0);
  const { unit, end } = SCALES[view.measure];
  const ends = spans(...(better ? [end(-limit)] : []), "0", end(limit));
  return element(
    "p",
    "legend head-legend",
    element("span", "unit", `${unit}: orange is worse${better ? ", blue is better" : ""}`),
    element("span", better ? "bar both" : "bar", element("i"), element("span", "ends", ...ends)),
  );
}
