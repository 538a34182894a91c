// The graph's picture: nodes on a line with arcs above (messages to the right) and below (to the left), or two lines of
// nodes for cross-attention. Another sentence, kind or width gets new nodes; edges are moved.

import { element, label as textAt, vector } from "../../../../widgets/elements.js";
import { inCell, sum } from "../../../../widgets/numbers.js";
import { labelsOf } from "../words.js";

const NODE = { high: 26, pad: 16, apart: 6, dense: 19, longest: 96, told: 16, narrowest: 14 };
const ARC = { least: 20, most: 132, loop: 20 };
const ARROW = { id: "heads-arrow", viewBox: "0 0 8 8", refX: 6.5, refY: 4, markerWidth: 8, markerHeight: 8 };

/** @param {HeadsView} view */
export function graphDrawing(view) {
  const layers = ["notes", "edges", "nodes", "weights"].map((name) => vector("g", name));
  const [notes, edges, nodes, weights] = layers;
  const head = vector("path", "", { d: "M0 0L8 4L0 8Z" });
  const marker = vector("marker", "", { ...ARROW, markerUnits: "userSpaceOnUse", orient: "auto" }, head);
  const svg = vector("svg", "", { role: "img" }, vector("defs", "", marker), ...layers);
  const box = element("div", "graph-box", svg);
  const drawing = { view, box, svg, edges, nodes, notes, weights, made: [], pool: [], key: "", shown: null, width: 0 };
  // The width comes from here and is not asked for at every drawing, which would lay out the whole page.
  new ResizeObserver(([{ contentRect }]) => {
    drawing.width = Math.floor(contentRect.width);
    if (drawing.shown) draw(drawing, drawing.shown);
  }).observe(box);
  return {
    element: box,
    draw(shown, words) {
      svg.setAttribute("aria-label", words);
      draw(drawing, shown);
    },
  };
}

function draw(drawing, shown) {
  drawing.shown = shown;
  if (!drawing.width) return;
  // A long sentence on a phone is wider than its room, and scrolls within it.
  const width = Math.max(drawing.width, NODE.narrowest * Math.max(shown.rows.length, shown.columns.length));
  drawing.svg.style.width = `${width}px`;
  drawing.box.style.overflow = width > drawing.width ? "auto hidden" : "";
  const key = `${shown.kind} ${width} ${labelsOf(shown.rows).join("\n")} ${labelsOf(shown.columns).join("\n")}`;
  if (drawing.key !== key) {
    drawing.key = key;
    placeNodes(drawing, shown, width);
  }
  for (const line of drawing.made)
    line.forEach((node, index) => {
      paintNode(node, line.source ? shown.share[index] : 0, line.queries && index === shown.row);
    });
  drawEdges(drawing, shown);
}

// One line of nodes is both queries and keys; in cross-attention these are other tokens, and there are two lines.
function placeNodes(drawing, { kind, rows, columns }, width) {
  const two = kind === "cross";
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `13px ${getComputedStyle(drawing.box).fontFamily}`;
  const lines = (two ? [columns, rows] : [columns]).map((units) => nodeSizes(pen, labelsOf(units), width));
  const reach = Math.min(ARC.most, ARC.least + 9 * rows.length);
  const below = kind === "encoder" ? reach : ARC.loop;
  const tops = two ? [18, 18 + lines[0].high + 130] : [reach + 22];
  const height = two ? tops[1] + lines[1].high + 24 : tops[0] + lines[0].high + below + 22;
  drawing.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.svg.style.height = `${height}px`;
  drawing.reach = reach;
  drawing.made = lines.map((line, number) => {
    const [source, queries] = [!two || number === 0, !two || number === 1];
    const pick = (index) => queries && (() => drawing.view.set({ token: rows[index].members[0] }));
    const nodes = line.nodes.map((node, index) => makeNode(node, tops[number], line, pick(index)));
    return Object.assign(nodes, { source, queries });
  });
  drawing.nodes.replaceChildren(...drawing.made.flat().map(({ group }) => group));
  const notes = {
    encoder: ["above: read from the left", "below: read from the right"],
    decoder: ["read from the left"],
    cross: ["source: keys", "translation: queries"],
  }[kind];
  drawing.notes.replaceChildren(...notes.map((words, at) => textAt(2, at ? height - 4 : 12, words, "note")));
}

