// The same attention as a graph: tokens are nodes, weights are edges from key to query, a layer is one round of
// messages.

import { choice, numbers } from "../../widgets/choice.js";
import { element, vector } from "../../widgets/elements.js";
import { meanOfHeads } from "../../widgets/heads.js";
import { matrix } from "../../widgets/matrix.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { check } from "../../widgets/radio.js";
import { drawnWhenNear } from "../../widgets/when_near.js";
import { graphDrawing } from "./graph_drawing.js";
import { labelsOf, mergeWords } from "./words.js";

const MOST_EDGES = 300; // the strongest; more would be a grey cloud
// A weight below it draws no edge until the reader says otherwise; in long sentences twice an even weight.
const GRAPH_LEAST = 0.1;
const PLAY_STEP = 1100; // milliseconds that a round stays when all are played

/** @param {HeadsView} view */
export function buildGraph(view, place) {
  const section = element("section", "graph");
  section.setAttribute("aria-label", "The attention as a graph");
  section.append(element("h3", "", "The same attention as a graph"), element("p", "hint graph-about"));
  const drawing = graphDrawing(view);
  const reached = matrix({
    name: "What has reached the token in focus",
    rows: { title: "after", labels: [], meaning: "" },
    columns: { title: "token", labels: [], meaning: "key" },
    scale: "weights",
    cell: [9, 64],
    height: 21,
    invitation: "Point at a cell to read its share.",
    pick: (row) => view.set({ layer: Math.max(0, row - graphFirst(view)) }),
  });
  reached.canvas.dataset.scale = "shares"; // in the colours of weights, but its rows are rounds and no queries
  view.graph = {
    section,
    drawing,
    reached,
    mean: true,
    least: Math.min(GRAPH_LEAST, Math.round(200 / view.sizes.S) / 100),
    timer: null,
    update: drawnWhenNear(section, () => drawRound(view)),
  };
  const both = element("div", "graph-pair");
  const left = element("div", "graph-left");
  left.append(drawing.element, graphLegend());
  savedAs(left, { name: "The attention as a graph" });
  both.append(left, reached.element);
  section.append(graphControls(view), element("p", "graph-told"), both, element("p", "hint graph-limits"));
  place.append(section);
}

function graphLegend() {
  const legend = element("p", "hint graph-legend");
  for (const [names, words] of [
    ["lit", "what the token in focus reads"],
    ["heard", "who reads it"],
    ["other", "the rest"],
  ]) {
    const sample = vector("svg", "");
    sample.setAttribute("viewBox", "0 0 34 8");
    const line = vector("path", names);
    line.setAttribute("d", "M1 4H33");
    line.setAttribute("stroke-width", 2.5);
    sample.append(line);
    const entry = element("span");
    entry.append(sample, element("span", "", words));
    legend.append(entry);
  }
  legend.append(element("span", "", "wider: more weight"));
  return legend;
}

// Before the first round every token holds itself alone; a round of cross-attention begins anew in each layer.
/** @param {HeadsView} view */
function graphFirst({ focus: { kind } }) {
  return kind === "cross" ? 0 : 1;
}

/** @param {HeadsView} view */
function graphRounds({ focus: { kind }, sizes }) {
  return kind === "encoder" ? sizes.encoder_layers : sizes.decoder_layers;
}

/** @param {HeadsView} view */
function graphControls(view) {
  const { graph } = view;
  const bar = element("div", "graph-controls");
  graph.rounds = element("span", "rounds");
  graph.play = element("button", "copy", "Play");
  graph.play.type = "button";
  graph.play.addEventListener("click", () => (graph.timer ? stopRounds(graph) : playRounds(view)));
  const edges = choice(
    "Edges of",
    [
      ["all heads, mean", true],
      ["one head", false],
    ],
    true,
    (mean) => {
      graph.mean = mean;
      drawRound(view);
    },
  );
  const least = element("label", "least");
  const slider = element("input");
  Object.assign(slider, { type: "range", min: 0, max: 0.5, step: 0.01, value: graph.least });
  graph.shown = element("span", "mono");
  slider.addEventListener("input", () => {
    graph.least = Number(slider.value);
    drawRound(view);
  });
  least.append(element("span", "", "weight at least"), slider, graph.shown);
  bar.append(graph.rounds, graph.play, edges, least);
  return bar;
}

/** @param {HeadsView} view */
function playRounds(view) {
  const { graph } = view;
  const step = (layer) => {
    view.set({ layer });
    graph.timer =
      layer + 1 < graphRounds(view)
        ? setTimeout(() => (graph.section.isConnected ? step(layer + 1) : stopRounds(graph)), PLAY_STEP)
        : null;
    graph.play.textContent = graph.timer ? "Stop" : "Play";
  };
  step(0);
}

function stopRounds(graph) {
  clearTimeout(graph.timer);
  graph.timer = null;
  graph.play.textContent = "Play";
}

/** @param {HeadsView} view */
export function updateGraph(view) {
  view.graph.update();
}

/** @param {HeadsView} view */
function drawRound(view) {
  const { graph, shown } = view;
  const { kind, layer } = view.focus;
  const head = view.focus.head ?? 0;
  markRound(view);
  graph.section
    .querySelector(".graph-pair")
    .classList.toggle("long", Math.max(shown.rows.length, shown.columns.length) > 13);
  const values = graph.mean ? meanOfHeads(shown.heads) : shown.heads[head];
  const edges = strongestEdges(values, graph.least);
  const rounds = reachedRounds(view);
  const share = rounds.data.subarray(
    (layer + graphFirst(view)) * rounds.columns,
    (layer + graphFirst(view) + 1) * rounds.columns,
  );
  graph.shown.textContent = `${graph.least.toFixed(2)}: ${edges.kept.length} of ${edges.all} edges`;
  graph.drawing.draw({ kind, rows: shown.rows, columns: shown.columns, row: shown.row, edges: edges.kept, share });
  tellGraph(view, values, share);
  drawReached(view, rounds);
}

