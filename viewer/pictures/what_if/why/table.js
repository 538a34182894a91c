// The table of bars: how much every token read counts, by every method. Its rows' order is chosen here, and stored in
// the address.

import { choiceFromUrl, onAddressChange, setUrlParam } from "../../../widgets/address.js";
import { buildChip } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element, region } from "../../../widgets/elements.js";
import { editCode } from "../../../widgets/finding.js";
import { mountOnData } from "../../../widgets/mount.js";
import { formatSigned, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { buildBar, layOutBars, sortPlaces, toShares } from "./bars.js";
import "./why.css";

const BY = "by"; // in the address

export default mountOnData((/** @type {WhyTableView} */ view, { facts }) => {
  const { token, rival, methods } = facts;
  const names = ["", ...methods.map(({ name }) => name)];
  Object.assign(view, { facts, by: choiceFromUrl(BY, names) });
  view.table = element("table", "attributions");
  const table = element("div", "sideways", region("How much each token counts, by method"), view.table);
  const title = `How much each token counts for ${token}${rival === null ? "" : ` over ${rival}`}`;
  makeSavable(table, { name: title, lines: () => tokenLines(facts), finding: () => findingOf(facts) });
  view.root.replaceChildren(
    element(
      "section",
      "stack table",
      element("p", "headline", facts.headline),
      element("p", "misleading", facts.misleading),
      table,
      element("p", "hint", describeHint(facts)),
      buildExplanation(facts),
    ),
  );
  fill(view);
  return onAddressChange(() => {
    const by = choiceFromUrl(BY, names);
    if (by === view.by) return;
    view.by = by;
    fill(view);
  });
});

// That hiding a word of the source decides, and the lines that hide it.
/** @param {WhyTableFacts} facts @returns {Finding | null} */
function findingOf({ cause, found, sentence, model }) {
  if (cause === null) return null;
  const place = `at := sentence.index(${JSON.stringify(cause)}), at + ${cause.length}`;
  const begin = "from transformer.edits import close\nfrom transformer.text.words import pieces_at\n";
  const edit = `close(*pieces_at(sentence, [(${place})], model.tokenizer)[0])`;
  const code = editCode({ model, sentences: JSON.stringify([sentence]), edit, begin });
  return { claim: found.join(" "), code, edit: { hide: true } };
}

/** @param {WhyTableView} view */
function sortBy(view, name) {
  view.by = name;
  setUrlParam(BY, name);
  fill(view);
}

/** @param {WhyTableView} view */
function fill(view) {
  const { facts, table, by } = view;
  const chosen = facts.methods.find(({ name }) => name === by);
  const order = chosen ? sortPlaces(chosen.values) : [...facts.rows.keys()];
  const columns = facts.methods.map((method) => ({
    method,
    bars: layOutBars(method.values),
    shares: toShares(method.values),
    look: method.name === by ? "chosen" : "",
  }));
  const corner = element("th", "", { scope: "col" }, "token read");
  const rows = order.map((place) => {
    const { side, chip } = facts.rows[place];
    const begins = !chosen && side === "target" && facts.rows[place - 1]?.side === "source";
    const name = element("th", "", { scope: "row" }, buildChip("span", { ...chip, joined: false }, null));
    return element("tr", begins ? "target begins" : side, name, ...columns.map((each) => buildCell(each, place)));
  });
  table.replaceChildren(
    element("thead", "", element("tr", "", corner, ...columns.map((each) => buildHead(view, each)))),
    element("tbody", "", ...rows),
  );
}

/** @param {WhyTableView} view */
function buildHead(view, { method: { name, title, knows_rival }, look }) {
  const isChosen = name === view.by;
  const sort = {
    title: isChosen ? "Back to sentence order" : "Sort the rows by this method",
    click: () => sortBy(view, isChosen ? "" : name),
  };
  return element(
    "th",
    look,
    { scope: "col", "aria-sort": isChosen ? "descending" : "none" },
    element("button", "", sort, title),
    view.facts.rival !== null && !knows_rival && element("span", "blind", "ignores the rival"),
  );
}

function buildCell({ method, bars, shares, look }, place) {
  const { zero, begin, length } = bars[place];
  const bar = buildBar(shares[place], begin, length);
  const line = zero > 0 && element("b", "", { style: `left: ${100 * zero}%` });
  const share = element("span", "share", formatSigned(100 * shares[place], 0));
  return element("td", look, { title: short(method.values[place]) }, element("span", "room", bar, line), share);
}

/** @param {WhyTableFacts} facts */
function describeHint({ token, rival, methods }) {
  const knowing = methods.filter(({ knows_rival }) => knows_rival).map(({ title }) => title);
  const only = `Only ${knowing.slice(0, -1).join(", ")} and ${knowing.at(-1)}`;
  return (
    "Figures are each column’s shares in percent; the bars are scaled to its largest. Blue bars count against " +
    `${token}. Upper rows: the source; lower rows: the translation so far. Click a method to sort by it.` +
    (rival === null ? "" : ` ${only} measure the lead over ${rival}.`)
  );
}

/** @param {WhyTableFacts} facts */
function buildExplanation({ methods }) {
  const terms = methods.flatMap(({ title, asks, source, knows_rival }) => [
    element("dt", "", title),
    element(
      "dd",
      "",
      `${asks} ${knows_rival ? "It takes the rival into account." : "It ignores the rival."} (${source})`,
    ),
  ]);
  return element("details", "", element("summary", "", "What each method asks"), element("dl", "", ...terms));
}

// All raw values, not shares.
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
