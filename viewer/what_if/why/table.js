// The table of bars: how much every token that was read counts, by every method, and how far the methods agree. Another
// order of the rows is chosen here, and stands in the address.

import { keepPlace, keptName, onAddressChange } from "../../widgets/address.js";
import { chipOf } from "../../widgets/chips.js";
import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { mounted } from "../../widgets/mount.js";
import { short, signed } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { barsOf, orderOf, sharesOf } from "./bars.js";
import "./why.css";

const BY = "by"; // in the address

export default mounted(startTable);

/** @param {WhyTableView} view */
function startTable(view, { facts }) {
  Object.assign(view, { facts });
  const names = ["", ...facts.methods.map(({ name }) => name)];
  view.by = keptName(BY, names);
  view.table = /** @type {HTMLTableElement} */ (element("table", "attributions"));
  view.reading = element("p", "reading", "Point at a bar to read its value.");
  const scroller = element(
    "div",
    "sideways",
    { tabindex: 0, role: "region", "aria-label": "How much each token counts, by method" },
    view.table,
  );
  const rival = facts.rival === null ? "" : `, not ${facts.rival}`;
  savedAs(scroller, { name: `How much each token counts for ${facts.token}${rival}`, lines: () => tokenLines(facts) });
  const section = element(
    "section",
    "why-table",
    element("p", "headline", facts.headline),
    element("p", "misleading", facts.misleading),
    scroller,
    view.reading,
    controls(view, names),
    hint(facts),
  );
  view.root.replaceChildren(section, element("div", "agreeing", agreement(facts), explained(facts)));
  fill(view);
  return onAddressChange(() => {
    const by = keptName(BY, names);
    if (by === view.by) return;
    view.by = by;
    fill(view);
  });
}

/** @param {WhyTableView} view */
function controls(view, names) {
  const bar = element("div", "why-controls");
  const label = element("label", "", "Order of the rows ");
  const menu = element("select");
  for (const name of names) {
    menu.append(element("option", "", { value: name }, name ? titleOf(view.facts, name) : "as in the sentences"));
  }
  menu.value = view.by;
  menu.addEventListener("change", () => sortBy(view, menu.value));
  label.append(menu);
  view.menu = menu;
  bar.append(label);
  return bar;
}

/** @param {WhyTableView} view */
function sortBy(view, name) {
  view.by = name;
  keepPlace(BY, name);
  fill(view);
}

/** @param {WhyTableView} view */
function fill(view) {
  const { facts, table } = view;
  view.menu.value = view.by;
  table.replaceChildren();
  table.classList.toggle("by-one", Boolean(view.by));
  const head = table.createTHead().insertRow();
  const corner = element("th", "", { scope: "col" }, "token read");
  head.append(corner, ...facts.methods.map((method) => headOf(view, method)));
  const columns = facts.methods.map(({ values }) => ({ bars: barsOf(values), shares: sharesOf(values), values }));
  const chosen = facts.methods.find(({ name }) => name === view.by);
  const order = chosen ? orderOf(chosen.values) : facts.rows.map((_, place) => place);
  const body = table.createTBody();
  for (const place of order) {
    const { side, chip } = facts.rows[place];
    const row = body.insertRow();
    row.className = side;
    row.classList.toggle("begins", !chosen && side === "target" && facts.rows[place - 1]?.side === "source");
    row.append(element("th", "", { scope: "row" }, chipOf("span", { ...chip, joined: false }, null)));
    columns.forEach((column, index) => {
      const cell = cellOf(column, place);
      cell.className = looksOf(view, facts.methods[index].name);
      cell.addEventListener("pointerenter", () => tell(view, facts.methods[index], place));
      row.append(cell);
    });
  }
}

/** @param {WhyTableView} view */
function headOf(view, method) {
  const cell = element("th", looksOf(view, method.name), {
    scope: "col",
    "aria-sort": method.name === view.by ? "descending" : "none",
  });
  const button = element("button", "", method.title);
  button.type = "button";
  button.title = method.name === view.by ? "Back to the order of the sentences" : "Order the rows by this method";
  button.addEventListener("click", () => sortBy(view, method.name === view.by ? "" : method.name));
  cell.append(button);
  if (view.facts.rival !== null && !method.knowsRival) cell.append(element("span", "blind", "knows no rival"));
  return cell;
}

// On a narrow screen one column is shown, or the two that the words speak of.
/** @param {WhyTableView} view */
function looksOf({ facts, by }, name) {
  const shown = by ? name === by : [facts.habit, facts.judge].includes(name);
  return `${shown ? "shown" : "beside"}${name === by ? " chosen" : ""}`;
}

