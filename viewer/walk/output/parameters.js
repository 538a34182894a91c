// Where the parameters sit: the paper's base model beside this one, by part and, below it, by kind.

import { element } from "../../widgets/elements.js";
import { short, sum } from "../../widgets/numbers.js";
import { plotlyChart } from "../../widgets/plotly_chart.js";
import { titled } from "./bands.js";

/** @param {OutputView} view */
export function parametersPicture(view) {
  const { base, own, kinds, chart: figure } = view.facts.parameters;
  const section = titled(
    "Where the parameters sit",
    "",
    "Both models were built and their numbers counted: the paper’s base model with its vocabulary of 37,000 tokens, " +
      "and this one. The bars at the top show shares, so both are equally long; the bars below them show the sizes.",
  );
  const models = [
    ["the paper’s base model", base],
    ["this model", own],
  ];
  const totals = models.map(([, counts]) => sum(Object.values(counts).map((each) => sum(Object.values(each)))));
  // It is the model's, whatever the sentence: it stays from one to the next.
  view.parameters ??= { chart: plotlyChart(), model: null };
  const { chart, model } = view.parameters;
  if (model !== view.frame.model) chart.draw(figure);
  view.parameters.model = view.frame.model;
  const frame = element("div", "sideways");
  frame.append(parameterTable(models, totals, kinds));
  section.append(chart.element, frame);
  return section;
}

const percent = (amount, total) => `${short((100 * amount) / total)} %`;

function parameterTable(models, totals, kinds) {
  const table = element("table", "kinds");
  const head = table.createTHead().insertRow();
  head.append(element("th", "", "by kind"));
  for (const [name] of models) {
    const cell = element("th", "", name);
    cell.colSpan = 2;
    head.append(cell);
  }
  const body = table.createTBody();
  const line = (name, amounts) => {
    const made = body.insertRow();
    made.append(element("th", "", name));
    amounts.forEach((amount, index) => {
      made.append(
        element("td", "mono", amount.toLocaleString("en")),
        element("td", "mono", percent(amount, totals[index])),
      );
    });
    return made;
  };
  for (const kind of kinds) {
    const amounts = models.map(([, counts]) => sum(Object.values(counts).map((each) => each[kind] ?? 0)));
    if (amounts.some(Boolean)) line(kind, amounts);
  }
  line("all", totals).className = "all";
  return table;
}
