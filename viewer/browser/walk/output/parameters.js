// Where the parameters sit: the paper's base model beside this one, by part and, below it, by kind.

import { element } from "../../shared/elements.js";
import { short } from "../../shared/numbers.js";
import { titled } from "./bands.js";

export function parametersPicture(view) {
  const { base, own, kinds } = view.facts.parameters;
  const section = titled(
    "Where the parameters sit",
    "",
    "Counted on models that are really built: the paper’s base model with its vocabulary of 37,000 tokens, and " +
      "this one. Both bars are drawn to full width.",
  );
  const models = [
    ["the paper’s base model", base],
    ["this model", own],
  ];
  const totals = models.map(([, counts]) => sumOf(Object.values(counts).map((each) => sumOf(Object.values(each)))));
  models.forEach(([name, counts], index) => {
    section.append(parameterBar(name, counts, totals[index]));
  });
  const scale = element(
    "p",
    "hint",
    `To the same scale, this model (${millions(totals[1])}) beside the base model (${millions(totals[0])}):`,
  );
  const strip = element("div", "strip");
  const inner = element("i");
  inner.style.width = `${Math.min(100, (100 * totals[1]) / totals[0])}%`;
  strip.append(inner);
  section.append(scale, strip, parameterTable(models, totals, kinds));
  return section;
}

const sumOf = (values) => values.reduce((sum, each) => sum + each, 0);

function millions(count) {
  return count >= 1e5 ? `${short(count / 1e6)} M` : count.toLocaleString("en");
}

function parameterBar(name, counts, total) {
  const row = element("div", "parameters");
  const lead = element("div", "lead", name);
  lead.append(element("b", "mono", millions(total)));
  const bar = element("div", "icicle");
  for (const [part, kinds] of Object.entries(counts)) {
    const size = sumOf(Object.values(kinds));
    const block = element("div", `share ${part}`);
    block.style.flexGrow = size / total;
    const head = element("div", "top");
    head.append(element("span", "", part), element("span", "mono", millions(size)));
    head.title = `${part}: ${size.toLocaleString("en")} parameters, ${percent(size, total)}`;
    const inner = element("div", "inner");
    for (const [kind, amount] of Object.entries(kinds)) {
      const piece = element("div", `kind ${kind}`);
      piece.style.flexGrow = amount / size;
      piece.title = `${part}, ${kind}: ${amount.toLocaleString("en")} parameters, ${percent(amount, total)}`;
      if (amount / total > 0.07) piece.append(element("span", "", kind), element("span", "mono", millions(amount)));
      inner.append(piece);
    }
    block.append(head, inner);
    bar.append(block);
  }
  row.append(lead, bar);
  return row;
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
    const amounts = models.map(([, counts]) => sumOf(Object.values(counts).map((each) => each[kind] ?? 0)));
    if (amounts.some(Boolean)) line(kind, amounts);
  }
  line("all", totals).className = "all";
  return table;
}
