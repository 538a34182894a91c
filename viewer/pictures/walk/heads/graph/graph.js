// The same attention as a graph: tokens are nodes, weights are edges from key to query, a layer is one round of
// messages.

import { layersOf } from "../../../../frame/tokens.js";
import { part } from "../../../../transport/payload.js";
import { choice, numbers } from "../../../../widgets/choice.js";
import { element, say, vector } from "../../../../widgets/elements.js";
import { meanOfHeads } from "../../../../widgets/heads.js";
import { matrix } from "../../../../widgets/matrix.js";
import { makeSavable } from "../../../../widgets/pictures.js";
import { check } from "../../../../widgets/radio.js";
import { drawWhenNear } from "../../../../widgets/when_near.js";
import { section } from "../../section.js";
import { rowOf } from "../../vectors.js";
import { labelsOf, largestThree, mergeWords } from "../words.js";
import { graphDrawing } from "./graph_drawing.js";
import { threshold } from "./threshold.js";

const MOST_EDGES = 300; // the strongest; more would be a grey cloud
// Draw no edges below this weight until the reader changes it; in long sentences, it is twice an even weight.
const LEAST = 0.1;
const PLAY_STEP = 1100; // milliseconds that a round stays when all are played

const ROUNDS =
  "Tokens are nodes. Weights are edges, from the key being read to the query that reads. A layer is one round of " +
  "message passing: all nodes take in what their neighbours hold at the same time.";
const ABOUT = {
  encoder: `${ROUNDS} Every node can read every other. Click a node to focus on it.`,
  decoder: `${ROUNDS} The mask leaves only edges from left to right. Click a node to focus on it.`,
  cross:
    "Here the graph has two kinds of nodes, and every edge runs from a source token to a token of the translation: " +
    "just one round per layer, since the source tokens read nothing here. Click a node to focus on it.",
};
const ROLLOUT =
  "This is attention rollout (Abnar and Zuidema 2020): in each round a token keeps half of what it holds (the " +
  "residual connection) and takes the other half from its neighbours, by the mean weight of the heads; the rounds " +
  "are multiplied. It’s an estimate: it follows weights and not the values they carry, counts the residual as " +
  "exactly half, and ignores norms and feed-forward layers";
const LIMITS = {
  encoder: `${ROLLOUT}.`,
  decoder: `${ROLLOUT}, and what comes in from the source through cross-attention.`,
  cross: "",
};

/** @param {HeadsView} view */
export function graphSection(view) {
  const draw = () => drawRound(view, graph);
  const graph = {
    mean: true,
    timer: null,
    kind: null,
    about: element("p", "hint"),
    rounds: element("span"),
    play: element("button", "copy", { click: () => (graph.timer ? stop(graph) : play(view, graph)) }, "Play"),
    least: threshold("weight at least", Math.min(LEAST, Math.round(200 / view.sizes.S) / 100), draw),
    told: element("p", "graph-told"),
    drawing: graphDrawing(view),
    heard: legendEntry("heard", "who reads it"),
    reached: matrix({
      name: "What has reached the token in focus",
      rows: { title: "after" },
      columns: { title: "token" },
      scale: "weights",
      cell: [9, 64],
      height: 21,
      invitation: "Point at a cell to read its share.",
      pick: (row) => view.set({ layer: Math.max(0, row - firstRow(view)) }),
    }),
    limits: element("p", "hint"),
  };
  graph.reached.canvas.dataset.scale = "shares"; // in the colours of weights, but its rows are rounds and no queries
  const edges = Object.entries({ "all heads, mean": true, "one head": false });
  const chooseEdges = (mean) => {
    graph.mean = mean;
    draw();
  };
  const legend = [legendEntry("lit", "what the token in focus reads"), graph.heard, legendEntry("other", "the rest")];
  const key = element("p", "hint flow graph-legend", ...legend, element("span", "", "wider: more weight"));
  const left = element("div", "", graph.drawing.element, key);
  makeSavable(left, { name: "The attention as a graph" });
  graph.pair = element("div", "graph-pair side-by-side", left, graph.reached.element);
  const controls = [graph.rounds, graph.play, choice("Edges of", edges, true, chooseEdges), graph.least.element];
  const parts = [graph.about, element("div", "flow", ...controls), graph.told, graph.pair, graph.limits];
  graph.section = section("The same attention as a graph", "", { class: "part graph stack" }, ...parts);
  view.drawGraph = drawWhenNear(graph.section, draw);
  return graph.section;
}

function legendEntry(names, words) {
  const line = vector("path", names, { d: "M1 4H33", "stroke-width": 2.5 });
  return element("span", "", vector("svg", "", { viewBox: "0 0 34 8" }, line), words);
}

// Before the first round, every token holds only itself; in cross-attention, each layer starts anew.
/** @param {HeadsView} view */
const firstRow = ({ focus: { kind } }) => (kind === "cross" ? 0 : 1);

