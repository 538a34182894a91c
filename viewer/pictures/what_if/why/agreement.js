// How far the methods agree: their rank correlations.

import { csvNumber } from "../../../widgets/csv.js";
import { element, setAttributes } from "../../../widgets/elements.js";
import { formatSigned } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { plainTable } from "../../../widgets/plain_table.js";

/** @param {WhyTableFacts} facts */
export function agreementBox({ methods, correlations, agreement }) {
  const rows = methods.map(({ title }, index) => [
    `${index + 1} ${title}`,
    ...correlations[index].slice(0, index + 1).map((value, other) => buildCell(value, other === index)),
  ]);
  const table = plainTable(["", ...methods.map((_, index) => String(index + 1))], rows);
  setAttributes(table, { tabindex: 0, role: "region", "aria-label": "How far the methods agree" }); // it scrolls
  makeSavable(table, {
    name: "How far the methods agree",
    lines: () => [
      ["method", ...methods.map(({ name }) => name)],
      ...correlations.map((row, index) => [
        methods[index].name,
        ...row.map((value) => (value === null ? "" : csvNumber(value))),
      ]),
    ],
  });
  const hint =
    "Spearman’s rank correlation: 1 if two methods put all tokens in the same order, 0 if the orders are unrelated, " +
    "−1 if one is the reverse of the other.";
  const title = element("h3", "", "How far the methods agree");
  return element("section", "stack", title, element("p", "", agreement), table, element("p", "hint", hint));
}

function buildCell(value, isOwn) {
  const percent = value === null || isOwn ? 0 : Math.round(42 * Math.abs(value));
  const ink = value < 0 ? "negative" : "positive";
  const style = `background: color-mix(in oklab, var(--${ink}) ${percent}%, transparent)`;
  return element("span", "correlation", { style }, value === null ? "–" : formatSigned(value, 2));
}
