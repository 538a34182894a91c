// The end of a case: what was shown and what was not, the effect over the whole wheel, and the code that repeats it.

import { setUrlParam, wholeLink } from "../../../widgets/address.js";
import { copyButton } from "../../../widgets/copy_button.js";
import { csvNumber } from "../../../widgets/csv.js";
import { csvFile } from "../../../widgets/csv_file.js";
import { element, setAttributes } from "../../../widgets/elements.js";
import { percent } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { pythonBox } from "../../../widgets/python.js";
import { save } from "../../../widgets/save.js";
import { headOf, joinChips, nameOf } from "./shown.js";
import { claimOf, guesses, verdicts } from "./story.js";

const HIDDEN = "hide_clue";
const FIRST = "zero_leader";
const BOTH = "zero_both";

/** @param {CaseView} view @param {CaseShown} shown */
export function cardOf(view, shown) {
  const { case: own } = view;
  const { shown: proved, open } = verdicts(shown);
  const list = (title, all) =>
    element(
      "section",
      "stack",
      element("h2", "", title),
      element("ul", "", ...all.map((each) => element("li", "", each))),
    );
  const guess = view.vote === null ? [] : [element("p", "hint", `You guessed: ${guesses(shown)[view.vote]}.`)];
  const region = effectTable(own);
  setAttributes(region, { tabindex: 0, role: "region", "aria-label": "The effect over the whole wheel" });
  const table = makeSavable(region, { name: `${own.title}: the wheel`, lines: () => effectLines(own) });
  const name = `${own.name}-${view.facts.code}.csv`;
  const csv = element(
    "button",
    "button",
    { type: "button", click: () => save(csv, name, () => csvFile(effectLines(own))) },
    "Save as CSV",
  );
  const link = () => {
    setUrlParam("case", own.name);
    return wholeLink(window.location.href);
  };
  return [
    element("p", "look-words", claimOf(own)),
    ...guess,
    element("div", "side-by-side", list("Shown", proved), list("Not shown", open)),
    element("h2", "", "The same for every word on the wheel, as it was measured"),
    table,
    element("div", "flow centred", csv, element("span", "hint", "A link to this:"), copyButton(link, "Copy the link")),
    pythonBox("the last experiment again, for this word", codeOf(view, shown)),
  ];
}

const probability = (row, own, shares) => shares?.[own.rivals.indexOf(row.expected)] ?? Number.NaN;

/** @param {CaseFacts} own */
function columnsOf(own) {
  const { head } = headOf(own.leader);
  return [
    ["it needs", ({ expected }) => expected],
    ["as it is", (row) => probability(row, own, row.shares)],
    [`head ${head + 1} on the word`, (row) => row.clueWeight],
    ["the mean looks at", ({ decoy, decoyWeight }) => `${decoy} ${percent(decoyWeight)}`],
    ["word hidden", (row) => probability(row, own, row.experiments[HIDDEN])],
    [`without ${nameOf(own.leader)}`, (row) => probability(row, own, row.experiments[FIRST])],
    ["nor its understudy", (row) => probability(row, own, row.experiments[BOTH])],
  ];
}

/** @param {CaseFacts} own */
function effectTable(own) {
  const columns = columnsOf(own);
  const cell = (value) => (typeof value === "number" ? percent(value) : value.replaceAll("'", "’"));
  const rows = own.rows.map((row) => [row.filling, ...columns.map(([, read]) => cell(/** @type {any} */ (read)(row)))]);
  return plainTable(["word", ...columns.map(([name]) => String(name))], rows);
}

// The table as a file: shares as they are.
/** @param {CaseFacts} own @returns {(string | number)[][]} */
export function effectLines(own) {
  const columns = columnsOf(own);
  const cell = (value) => (typeof value === "number" ? csvNumber(value) : value);
  return [
    ["word", ...columns.map(([name]) => String(name))],
    ...own.rows.map((row) => [row.filling, ...columns.map(([, read]) => cell(/** @type {any} */ (read)(row)))]),
  ];
}

// The library's lines for what is shown, with the last experiment as the edit.
/** @param {CaseView} view @param {CaseShown} shown */
export function codeOf({ facts }, { case: own, passage }) {
  const { layer, head } = headOf(own.leader);
  const mark = passage.changes[0].written[0]?.joined ? "" : "▁"; // at a word's beginning
  const filled = {
    ...{ model: JSON.stringify(facts.model), sentence: JSON.stringify(passage.sentence) },
    prefix: JSON.stringify(joinChips(passage.prefix)),
    edit: JSON.stringify(`zero_head:${own.leader},zero_head:${own.understudy}`),
    ...{ step: passage.prefix.length, layer, head },
    rivals: `[${own.rivals.map((rival) => JSON.stringify(`${mark}${rival}`)).join(", ")}]`,
  };
  return facts.snippet.replace(/⟨(\w+)⟩/g, (_, name) => String(filled[name]));
}
