// The graph's picture: nodes on a line with arcs above (messages to the right) and below (to the left), or two lines of
// nodes for cross-attention. Nodes are made anew for another sentence, kind or width; edges are moved.

import { element, vector } from "../../widgets/elements.js";
import { sum } from "../../widgets/numbers.js";
import { labelsOf } from "./words.js";

const NODE = { high: 26, pad: 16, apart: 6, dense: 19, longest: 96, told: 16, narrowest: 14 };
const ARC = { least: 20, most: 132, loop: 20 };

/** @param {HeadsView} view */
export function graphDrawing(view) {
  const box = element("div", "graph-box");
  const svg = vector("svg", "");
  svg.setAttribute("role", "img");
  const edges = vector("g", "edges");
  const nodes = vector("g", "nodes");
  const notes = vector("g", "notes");
  const weights = vector("g", "weights");
  svg.append(graphArrow(), notes, edges, nodes, weights);
  box.append(svg);
  const drawing = { view, box, svg, edges, nodes, notes, weights, made: [], pool: [], key: "", shown: null, width: 0 };
  // The width comes from here and is not asked for at every drawing, which would lay out the whole page.
  new ResizeObserver(([{ contentRect }]) => {
    drawing.width = Math.floor(contentRect.width);
    if (drawing.shown) drawGraph(drawing, drawing.shown);
  }).observe(box);
  return {
    element: box,
    draw: (shown) => drawGraph(drawing, shown),
    say: (words) => svg.setAttribute("aria-label", `Graph. ${words}`),
  };
}

function graphArrow() {
  const marker = vector("marker", "");
  const attributes = {
    id: "heads-arrow",
    viewBox: "0 0 8 8",
    refX: 6.5,
    refY: 4,
    markerWidth: 8,
    markerHeight: 8,
    markerUnits: "userSpaceOnUse",
    orient: "auto",
  };
  Object.entries(attributes).forEach(([name, value]) => {
    marker.setAttribute(name, value);
  });
  const head = vector("path", "");
  head.setAttribute("d", "M0 0L8 4L0 8Z");
  marker.append(head);
  const shared = vector("defs", "");
  shared.append(marker);
  return shared;
}

function drawGraph(drawing, shown) {
  drawing.shown = shown;
  if (!drawing.width) return;
  // A long sentence on a phone is wider than its room, and scrolls within it.
  const width = Math.max(drawing.width, NODE.narrowest * Math.max(shown.rows.length, shown.columns.length));
  drawing.svg.style.width = `${width}px`;
  drawing.box.style.overflow = width > drawing.width ? "auto hidden" : "";
  const key = `${shown.kind} ${width} ${labelsOf(shown.rows).join("\n")} ${labelsOf(shown.columns).join("\n")}`;
  if (drawing.key !== key) {
    drawing.key = key;
    placeGraph(drawing, shown, width);
  }
  drawing.made.forEach((line) => {
    line.forEach((node, index) => {
      paintNode(node, line.source ? shown.share[index] : 0, line.queries && index === shown.row);
    });
  });
  drawEdges(drawing, shown);
}

// Where the nodes lie; one line of them holds both queries and keys, unless these are other tokens.
function placeGraph(drawing, shown, width) {
  const two = shown.kind === "cross";
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `13px ${getComputedStyle(drawing.box).fontFamily}`;
  const lines = (two ? [shown.columns, shown.rows] : [shown.columns]).map((units) =>
    nodeSizes(pen, labelsOf(units), width),
  );
  const reach = Math.min(ARC.most, ARC.least + 9 * shown.rows.length);
  const below = shown.kind === "encoder" ? reach : ARC.loop;
  const tops = two ? [18, 18 + lines[0].high + 130] : [reach + 22];
  const height = two ? tops[1] + lines[1].high + 24 : tops[0] + lines[0].high + below + 22;
  drawing.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.svg.style.height = `${height}px`;
  drawing.reach = reach;
  drawing.made = lines.map((line, number) => {
    const nodes = line.nodes.map((node) =>
      makeNode(drawing.view, node, tops[number], line, two && number === 0 ? null : shown.rows),
    );
    nodes.source = !two || number === 0;
    nodes.queries = !two || number === 1;
    return nodes;
  });
  drawing.nodes.replaceChildren(...drawing.made.flat().map(({ group }) => group));
  drawing.notes.replaceChildren(...graphNotes(shown.kind, height));
}

