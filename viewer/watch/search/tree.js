// The beam as a tree: a column for each step, the hypotheses of a step from best to worst total, edges to what they
// continue. Kept, pruned, finished and winning differ in shape as well as in colour.

import { csvNumber } from "../../widgets/csv.js";
import { element, label, vector } from "../../widgets/elements.js";
import { short, signed } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { scoreOf } from "./score.js";

const CELL = { wide: 108, high: 26, gap: 30 };

/** @param {SearchView} view */
export function treeBox(view) {
  const { nodes } = view.facts;
  const box = element("section", "tree");
  const head = element("div", "choices", element("h3", "", "The beam, step by step"), treeLegend());
  const scroller = element("div", "scroller sideways", {
    tabindex: 0,
    role: "group",
    "aria-label": "The tree of hypotheses: arrow keys go from node to node, Enter keeps one",
  });
  placeNodes(view);
  const svg = vector("svg");
  const steps = Math.max(...nodes.map(({ step }) => step)) + 1;
  const rows = Math.max(...view.places.map(({ rank }) => rank)) + 1;
  const [width, height] = [steps * (CELL.wide + CELL.gap) + 8, rows * CELL.high + 30];
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const edges = vector("g", "edges");
  const shapes = vector("g", "nodes");
  for (let step = 0; step < steps; step += 1)
    shapes.append(label(step * (CELL.wide + CELL.gap) + CELL.wide / 2, 12, `step ${step + 1}`, "axis"));
  view.edgeShapes = nodes.map((node, index) => edgeShape(view, node, index));
  view.nodeShapes = nodes.map((node, index) => nodeShape(view, node, index));
  edges.append(...view.edgeShapes.filter(Boolean));
  shapes.append(...view.nodeShapes);
  svg.append(edges, shapes);
  scroller.append(svg);
  scroller.addEventListener("keydown", (event) => walkTree(view, event));
  view.nodeReading = element("p", "reading", { "aria-live": "polite" });
  box.append(head, scroller, view.nodeReading);
  return savedAs(box, { name: "The beam, step by step", lines: () => treeLines(view) });
}

// Every hypothesis that the beam held.
/** @param {SearchView} view */
function treeLines({ facts: { nodes } }) {
  return [
    ["node", "parent", "step", "token", "log_probability", "total", "state", "on greedy's path", "text"],
    ...nodes.map((node, index) => [
      index,
      node.parent < 0 ? "" : node.parent,
      node.step + 1,
      node.text,
      csvNumber(node.logProbability),
      csvNumber(node.total),
      node.state,
      node.greedy ? 1 : 0,
      node.said,
    ]),
  ];
}

function treeLegend() {
  const legend = element("span", "kinds hint");
  for (const [state, name] of [
    ["kept", "kept"],
    ["pruned", "pruned"],
    ["finished", "finished"],
    ["winning", "the winner"],
  ]) {
    const svg = vector("svg", "key", { viewBox: "0 0 34 18", "aria-hidden": "true" });
    svg.append(vector("g", `node ${state}`, ...nodeFigure(1, 2, 32, 14, state)));
    legend.append(element("span", "kind", svg, element("span", "", name)));
  }
  legend.append(element("span", "kind", element("span", "dot", "●"), element("span", "", "also greedy's path")));
  return legend;
}

// The best total of a step stands at the top.
/** @param {SearchView} view */
function placeNodes(view) {
  const { nodes } = view.facts;
  const ofStep = new Map();
  nodes.forEach((node, index) => {
    ofStep.set(node.step, [...(ofStep.get(node.step) ?? []), index]);
  });
  view.places = [];
  for (const indices of ofStep.values()) {
    indices.sort((one, other) => nodes[other].total - nodes[one].total);
    indices.forEach((index, rank) => {
      view.places[index] = { rank, x: nodes[index].step * (CELL.wide + CELL.gap), y: 22 + rank * CELL.high };
    });
  }
}

/** @param {SearchView} view */
function edgeShape(view, node, index) {
  if (node.parent < 0) return null;
  const [from, to] = [view.places[node.parent], view.places[index]];
  const path = vector("path", `edge ${node.state}`);
  const [x, y] = [from.x + CELL.wide, from.y + 9];
  path.setAttribute("d", `M${x} ${y}C${x + CELL.gap / 2} ${y} ${to.x - CELL.gap / 2} ${to.y + 9} ${to.x} ${to.y + 9}`);
  return path;
}

