// Patching at a glance: both sentences with their translations, what one copied vector makes of the first, and where
// in the encoder a copy does that: the stronger a cell's colour, the more it changes.

import { AS_IS, element, say } from "../../../widgets/elements.js";
import { sentenceOf } from "../../../widgets/guesses.js";
import { savedAs } from "../../../widgets/pictures.js";
import { keyGoal } from "../../../widgets/radio.js";
import { cellReading, columnLabel } from "./cells.js";
import { wordsOf } from "./runs.js";

/** @param {PatchingView} view */
export function lookBox(view) {
  const { sentences, language } = view.facts;
  const [a, b] = sentences;
  const line = (letter, { text }, told, look = "") => [
    element("b", `letter of-${letter}`, letter),
    element("span", `said ${look}`, AS_IS, text),
    element("span", "arrow", { "aria-hidden": "true" }, "→"),
    element("span", `said translated ${look}`, { ...AS_IS, lang: language }, told),
  ];
  const parts = {
    headline: element("p", "look-headline", { "aria-live": "polite" }),
    patched: element("span", "patched-text"),
    where: element("p", "patch-where"),
    cells: gridOf(view),
  };
  view.look = parts;
  const lines = element(
    "div",
    "patch-lines aligned",
    ...line("a", a, sentenceOf(a.translated)),
    ...line("b", b, sentenceOf(b.translated)),
    ...line("a", { text: `${a.text} + one vector of b` }, parts.patched, "both"),
  );
  const shown = { "data-at": "look" };
  return savedAs(element("section", "patch-look stack", shown, parts.headline, lines, parts.where, parts.cells), {
    name: "One copied vector",
  });
}

// A cell for each token after each layer of the encoder.
/** @param {PatchingView} view */
function gridOf(view) {
  const [{ places, columns, moved }] = view.grids;
  const cells = places.flatMap((_, row) =>
    columns.map((_token, column) => {
      const share = Math.max(0, Math.min(1, moved.data[row * columns.length + column]));
      const style = `--share: ${Math.round(100 * share)}%`;
      const title = cellReading(view, { index: 0, row, column });
      const click = () => view.pick({ index: 0, row, column });
      const keydown = (event) => {
        const sideways = /Left|Right/.test(event.key);
        const goal = sideways ? keyGoal(event, column, columns.length) : keyGoal(event, row, places.length);
        if (goal !== null) cells[sideways ? row * columns.length + goal : goal * columns.length + column].focus();
      };
      return element("button", "", { role: "gridcell", type: "button", style, title, click, keydown });
    }),
  );
  const name = { role: "grid", "aria-label": "The vectors of the encoder: arrow keys move, Enter copies one" };
  const ends = (row) => (row === 0 ? "going in" : row === places.length - 1 ? "last layer" : "");
  const line = (...parts) => element("div", "line", { role: "row" }, ...parts);
  const heading = (column) => element("span", "token one-line", { role: "columnheader" }, columnLabel(column));
  return element(
    "div",
    "patch-cells",
    { ...name, style: `--columns: ${columns.length}` },
    line(element("span"), ...columns.map(heading)),
    ...places.map((_, row) =>
      line(
        element("span", "layer", { role: "rowheader" }, ends(row)),
        ...cells.slice(row * columns.length, (row + 1) * columns.length),
      ),
    ),
  );
}

// A different cell, or its translation has come.
/** @param {PatchingView} view */
export function showLook(view) {
  const { look, facts, cell, grids, waits } = view;
  const at = cell?.index === 0 ? cell.row * grids[0].columns.length + cell.column : -1;
  const cells = [...look.cells.querySelectorAll("button")];
  cells.forEach((each, index) => {
    each.setAttribute("aria-selected", String(index === at));
    each.tabIndex = index === Math.max(0, at) ? 0 : -1;
  });
  look.patched.classList.toggle("waiting", waits);
  if (waits) return;
  const [change] = facts.cell.against[0];
  const quoted = (words) => (words ? `“${words}”` : "nothing");
  say(
    look.headline,
    change
      ? `Copy one vector from b, and ${quoted(change.before)} becomes ${quoted(change.after)}.`
      : "Copy this vector from b, and the translation stays as it was.",
  );
  look.patched.replaceChildren(wordsOf(facts));
  const token = cell ? `“${grids[cell.index].columns[cell.column].a}”` : "";
  say(
    look.where,
    `${at < 0 ? "It was copied outside the encoder" : `The copied vector is the framed one, at ${token}`}. ` +
      "The stronger a cell’s colour, the more its copy changes. Click another cell to copy that one.",
  );
}