function cellOf({ bars, shares }, place) {
  const cell = element("td");
  const { zero, begin, length } = bars[place];
  const room = element("span", "room");
  room.append(element("i", shares[place] < 0 ? "below" : "", { style: `left: ${begin}%; width: ${length}%` }));
  if (zero > 0) {
    room.append(element("b", "", { style: `left: ${zero}%` }));
  }
  cell.append(room, element("span", "share", signed(100 * shares[place], 0)));
  return cell;
}

/** @param {WhyTableView} view */
function tell({ facts, reading }, { title, values }, place) {
  const { side, chip } = facts.rows[place];
  const text = side === "source" ? "source" : "translation";
  const share = signed(100 * sharesOf(values)[place], 1);
  reading.textContent =
    `${title}: “${chip.text}” of the ${text} has ${short(values[place])}, ` + `${share} % of all sizes.`;
}

/** @param {WhyTableFacts} facts */
function hint(facts) {
  const against = facts.rival === null ? "" : ` ${knowing(facts)} speak of the lead over ${facts.rival}.`;
  return element(
    "p",
    "hint",
    `Figures are shares of each column in percent; its bars are drawn to its largest. Blue bars speak against ` +
      `${facts.token}. Upper rows: the English; lower rows: what was said before. Click a method to order the rows ` +
      `by it.${against}`,
  );
}

/** @param {WhyTableFacts} facts */
function knowing(facts) {
  const titles = facts.methods.filter(({ knowsRival }) => knowsRival).map(({ title }) => title);
  return `Only ${titles.slice(0, -1).join(", ")} and ${titles.at(-1)}`;
}

// ---- how far they agree
/** @param {WhyTableFacts} facts */
function agreement(facts) {
  const box = element("section", "agreement");
  const table = element("table");
  const head = table.createTHead().insertRow();
  head.append(element("td"));
  facts.methods.forEach((method, index) => {
    head.append(element("th", "", { scope: "col", title: method.title }, String(index + 1)));
  });
  const body = table.createTBody();
  facts.methods.forEach((method, index) => {
    const row = body.insertRow();
    row.append(element("th", "", { scope: "row" }, `${index + 1} ${method.title}`));
    facts.correlations[index].forEach((value, other) => {
      const cell = element("td", "mono", other > index ? "" : value === null ? "–" : signed(value, 2));
      if (other < index && value !== null) {
        const ink = value < 0 ? "negative" : "positive";
        cell.style.background = `color-mix(in oklab, var(--${ink}) ${Math.round(42 * Math.abs(value))}%, transparent)`;
      }
      row.append(cell);
    });
  });
  const scroller = element(
    "div",
    "sideways",
    { tabindex: 0, role: "region", "aria-label": "Rank correlations between the methods" },
    table,
  );
  const correlations = () =>
    facts.correlations.map((row, index) => [
      facts.methods[index].name,
      ...row.map((value) => (value === null ? "" : csvNumber(value))),
    ]);
  savedAs(scroller, {
    name: "How far the methods agree",
    lines: () => [["method", ...facts.methods.map(({ name }) => name)], ...correlations()],
  });
  box.append(
    element("h3", "", "How far the methods agree"),
    element("p", "", facts.agreement),
    scroller,
    element(
      "p",
      "hint",
      "Spearman’s rank correlation: 1 where two methods put all tokens in the same order, 0 where the orders have " +
        "nothing in common, −1 where one is the other’s reverse.",
    ),
  );
  return box;
}

/** @param {WhyTableFacts} facts */
function explained(facts) {
  const fold = element("details", "explained", element("summary", "", "What each method asks"));
  const list = element("dl");
  for (const { title, asks, source, knowsRival } of facts.methods) {
    list.append(
      element("dt", "", title),
      element("dd", "", `${asks} ${knowsRival ? "It knows a rival." : "It knows of no rival."} (${source})`),
    );
  }
  fold.append(list);
  return fold;
}

/** @param {WhyTableFacts} facts */
function titleOf(facts, name) {
  return facts.methods.find((method) => method.name === name).title;
}

// All values as they are, not as shares.
/** @param {WhyTableFacts} facts */
function tokenLines({ rows, methods }) {
  const sources = rows.filter(({ side }) => side === "source").length;
  return [
    ["side", "position", "token", ...methods.map(({ name }) => name)],
    ...rows.map(({ side, chip }, place) => [
      side,
      side === "source" ? place : place - sources,
      chip.text,
      ...methods.map(({ values }) => csvNumber(values[place])),
    ]),
  ];
}
