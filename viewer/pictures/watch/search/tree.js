// The beam as a tree: a column for each step, the hypotheses of a step from best to worst total, edges to the
// hypotheses they continue. Kept, pruned, finished and winning differ in shape as well as colour.

import { csvNumber } from "../../../widgets/csv.js";
import { element, label, vector } from "../../../widgets/elements.js";
import { formatSigned, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { computeScore } from "./score.js";

const CELL = { wide: 108, high: 26, gap: 30 }; // as wide as the longest token needs

/** @param {SearchView} view */
export function treeBox(view) {
  const { nodes } = view.facts;
  CELL.wide = Math.max(108, 62 + 7 * Math.max(...nodes.map(({ text, joined }) => text.length + Number(joined))));
  view.places = layOutNodes(nodes);
  const steps = Math.max(...nodes.map(({ step }) => step)) + 1;
  const rows = Math.max(...view.places.map(({ rank }) => rank)) + 1;
  const [width, height] = [steps * (CELL.wide + CELL.gap) + 8, rows * CELL.high + 30];
  const axis = [...Array(steps).keys()].map((step) =>
    label(step * (CELL.wide + CELL.gap) + CELL.wide / 2, 12, `step ${step + 1}`, "axis"),
  );
  view.edges = nodes.map((node, index) => edgeShape(view, node, index));
  view.nodes = nodes.map((node, index) => nodeShape(view, node, index));
  const svg = vector(
    "svg",
    "",
    { viewBox: `0 0 ${width} ${height}`, width, height },
    vector("g", "edges", ...view.edges),
    vector("g", "nodes", ...axis, ...view.nodes),
  );
  const name = "The tree of hypotheses: arrow keys move from node to node, Enter pins one";
  const keys = { tabindex: 0, role: "group", "aria-label": name, keydown: (event) => walkTree(view, event) };
  view.nodeReading = element("p", "reading", { "aria-live": "polite" });
  const title = "The beam, step by step";
  const box = element(
    "section",
    "tree",
    { "data-from": "understand" },
    element("div", "choices", element("h3", "", title), treeLegend()),
    element("div", "scroller sideways", keys, svg),
    view.nodeReading,
  );
  return makeSavable(box, { name: title, lines: () => treeLines(view) });
}

// Every hypothesis in the beam.
/** @param {SearchView} view */
function treeLines({ facts: { nodes } }) {
  return [
    ["node", "parent", "step", "token", "log_probability", "total", "state", "on greedy’s path", "text"],
    ...nodes.map((node, index) => [
      index,
      node.parent < 0 ? "" : node.parent,
      node.step + 1,
      node.text,
      csvNumber(node.logProbability),
      csvNumber(node.total),
      node.state,
      node.greedy ? 1 : 0,
      node.translation,
    ]),
  ];
}

function treeLegend() {
  const kinds = { kept: "kept", pruned: "pruned", finished: "finished", winning: "the winner" };
  const keys = Object.entries(kinds).map(([state, name]) => {
    const node = vector("g", `node ${state}`, ...nodeFigure(1, 2, 32, 14, state));
    const key = vector("svg", "key", { viewBox: "0 0 34 18", "aria-hidden": "true" }, node);
    return element("span", "row", key, element("span", "", name));
  });
  const greedy = element("span", "row", element("span", "dot", "●"), element("span", "", "also greedy’s path"));
  return element("span", "kinds flow hint", ...keys, greedy);
}

// Place the nodes of a step by their total, the best at the top.
/** @param {SearchNode[]} nodes @returns {{ rank: number, x: number, y: number }[]} */
function layOutNodes(nodes) {
  return nodes.map(({ step, total }, index) => {
    const better = (other, at) => other.step === step && (other.total > total || (other.total === total && at < index));
    const rank = nodes.filter(better).length;
    return { rank, x: step * (CELL.wide + CELL.gap), y: 22 + rank * CELL.high };
  });
}

/** @param {SearchView} view */
function edgeShape(view, node, index) {
  if (node.parent < 0) return null;
  const [from, to] = [view.places[node.parent], view.places[index]];
  const [x, y] = [from.x + CELL.wide, from.y + 9];
  const d = `M${x} ${y}C${x + CELL.gap / 2} ${y} ${to.x - CELL.gap / 2} ${to.y + 9} ${to.x} ${to.y + 9}`;
  return vector("path", `edge ${node.state}`, { d });
}

/** @param {SearchView} view */
function nodeShape(view, node, index) {
  const { x, y } = view.places[index];
  const text = (node.joined ? "·" : "") + node.text;
  return vector(
    "g",
    `node ${node.state}`,
    {
      pointerenter: () => view.look(index),
      pointerleave: () => view.look(null),
      click: () => view.pin(index),
    },
    ...nodeFigure(x, y, CELL.wide, 19, node.state),
    label(x + 7, y + 13.5, text, "token"),
    label(x + CELL.wide - 6, y + 13.5, formatSigned(node.total, 2), "total"),
    node.greedy && label(x - 1, y + 4, "●", "dot"),
  );
}

function nodeFigure(x, y, wide, high, state) {
  const path = (name, d) => vector("path", name, { d });
  const ended = state === "finished" || state === "winning";
  return [
    vector("rect", "box", { x, y, width: wide, height: high, rx: state === "finished" ? 1 : 6 }),
    ended && path("bar", `M${x + wide + 2.5} ${y}v${high}`),
    state === "winning" && path("star", `M${x + wide / 2 - 5} ${y - 2}l5 -5l5 5z`),
    state === "pruned" && path("cut", `M${x + wide - 5} ${y + high - 4}l6 6m0 -6l-6 6`),
  ];
}

// The winner's path, the pinned node and the hovered one.
/** @param {SearchView} view */
export function markTree(view) {
  const winning = new Set(pathTo(view, view.winner));
  const lit = new Set(pathTo(view, view.looked ?? view.pinned));
  view.nodes.forEach((shape, index) => {
    for (const each of [shape, view.edges[index]]) {
      each?.classList.toggle("winning", winning.has(index));
      each?.classList.toggle("lit", lit.has(index));
    }
    shape.classList.toggle("pinned", index === view.pinned);
  });
  const index = view.looked ?? view.pinned;
  const node = view.facts.nodes[index];
  const states = { kept: "kept", pruned: "pruned: not among the best", finished: "a finished translation" };
  view.nodeReading.textContent =
    `Step ${node.step + 1}: “${node.translation || node.text}” · this token ${short(node.logProbability)} ` +
    `(probability ${short(Math.exp(node.logProbability))}) · total ${formatSigned(node.total, 3)} · score ` +
    `${formatSigned(computeScore(view, node), 3)} · ${winning.has(index) ? "on the winner’s path" : states[node.state]}`;
}

/** @param {SearchView} view */
export function pathTo(view, index) {
  const path = [];
  for (let at = index; at >= 0; at = view.facts.nodes[at].parent) path.push(at);
  return path;
}

/** @param {SearchView} view */
function walkTree(view, event) {
  const { nodes } = view.facts;
  const at = view.looked ?? view.pinned;
  const { step, parent } = nodes[at];
  const ofStep = (wanted) =>
    [...nodes.keys()]
      .filter((index) => nodes[index].step === wanted)
      .sort((one, other) => view.places[one].rank - view.places[other].rank);
  const [here, next] = [ofStep(step), ofStep(step + 1)];
  const goals = {
    ArrowUp: here[view.places[at].rank - 1],
    ArrowDown: here[view.places[at].rank + 1],
    ArrowLeft: parent >= 0 ? parent : undefined,
    ArrowRight: next.find((index) => nodes[index].parent === at) ?? next[0],
    Enter: at,
  };
  if (!(event.key in goals)) return;
  event.preventDefault();
  const goal = goals[event.key];
  if (goal === undefined) return;
  view.pin(goal);
  view.nodes[goal].scrollIntoView({ block: "nearest", inline: "nearest" });
}
