// Where the parameters sit: the paper's base model and this one, by part and, below, by kind.

import { element } from "../../widgets/elements.js";
import { short, sum } from "../../widgets/numbers.js";
import { plainTable } from "../../widgets/plain_table.js";
import { plotlyChart } from "../../widgets/plotly_chart.js";
import { titled } from "./bands.js";

/** @param {OutputView} view */
export function parametersPicture(view) {
  const { base, own, kinds, chart: figure } = view.facts.parameters;
  // It is the model's, whatever the sentence: it stays from one to the next.
  view.parameters ??= { chart: plotlyChart(), model: null };
  const { chart, model } = view.parameters;
  if (model !== view.frame.model) chart.draw(figure);
  view.parameters.model = view.frame.model;
  const amountsOf = (kind) => [base, own].map((counts) => sum(Object.values(counts).map((each) => each[kind] ?? 0)));
  const lines = kinds
    .map((kind) => ({ kind, amounts: amountsOf(kind) }))
    .filter(({ amounts }) => amounts.some(Boolean));
  const totals = [0, 1].map((which) => sum(lines.map(({ amounts }) => amounts[which])));
  const cells = (amount, which) => [amount.toLocaleString("en"), `${short((100 * amount) / totals[which])} %`];
  return titled(
    "Where the parameters are",
    "",
    "We built both models and counted their numbers: the paper’s base model with its vocabulary of 37,000 tokens, " +
      "and this one. The top bars show shares, so both are equally long; the bars below show sizes.",
    chart.element,
    element(
      "div",
      "kinds",
      plainTable(
        ["by kind", "the paper’s base model", "", "this model", ""],
        [...lines, { kind: "all", amounts: totals }].map(({ kind, amounts }) => [kind, ...amounts.flatMap(cells)]),
      ),
    ),
  );
}
