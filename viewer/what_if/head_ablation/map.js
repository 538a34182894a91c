// Layers × heads of the three attentions: each head a cell with its figure, shaded by the harm that its change does.

import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { changed, changedLoss, headBlocks, headFigure, headKind, headName } from "./figures.js";

const WAYS_OF_HEADS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// `point(place)` is called with the head that is pointed at, or null; `keep(place)` with the one that is clicked.
/** @param {HeadAblationView} view */
export function headMap(view, point, keep) {
  const box = element("div", "head-map", { role: "group" });
  const map = { view, box, blocks: [], cells: new Map() };
  box.addEventListener("pointerover", (event) => point(placeOfEvent(event)));
  box.addEventListener("pointerleave", () => point(null));
  box.addEventListener("focusin", (event) => point(placeOfEvent(event)));
  box.addEventListener("focusout", () => point(null));
  box.addEventListener("click", (event) => placeOfEvent(event) && keep(placeOfEvent(event)));
  box.addEventListener("keydown", (event) => stepAcross(map, event));
  return { element: box, draw: () => drawHeads(map), mark: () => markHeads(map) };
}

function placeOfEvent(event) {
  return event.target.closest("button")?.dataset.place ?? null;
}

// Anew for another change, measure, corpus or sentence.
function drawHeads(map) {
  const { view, box } = map;
  map.blocks = headBlocks(view.facts, view.change);
  const places = map.blocks.flatMap(({ rows }) => rows.flat());
  const figures = new Map(places.map((place) => [place, headFigure(view.facts, view, place)]));
  const sizes = [...figures.values()].map((figure) => Math.abs(figure?.harm ?? 0)).filter(Number.isFinite);
  const limit = Math.max(...sizes) || 1;
  map.cells = new Map(places.map((place) => [place, headCell(place, figures.get(place), limit)]));
  box.setAttribute(
    "aria-label",
    view.change === "keep_kind"
      ? "The three kinds of attention; arrow keys go from one to the next"
      : `All ${places.length} heads; arrow keys go from one to the next`,
  );
  box.style.setProperty("--heads", String(view.facts.heads));
  box.replaceChildren(...map.blocks.map((block) => headBlock(map, block)));
  map.limit = limit;
  markHeads(map);
}

function headCell(place, figure, limit) {
  const cell = element("button", "head-cell", { "data-place": place }, figure?.written ?? "…");
  const name = place.includes(".") ? `${headKind(place)}, ${headName(place)}` : headKind(place);
  cell.setAttribute("aria-label", `${name}: ${figure?.told ?? "…"}`);
  const share = figure ? Math.min(1, Math.abs(figure.harm) / limit) : 0;
  cell.style.setProperty("--share", share.toFixed(3));
  cell.classList.toggle("better", Boolean(figure) && figure.harm < 0);
  cell.classList.toggle("none", share < 0.005);
  return cell;
}

function headBlock({ view, cells }, { kind, rows }) {
  const block = element("section", `head-block sideways ${kind}`, element("h4", "", KINDS[kind].name));
  if (view.change === "keep_kind") {
    const cell = cells.get(kind);
    cell.classList.add("whole");
    cell.style.setProperty("--rows", String(view.facts.layers[kind]));
    block.append(cell);
    return block;
  }
  const table = element("table", "", { role: "presentation" }); // every cell says its layer and head by itself
  const widths = element("colgroup");
  widths.append(element("col", "side"), element("col", "number"), ...rows[0].map(() => element("col")));
  table.append(widths);
  const top = table.insertRow();
  const corner = element("th", "", { colspan: 2 });
  top.append(corner, ...rows[0].map((_, head) => element("th", "", head ? String(head + 1) : "head 1")));
  rows.forEach((places, layer) => {
    const row = table.insertRow();
    if (!layer) {
      row.append(element("th", "side", { rowspan: rows.length }, "layer"));
    }
    row.append(element("th", "", String(layer + 1)));
    for (const place of places) row.insertCell().append(cells.get(place));
  });
  block.append(table);
  return block;
}

function markHeads({ view, cells }) {
  const reached = cells.has(view.place) ? view.place : cells.keys().next().value;
  for (const [place, cell] of cells) {
    cell.setAttribute("aria-pressed", String(place === view.place));
    cell.tabIndex = place === reached ? 0 : -1;
  }
}

// From cell to cell; beyond the side of a block on to the next block.
function stepAcross({ blocks, cells }, event) {
  const way = WAYS_OF_HEADS[event.key];
  const from = placeOfEvent(event);
  if (!way || !from) return;
  event.preventDefault();
  const number = blocks.findIndex(({ rows }) => rows.flat().includes(from));
  const { rows } = blocks[number];
  const row = rows.findIndex((places) => places.includes(from));
  const goal = { row: row + way[0], column: rows[row].indexOf(from) + way[1] };
  let block = blocks[number];
  if (goal.column < 0 || goal.column >= rows[row].length) {
    block = blocks[number + way[1]];
    if (!block) return;
    goal.row = Math.min(row, block.rows.length - 1);
    goal.column = way[1] > 0 ? 0 : block.rows[goal.row].length - 1;
  }
  const next = block.rows[goal.row]?.[goal.column];
  if (next) cells.get(next).focus();
}

// What the colours say, with the ends of their scale.
/** @param {HeadAblationView} view */
export function headLegend(view) {
  const places = headBlocks(view.facts, view.change).flatMap(({ rows }) => rows.flat());
  const harms = places.map((place) => headFigure(view.facts, view, place)?.harm ?? 0);
  const limit = Math.max(...harms.map(Math.abs).filter(Number.isFinite));
  const better = harms.some((harm) => harm < 0);
  const end = {
    words: String,
    likelihood: (harm) => changed(-harm, 2),
    loss: changedLoss,
    bleu: (harm) => changed(-harm, 1),
  }[view.measure];
  const legend = element("p", "legend head-legend");
  const bar = element("span", better ? "bar both" : "bar");
  const ends = element(
    "span",
    "ends",
    ...(better ? [end(-limit), "0", end(limit)] : ["0", end(limit)]).map((text) => element("span", "", text)),
  );
  bar.append(element("i"), ends);
  const unit = {
    words: "words that change",
    likelihood: "change of the log-probability of the untouched translation, in nats",
    loss: "change of the held-out loss, in nats a token",
    bleu: "change of BLEU, in points",
  }[view.measure];
  legend.append(element("span", "unit", `${unit}: red is worse${better ? ", blue is better" : ""}`), bar);
  return legend;
}
