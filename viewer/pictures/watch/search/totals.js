// Where greedy decoding and the beam differ: in words, token by token, and both running totals over the steps.

import { afterPaint } from "../../../engine/live/after_paint.js";
import { buildChip } from "../../../widgets/chips.js";
import { element } from "../../../widgets/elements.js";
import { formatSigned, full, runningTotals } from "../../../widgets/numbers.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";
import { tellStory } from "./story.js";

/** @param {SearchView} view */
export function totalsBox(view) {
  const { facts } = view;
  const story = tellStory(facts);
  const draw = () => view.totals.draw(buildChart(facts, story));
  if (view.totals)
    afterPaint(view, draw); // the same picture, redrawn
  else {
    view.totals = plotlyChart();
    draw();
  }
  const lines = element(
    "div",
    "both stack small",
    line(facts.greedy, "Greedy", facts.parted),
    line(facts.beam, "Beam", facts.parted),
  );
  const words = element("p", "story", story);
  return element("section", "", element("h3", "", "Where they differ"), words, lines, view.totals.element);
}

// Σ log p up to and including every step, for both; a vertical line where they first differ.
/** @param {SearchFacts} facts @returns {ChartFigure} */
export function buildChart({ greedy, beam, parted }, story) {
  const both = [greedy, beam].map(({ logProbabilities }) => runningTotals(logProbabilities));
  const longest = Math.max(...both.map(({ length }) => length));
  const shapes = [{ type: "line", x0: parted + 1, x1: parted + 1, y0: 0, y1: 1, yref: "paper" }];
  const here = { x: parted + 1, y: 1, yref: "paper", yanchor: "top", xanchor: "left", xshift: 3 };
  const marks = parted === null ? {} : { shapes, annotations: [{ ...here, text: "they differ" }] };
  return {
    // Greedy decoding is on top, dashed: where the two coincide, both are visible.
    data: [
      buildTrace("the beam’s best", beam, both[1], 2, "var(--decoder)", "solid", "circle"),
      buildTrace("greedy", greedy, both[0], 1, "var(--ink-query)", "dash", "square-open"),
    ],
    layout: {
      height: 280,
      meta: {
        words: `Running log-probability of greedy decoding and of the beam’s best hypothesis. ${story}`,
        file: "glassformer-greedy-and-beam",
      },
      xaxis: {
        title: { text: "step" },
        range: [0.7, Math.max(longest, 2) + 0.3],
        tick0: 1,
        dtick: Math.ceil(longest / 12),
        unifiedhovertitle: { text: "step %{x}" },
      },
      yaxis: {
        title: { text: "total log-probability (nats)" },
        range: [1.08 * Math.min(-0.1, ...both.flat()), 0],
      },
      ...marks,
    },
  };
}

/** @param {string} name @param {ShownLine} written */
function buildTrace(name, { chips }, totals, legendrank, ink, dash, symbol) {
  return {
    type: "scatter",
    name,
    x: totals.map((_, step) => step + 1),
    y: totals,
    mode: "lines+markers",
    line: { width: 2, dash },
    marker: { size: 8, symbol },
    legendrank,
    customdata: totals.map((total, step) => `${formatSigned(total, 3)} “${chips[step].text}”`),
    hovertemplate: "%{customdata}",
    meta: { ink },
  };
}

/** @param {ShownLine} shown @param {string} title @param {number | null} partedAt */
function line({ chips, logProbabilities }, title, partedAt) {
  const made = chips.map((chip, step) => {
    const shown = buildChip("span", chip, chips[step + 1], {
      title: `probability ${full(Math.exp(logProbabilities[step]))}`,
    });
    shown.classList.toggle("parted", step === partedAt);
    return shown;
  });
  return element("div", "chips", element("span", "lead", title), ...made);
}