// As wide as their texts where that fits, else all alike with their texts upright.
function nodeSizes(pen, labels, width) {
  const wide = labels.map((label) =>
    Math.max(NODE.high, Math.min(NODE.longest + NODE.pad, pen.measureText(label).width + NODE.pad)),
  );
  const natural = sum(wide) + NODE.apart * (labels.length - 1);
  if (natural <= width - 4) {
    const apart = Math.min(64, (width - 4 - natural) / Math.max(1, labels.length - 1)) + NODE.apart;
    const whole = natural + (apart - NODE.apart) * (labels.length - 1);
    let left = (width - whole) / 2;
    const nodes = wide.map((each, index) => {
      const node = { index, label: labels[index], x: left + each / 2, wide: each };
      left += each + apart;
      return node;
    });
    return { nodes, high: NODE.high, upright: false };
  }
  const pitch = (width - 4) / labels.length;
  const nodes = labels.map((label, index) => ({
    index,
    label,
    x: 2 + (index + 0.5) * pitch,
    wide: Math.min(pitch - 2, NODE.dense),
  }));
  const longest = Math.max(...labels.map((label) => pen.measureText(label).width));
  return { nodes, high: Math.min(NODE.longest, longest) + 12, upright: true };
}

/** @param {HeadsView} view */
function makeNode(view, { index, label, x, wide }, top, { high, upright }, queries) {
  const group = vector("g", "node");
  const face = vector("rect", "");
  const attributes = { x: x - wide / 2, y: top, width: wide, height: high, rx: Math.min(7, wide / 3) };
  Object.entries(attributes).forEach(([name, value]) => {
    face.setAttribute(name, value);
  });
  const name = vector("text", "");
  name.setAttribute("x", x);
  name.setAttribute("y", top + high / 2);
  if (upright) name.setAttribute("transform", `rotate(-90 ${x} ${top + high / 2})`);
  name.style.fontSize = `${upright ? 12 : 13}px`;
  const characters = upright ? Math.floor(high / 6.4) : Math.floor((wide - 8) / 6.4);
  name.textContent = label.length > characters + 2 ? `${label.slice(0, characters - 1)}…` : label;
  const title = vector("title", "");
  title.textContent = label;
  group.append(face, name, title);
  if (queries) {
    group.classList.add("query");
    group.addEventListener("click", () => view.set({ token: queries[index].members[0] }));
  }
  return { group, face, name, title, label, x, top, bottom: top + high };
}

function paintNode({ group, face, name, title, label }, share, chosen) {
  group.classList.toggle("chosen", chosen);
  face.style.fill = `color-mix(in srgb, var(--weight-colour) ${(100 * share).toFixed(1)}%, var(--st-background-color))`;
  name.style.fill = share > 0.75 ? "var(--full-ink)" : "var(--ink)";
  title.textContent = share ? `${label}: ${share.toFixed(3)}` : label;
}

function graphNotes(kind, height) {
  const words = {
    encoder: [
      ["above: read from the left", 12],
      ["below: read from the right", height - 4],
    ],
    decoder: [["read from the left", 12]],
    cross: [
      ["source: keys", 12],
      ["translation: queries", height - 4],
    ],
  }[kind];
  return words.map(([text, y]) => {
    const note = vector("text", "note");
    note.setAttribute("x", 2);
    note.setAttribute("y", y);
    note.textContent = text;
    return note;
  });
}

// The edges of the query in focus lie on top; those that carry its own vector to others are dashed.
function drawEdges(drawing, { kind, row, edges }) {
  const [keys, queries] = kind === "cross" ? drawing.made : [drawing.made[0], drawing.made[0]];
  const rank = (edge) => (edge.row === row ? 2 : kind !== "cross" && edge.column === row ? 1 : 0);
  const ordered = [...edges].sort((a, b) => rank(a) - rank(b));
  while (drawing.pool.length < ordered.length) {
    const path = vector("path", "");
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
    if (lit === 2 && keys.length <= NODE.told) numbered.push(weightAt(middle, edge.weight));
    path.setAttribute("class", ["other", "heard", "lit"][lit]);
    path.setAttribute("stroke-width", (0.7 + 5.5 * edge.weight).toFixed(2));
    path.setAttribute("stroke-opacity", ([0.06, 0.35, 0.5][lit] + [0.42, 0.6, 0.5][lit] * edge.weight).toFixed(3));
  });
  drawing.weights.replaceChildren(...numbered);
}

function weightAt(middle, weight) {
  const [x, y] = middle;
  const label = vector("text", "weight");
  label.setAttribute("x", x);
  label.setAttribute("y", y);
  label.textContent = weight >= 0.995 ? "1" : weight.toFixed(2).slice(1);
  return label;
}

// Each edge as a path, and the place on it where its weight may stand.
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
  // A quarter of the way from the key: where the edges meet at the query, the numbers would lie on each other.
  const quarter = [0.84375, 0.15625];
  return {
    drawn: `M${from.x} ${from.bottom}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.top - 2}`,
    middle: [quarter[0] * from.x + quarter[1] * to.x, 0.421875 * from.bottom + 0.5625 * middle + 0.015625 * to.top],
  };
}