// The round is the layer in focus.
/** @param {HeadsView} view */
function markRound(view) {
  const { graph } = view;
  const { kind, layer } = view.focus;
  if (graph.kind !== kind) {
    graph.kind = kind;
    graph.rounds.replaceChildren(
      choice(kind === "cross" ? "Layer" : "Round", numbers(graphRounds(view)), layer, (value) =>
        view.set({ layer: value }),
      ),
    );
    // In cross-attention the source reads nothing.
    graph.section.querySelector(".graph-legend .heard").closest("span").hidden = kind === "cross";
    graph.section.querySelector(".graph-about").textContent = GRAPH_ABOUT[kind];
    graph.section.querySelector(".graph-limits").textContent = kind === "cross" ? "" : GRAPH_LIMITS[kind];
  }
  check(graph.rounds.querySelectorAll("button"), layer);
}

const ROUNDS =
  "Tokens are nodes. Weights are edges, from the key that is read to the query that reads. A layer is one round of " +
  "message passing: all nodes at the same time take in what their neighbours hold.";
const GRAPH_ABOUT = {
  encoder: `${ROUNDS} Every node may read every other. A click on a node puts it into focus.`,
  decoder: `${ROUNDS} The mask leaves only edges from left to right. A click on a node puts it into focus.`,
  cross:
    "Here the graph has two kinds of nodes, and every edge runs from a source token to a token of the translation: " +
    "only one round in each layer, since the source’s tokens read nothing here.",
};
const LIMITS =
  "This is attention rollout (Abnar and Zuidema 2020): in each round a token keeps one half of what it holds, by " +
  "the residual connection, and takes the other half from its neighbours by the mean weight of the heads; the " +
  "rounds are multiplied. It is an estimate: it follows weights and not the values they carry, counts the residual " +
  "as exactly one half, and leaves out norms and feed-forward layers";
const GRAPH_LIMITS = {
  encoder: `${LIMITS}.`,
  decoder: `${LIMITS}, and what comes in from the source by cross-attention.`,
};

function strongestEdges({ data, rows, columns }, least) {
  const found = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const weight = data[row * columns + column];
      if (weight > 0) found.push({ row, column, weight });
    }
  }
  const kept = found.filter(({ weight }) => weight >= least).sort((a, b) => b.weight - a.weight);
  return { kept: kept.slice(0, MOST_EDGES), all: found.length };
}

// Rows: before the first round and after each; columns: whose vectors the token in focus holds by then.
/** @param {HeadsView} view */
function reachedRounds(view) {
  const { rows, columns, row } = view.shown;
  const { kind } = view.focus;
  const first = graphFirst(view);
  const data = new Float32Array((graphRounds(view) + first) * columns.length);
  if (first) data[row] = 1;
  for (let layer = 0; layer < graphRounds(view); layer += 1) {
    const pieces = part(view.tensors[`reached.${kind}`], layer);
    const all = view.inWords ? mergeWords(pieces, rows, columns) : pieces;
    data.set(all.data.subarray(row * columns.length, (row + 1) * columns.length), (layer + first) * columns.length);
  }
  return { data, rows: graphRounds(view) + first, columns: columns.length };
}

/** @param {HeadsView} view */
function drawReached(view, rounds) {
  const { graph, shown } = view;
  const { kind, layer } = view.focus;
  const cross = kind === "cross";
  const name = cross ? "What each layer’s cross-attention hands over" : "What has reached the token in focus";
  const labels = numbers(graphRounds(view)).map(([number]) => `${cross ? "layer" : "round"} ${number}`);
  graph.reached.element.querySelector("figcaption b").textContent = name;
  graph.reached.draw(
    rounds,
    { row: layer + graphFirst(view) },
    {
      name,
      shape: `to “${shown.rows[shown.row].label}” · every row sums to 1`,
      unit: cross ? "mean weight of the heads" : "share",
      rows: { title: cross ? "in" : "after", labels: cross ? labels : ["the start", ...labels], meaning: "" },
      columns: {
        title: cross ? "source token" : "token whose vector it is",
        labels: labelsOf(shown.columns),
        meaning: "key",
      },
    },
  );
}

/** @param {HeadsView} view */
function tellGraph(view, values, share) {
  const { graph, shown } = view;
  const { kind, layer } = view.focus;
  const label = shown.rows[shown.row].label;
  const top = (weights) => [...weights.keys()].sort((a, b) => weights[b] - weights[a]).slice(0, 3);
  const list = (weights) =>
    top(weights)
      .filter((index) => weights[index] >= 0.005)
      .map((index) => `“${shown.columns[index].label}” ${weights[index].toFixed(2)}`)
      .join(", ");
  const reads = values.data.subarray(shown.row * values.columns, (shown.row + 1) * values.columns);
  const whose = graph.mean ? "" : ` in head ${(view.focus.head ?? 0) + 1}`;
  const round = kind === "cross" ? `In layer ${layer + 1}` : `In round ${layer + 1}`;
  const says =
    kind === "encoder" ? "" : ` (about to say “${view.tokens.output[shown.rows[shown.row].members.at(-1)].text}”)`;
  const told = `${round} “${label}”${says} reads${whose} most from ${list(reads)}.`;
  const held = kind === "cross" ? "" : ` After it, it holds ${list(share)}, as rollout estimates.`;
  graph.section.querySelector(".graph-told").textContent = told + held;
  graph.drawing.say(told + held);
}
