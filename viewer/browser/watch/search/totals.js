// Both running totals over the steps, and where greedy decoding and the beam part.

import { chipOf } from "../../shared/chips.js";
import { element, label, vector } from "../../shared/elements.js";
import { full, signed } from "../../shared/numbers.js";

const PLOT = { wide: 520, high: 230, left: 46, right: 12, top: 24, bottom: 34 };

export function totalsBox(view) {
  const box = element("section", "totals");
  const { greedy, beam, story } = view.facts;
  const lines = [
    ["greedy", greedy],
    ["beam", beam],
  ];
  const longest = Math.max(...lines.map(([, { totals }]) => totals.length));
  const lowest = Math.min(-0.1, ...lines.flatMap(([, { totals }]) => totals));
  const x = (step) => PLOT.left + (longest > 1 ? (step / (longest - 1)) * (PLOT.wide - PLOT.left - PLOT.right) : 0);
  const y = (total) => PLOT.top + (total / lowest) * (PLOT.high - PLOT.top - PLOT.bottom);
  const svg = vector("svg", "plot");
  svg.setAttribute("viewBox", `0 0 ${PLOT.wide} ${PLOT.high}`);
  svg.setAttribute("role", "img");
  svg.setAttribute(
    "aria-label",
    `Running log-probability of greedy decoding and of the beam's best hypothesis. ${story.words}`,
  );
  for (let tick = 0; tick <= 4; tick += 1) {
    const total = (lowest * tick) / 4;
    const rule = vector("path", "rule");
    rule.setAttribute("d", `M${PLOT.left} ${y(total)}H${PLOT.wide - PLOT.right}`);
    svg.append(rule, label(PLOT.left - 6, y(total) + 4, signed(total, 1), "tick end"));
  }
  const every = Math.ceil(longest / 12);
  for (let step = 0; step < longest; step += every)
    svg.append(label(x(step), PLOT.high - PLOT.bottom + 16, String(step + 1), "tick middle"));
  svg.append(label(PLOT.left, PLOT.high - 3, "step", "axis"), label(4, 10, "total log-probability", "axis"));
  if (story.step !== null) {
    const line = vector("path", "parting");
    line.setAttribute("d", `M${x(story.step)} ${PLOT.top}V${PLOT.high - PLOT.bottom}`);
    svg.append(line, label(x(story.step) + 4, PLOT.top + 9, "they part", "axis"));
  }
  for (const [name, { totals, chips }] of lines) {
    const path = vector("path", `line ${name}`);
    path.setAttribute(
      "d",
      totals.map((total, step) => `${step ? "L" : "M"}${x(step).toFixed(1)} ${y(total).toFixed(1)}`).join(""),
    );
    svg.append(path);
    totals.forEach((total, step) => {
      const dot = vector(name === "beam" ? "circle" : "rect", `point ${name}`);
      const place =
        name === "beam"
          ? { cx: x(step), cy: y(total), r: 3.4 }
          : { x: x(step) - 3, y: y(total) - 3, width: 6, height: 6 };
      for (const [key, value] of Object.entries(place)) dot.setAttribute(key, value);
      const title = vector("title");
      title.textContent =
        `${name === "beam" ? "beam" : "greedy"}, step ${step + 1}, “${chips[step].text}”: ` + `${full(total)}`;
      dot.append(title);
      svg.append(dot);
    });
  }
  const legend = element("p", "hint series");
  legend.append(
    element("span", "swatch greedy", "■"),
    "greedy ",
    element("span", "swatch beam", "●"),
    "the beam's best",
  );
  box.append(
    element("h3", "", "Where they part"),
    element("p", "telling-words", story.words),
    bothLines(view),
    svg,
    legend,
  );
  return box;
}

function bothLines(view) {
  const table = element("div", "both");
  for (const [name, title] of [
    ["greedy", "Greedy"],
    ["beam", "Beam"],
  ]) {
    const row = element("div", "chips");
    row.append(element("span", "lead", title));
    const { chips } = view.facts[name];
    chips.forEach((chip, step) => {
      const made = chipOf("span", chip, chips[step + 1]);
      made.classList.toggle("parted", step === view.facts.story.step);
      made.title = `probability ${full(Math.exp(view.facts[name].logProbabilities[step]))}`;
      row.append(made);
    });
    table.append(row);
  }
  return table;
}