// Make nodes as wide as their texts if they fit; otherwise make all the same width, with their texts upright.
function nodeSizes(pen, labels, width) {
  const lengths = labels.map((label) => pen.measureText(label).width);
  const wide = lengths.map((length) => Math.max(NODE.high, Math.min(NODE.longest, length) + NODE.pad));
  const natural = sum(wide) + NODE.apart * (labels.length - 1);
  if (natural <= width - 4) {
    const spare = Math.min(64, (width - 4 - natural) / Math.max(1, labels.length - 1));
    let left = (width - natural - spare * (labels.length - 1)) / 2;
    const nodes = wide.map((each, index) => {
      const node = { label: labels[index], x: left + each / 2, wide: each };
      left += each + spare + NODE.apart;
      return node;
    });
    return { nodes, high: NODE.high, upright: false };
  }
  const pitch = (width - 4) / labels.length;
  const nodes = labels.map((label, index) => ({
    label,
    x: 2 + (index + 0.5) * pitch,
    wide: Math.min(pitch - 2, NODE.dense),
  }));
  return { nodes, high: Math.min(NODE.longest, Math.max(...lengths)) + 12, upright: true };
}

function makeNode({ label, x, wide }, top, { high, upright }, click) {
  const face = vector("rect", "", { x: x - wide / 2, y: top, width: wide, height: high, rx: Math.min(7, wide / 3) });
  const characters = Math.floor((upright ? high : wide - 8) / 6.4);
  const shown = label.length > characters + 2 ? `${label.slice(0, characters - 1)}…` : label;
  const middle = top + high / 2;
  const name = textAt(x, middle, shown);
  if (upright) name.setAttribute("transform", `rotate(-90 ${x} ${middle})`);
  name.style.fontSize = `${upright ? 12 : 13}px`;
  const title = vector("title", "", label);
  const group = vector("g", click ? "node query" : "node", click && { click }, face, name, title);
  return { group, face, name, title, label, x, top, bottom: top + high };
}

function paintNode({ group, face, name, title, label }, share, chosen) {
  group.classList.toggle("chosen", chosen);
  face.style.fill = `color-mix(in srgb, var(--weight-colour) ${(100 * share).toFixed(1)}%, var(--st-background-color))`;
  name.style.fill = share > 0.75 ? "var(--full-ink)" : "var(--ink)";
  title.textContent = share ? `${label}: ${share.toFixed(3)}` : label;
}

// The edges of the query in focus lie on top; those that carry its own vector to others are dashed.
function drawEdges(drawing, { kind, row, edges }) {
  const [keys, queries] = kind === "cross" ? drawing.made : [drawing.made[0], drawing.made[0]];
  const rank = (edge) => (edge.row === row ? 2 : kind !== "cross" && edge.column === row ? 1 : 0);
  const ordered = [...edges].sort((a, b) => rank(a) - rank(b));
  while (drawing.pool.length < ordered.length) {
    const path = vector("path");
    drawing.pool.push(path);
    drawing.edges.append(path);
  }
  const numbered = [];
  drawing.pool.forEach((path, index) => {
    const edge = ordered[index];
    if (!edge) {
      path.removeAttribute("d");
      return;
    }
    const lit = rank(edge);
    const { drawn, middle } =
      kind === "cross" ? wireBetween(keys[edge.column], queries[edge.row]) : arcBetween(drawing, keys, edge);
    path.setAttribute("d", drawn);
    path.setAttribute("class", ["other", "heard", "lit"][lit]);
    path.setAttribute("stroke-width", (0.7 + 5.5 * edge.weight).toFixed(2));
    path.setAttribute("stroke-opacity", ([0.06, 0.35, 0.5][lit] + [0.42, 0.6, 0.5][lit] * edge.weight).toFixed(3));
    if (lit === 2 && keys.length <= NODE.told) numbered.push(textAt(...middle, inCell(edge.weight), "weight"));
  });
  drawing.weights.replaceChildren(...numbered);
}

// Each edge as a path, and the place on it where its weight may be written.
function arcBetween({ reach }, nodes, { row, column }) {
  const [from, to] = [nodes[column], nodes[row]];
  if (row === column) {
    const peak = from.top - ARC.loop;
    return {
      drawn: `M${from.x - 5} ${from.top}C${from.x - 16} ${peak} ${from.x + 16} ${peak} ${from.x + 5} ${from.top - 2}`,
      middle: [from.x, from.top - 0.75 * ARC.loop],
    };
  }
  const up = column < row;
  const y = up ? from.top : from.bottom;
  const share = Math.abs(row - column) / Math.max(1, nodes.length - 1);
  const high = (ARC.least + (reach - ARC.least) * Math.sqrt(share)) * (up ? -1 : 1);
  const peak = y + (high * 4) / 3;
  return {
    drawn: `M${from.x} ${y}C${from.x} ${peak} ${to.x} ${peak} ${to.x} ${y + (up ? -2 : 2)}`,
    middle: [(from.x + to.x) / 2, y + high],
  };
}

function wireBetween(from, to) {
  const middle = (from.bottom + to.top) / 2;
  return {
    drawn: `M${from.x} ${from.bottom}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.top - 2}`,
    // A quarter of the way from the key: where the edges meet at the query, the numbers would lie on each other.
    middle: [0.84375 * from.x + 0.15625 * to.x, 0.421875 * from.bottom + 0.5625 * middle + 0.015625 * to.top],
  };
}