/** @param {SearchView} view */
function nodeShape(view, node, index) {
  const { x, y } = view.places[index];
  const group = vector("g", `node ${node.state}`, ...nodeFigure(x, y, CELL.wide, 19, node.state));
  const shown = (node.joined ? "·" : "") + node.text;
  group.append(label(x + 7, y + 13.5, shown.length > 8 ? `${shown.slice(0, 7)}…` : shown, "token"));
  group.append(label(x + CELL.wide - 6, y + 13.5, signed(node.total, 2), "total"));
  if (node.greedy) group.append(label(x - 1, y + 4, "●", "dot"));
  group.addEventListener("pointerenter", () => view.look(index));
  group.addEventListener("pointerleave", () => view.look(null));
  group.addEventListener("click", () => view.pin(index));
  return group;
}

function nodeFigure(x, y, wide, high, state) {
  const box = vector("rect", "box");
  for (const [name, value] of Object.entries({ x, y, width: wide, height: high, rx: state === "finished" ? 1 : 6 }))
    box.setAttribute(name, value);
  const parts = [box];
  if (state === "finished" || state === "winning") {
    parts.push(vector("path", "bar", { d: `M${x + wide + 2.5} ${y}v${high}` }));
  }
  if (state === "winning") {
    parts.push(vector("path", "star", { d: `M${x + wide / 2 - 5} ${y - 2}l5 -5l5 5z` }));
  }
  if (state === "pruned") {
    parts.push(vector("path", "cut", { d: `M${x + wide - 5} ${y + high - 4}l6 6m0 -6l-6 6` }));
  }
  return parts;
}

// The winner's path, the pinned node and the one pointed at.
/** @param {SearchView} view */
export function markTree(view) {
  const winning = new Set(pathOf(view, view.winner));
  const lit = new Set(pathOf(view, view.looked ?? view.pinned));
  view.nodeShapes.forEach((shape, index) => {
    shape.classList.toggle("winning", winning.has(index));
    shape.classList.toggle("lit", lit.has(index));
    shape.classList.toggle("pinned", index === view.pinned);
    view.edgeShapes[index]?.classList.toggle("winning", winning.has(index));
    view.edgeShapes[index]?.classList.toggle("lit", lit.has(index));
  });
  const index = view.looked ?? view.pinned;
  const node = view.facts.nodes[index];
  const states = { kept: "kept", pruned: "pruned: not among the best", finished: "a finished translation" };
  view.nodeReading.textContent =
    `Step ${node.step + 1}: “${node.said || node.text}” · this token ${short(node.logProbability)} (probability ` +
    `${short(Math.exp(node.logProbability))}) · total ${signed(node.total, 3)} · score ` +
    `${signed(scoreOf(view, node), 3)} · ${winning.has(index) ? "on the winner's path" : states[node.state]}`;
}

/** @param {SearchView} view */
export function pathOf(view, index) {
  const path = [];
  for (let at = index; at >= 0; at = view.facts.nodes[at].parent) path.push(at);
  return path;
}

/** @param {SearchView} view */
function walkTree(view, event) {
  const { nodes } = view.facts;
  const at = view.looked ?? view.pinned;
  const siblings = (step) =>
    nodes
      .map((_, index) => index)
      .filter((index) => nodes[index].step === step)
      .sort((one, other) => view.places[one].rank - view.places[other].rank);
  const here = siblings(nodes[at].step);
  const goal = {
    ArrowUp: here[view.places[at].rank - 1],
    ArrowDown: here[view.places[at].rank + 1],
    ArrowLeft: nodes[at].parent >= 0 ? nodes[at].parent : undefined,
    ArrowRight:
      siblings(nodes[at].step + 1).find((index) => nodes[index].parent === at) ?? siblings(nodes[at].step + 1)[0],
    Enter: at,
  }[event.key];
  if (!(event.key in { ArrowUp: 0, ArrowDown: 0, ArrowLeft: 0, ArrowRight: 0, Enter: 0 })) return;
  event.preventDefault();
  if (goal === undefined) return;
  view.pin(goal);
  view.nodeShapes[goal].scrollIntoView({ block: "nearest", inline: "nearest" });
}