/** @param {HeadsView} view */
function play(view, graph) {
  const step = (layer) => {
    view.set({ layer });
    const next = () => (graph.section.isConnected ? step(layer + 1) : stop(graph));
    graph.timer = layer + 1 < layersOf(view) ? setTimeout(next, PLAY_STEP) : null;
    graph.play.textContent = graph.timer ? "Stop" : "Play";
  };
  step(0);
}

function stop(graph) {
  clearTimeout(graph.timer);
  graph.timer = null;
  graph.play.textContent = "Play";
}

/** @param {HeadsView} view */
function drawRound(view, graph) {
  const { shown } = view;
  const { kind, layer, head } = view.focus;
  const { rows, columns, row } = shown;
  if (graph.kind !== kind) changeKind(view, graph);
  check(graph.rounds.querySelectorAll("button"), layer); // the round is the layer in focus
  graph.pair.classList.toggle("long", Math.max(rows.length, columns.length) > 13);
  const values = graph.mean ? meanOfHeads(shown.heads) : shown.heads[head ?? 0];
  const edges = [...values.data.keys()]
    .filter((at) => values.data[at] > 0)
    .map((at) => ({ row: Math.floor(at / columns.length), column: at % columns.length, weight: values.data[at] }));
  const strong = edges.filter(({ weight }) => weight >= graph.least.value).sort((a, b) => b.weight - a.weight);
  const kept = strong.slice(0, MOST_EDGES);
  const reached = computeRounds(view);
  const at = layer + firstRow(view);
  const share = rowOf(reached, at);
  graph.least.tell(`${kept.length} of ${edges.length} edges`);
  const told = describe(view, graph, values, share);
  say(graph.told, told);
  graph.drawing.draw({ kind, rows, columns, row, edges: kept, share }, `Graph. ${told}`);
  drawReached(view, graph, reached, at);
}

/** @param {HeadsView} view */
function changeKind(view, graph) {
  const { kind, layer } = view.focus;
  graph.kind = kind;
  graph.rounds.replaceChildren(
    choice(kind === "cross" ? "Layer" : "Round", numbers(layersOf(view)), layer, (value) => view.set({ layer: value })),
  );
  graph.heard.hidden = kind === "cross"; // the source reads nothing
  graph.about.textContent = ABOUT[kind];
  graph.limits.textContent = LIMITS[kind];
}

// Rows: before the first round and after each; columns: whose vectors the token in focus holds by then.
/** @param {HeadsView} view */
function computeRounds(view) {
  const { rows, columns, row } = view.shown;
  const first = firstRow(view);
  const count = layersOf(view) + first;
  const data = new Float32Array(count * columns.length);
  if (first) data[row] = 1;
  for (let at = first; at < count; at += 1) {
    const pieces = part(view.tensors[`reached.${view.focus.kind}`], at - first);
    const all = view.inWords ? mergeWords(pieces, rows, columns) : pieces;
    data.set(rowOf(all, row), at * columns.length);
  }
  return { data, rows: count, columns: columns.length };
}

/** @param {HeadsView} view */
function drawReached(view, { reached }, values, row) {
  const { shown } = view;
  const cross = view.focus.kind === "cross";
  const name = cross ? "What each layer’s cross-attention hands over" : "What has reached the token in focus";
  const labels = numbers(layersOf(view)).map(([number]) => `${cross ? "layer" : "round"} ${number}`);
  const columns = { title: cross ? "source token" : "token whose vector it is", meaning: "key" };
  reached.draw(
    values,
    { row },
    {
      name,
      shape: `to “${shown.rows[shown.row].label}” · every row sums to 1`,
      unit: cross ? "mean weight of the heads" : "share",
      rows: { title: cross ? "in" : "after", labels: cross ? labels : ["the start", ...labels], meaning: "" },
      columns: { ...columns, labels: labelsOf(shown.columns) },
    },
  );
}

// What the token in focus reads, and what it holds after this round.
/** @param {HeadsView} view */
function describe(view, graph, values, share) {
  const { columns, rows, row } = view.shown;
  const { kind, layer, head } = view.focus;
  const { label, members } = rows[row];
  const list = (weights) =>
    largestThree(weights)
      .filter((index) => weights[index] >= 0.005)
      .map((index) => `“${columns[index].label}” ${weights[index].toFixed(2)}`)
      .join(", ");
  const reads = list(rowOf(values, row));
  const whose = graph.mean ? "" : ` in head ${(head ?? 0) + 1}`;
  if (kind === "cross") return `In layer ${layer + 1}, to write “${label}”, it reads${whose} most from ${reads}.`;
  const writes = kind === "encoder" ? "" : ` (about to write “${view.tokens.output[members.at(-1)].text}”)`;
  return (
    `In round ${layer + 1} “${label}”${writes} reads${whose} most from ${reads}. After it, it holds ${list(share)}, ` +
    `as rollout estimates.`
  );
}
