// Patching at a glance: both sentences with their translations, what one copied vector makes of the first, and where
// in the encoder, and in the decoder where it writes, a copy does that: the stronger a cell's colour, the more it changes.

import { AS_IS, element, say } from "../../../widgets/elements.js";
import { editCode } from "../../../widgets/finding.js";
import { joinChips } from "../../../widgets/guesses.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { keyGoal } from "../../../widgets/radio.js";
import { cellReading, columnLabel } from "./cells.js";
import { buildWords } from "./runs.js";

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
    cells: element("div", "patch-both", ...view.grids.slice(0, 2).map((grid, index) => buildGrid(view, grid, index))),
  };
  view.look = parts;
  const told = element("p", "look-words", view.facts.told.split(/(?<=\.) /).at(-1)); // of the decoder
  const lines = element(
    "div",
    "patch-lines aligned",
    ...line("a", a, joinChips(a.translated)),
    ...line("b", b, joinChips(b.translated)),
    ...line("a", { text: `${a.text} + one vector of b` }, parts.patched, "both"),
  );
  const shown = { "data-at": "look" };
  return makeSavable(
    element("section", "patch-look stack", shown, parts.headline, lines, parts.where, parts.cells, told),
    {
      name: "One copied vector",
      finding: () => findingOf(view),
    },
  );
}

// What the copy changes, and the lines that make it.
/** @param {PatchingView} view */
function findingOf({ facts, look, grids, cell: at }) {
  const { model, cell } = facts;
  const token = at && grids[at.index].columns[at.column];
  const isThere = token && token.a !== token.b; // where the two differ: so in other pairs, which differ elsewhere
  const [one, other] = facts.sentences.map(({ text }) => JSON.stringify(text));
  const first = `

def where(one, other):  # they differ
    return next(at for at, ids in enumerate(zip(model.read(one).ids, model.read(other).ids)) if len({*ids}) > 1)

`;
  const begin = `from transformer.edits import patch\n\nothers = {${one}: ${other}}  # and your own pairs\n${isThere ? first : ""}`;
  const position = isThere ? "where(sentence, others[sentence])" : cell.position;
  const code = editCode({
    model,
    sentences: "[*others]",
    edit: `patch("${cell.place}", ${position}, others[sentence])`,
    begin,
  });
  const edit = { place: cell.place, position: isThere ? null : cell.position };
  return { claim: look.headline.textContent, code, edit };
}

// A cell for each token after each layer of a stack; of the decoder, only for the token that writes the difference.
/** @param {PatchingView} view @param {DrawnGrid} grid @param {number} index */
function buildGrid(view, { title, places, columns, moved }, index) {
  const first = index && columns.length - 1;
  const [one, other] = view.facts.tokens;
  const shown = columns.slice(first);
  const cells = places.flatMap((_, row) =>
    shown.map((_token, at) => {
      const column = first + at;
      const share = Math.max(0, Math.min(1, moved.data[row * columns.length + column]));
      const style = `--share: ${Math.round(100 * share)}%`;
      const title = cellReading(view, { index, row, column });
      const click = () => view.pick({ index, row, column });
      const keydown = (event) => {
        const sideways = /Left|Right/.test(event.key);
        const goal = sideways ? keyGoal(event, at, shown.length) : keyGoal(event, row, places.length);
        if (goal !== null) cells[sideways ? row * shown.length + goal : goal * shown.length + at].focus();
      };
      const cell = { role: "gridcell", type: "button", "data-cell": `${index}.${row}.${column}` };
      return element("button", "", { ...cell, style, title, click, keydown });
    }),
  );
  const name = { role: "grid", "aria-label": `${title}: arrow keys move, Enter copies a vector` };
  const ends = (row) => (row === 0 ? "going in" : row === places.length - 1 ? "last layer" : "");
  const line = (...parts) => element("div", "line", { role: "row" }, ...parts);
  const heading = (column) => element("span", "token one-line", { role: "columnheader" }, columnLabel(column));
  const rows = places.map((_, row) =>
    line(
      element("span", "layer", { role: "rowheader" }, ends(row)),
      ...cells.slice(row * shown.length, (row + 1) * shown.length),
    ),
  );
  const grid = { ...name, style: `--columns: ${shown.length}` };
  return element(
    "div",
    "patch-stack",
    element("b", "", index ? `${title}, before it writes “${one}” or “${other}”` : title),
    element("div", "patch-cells", grid, line(element("span"), ...shown.map(heading)), ...rows),
  );
}

// A different cell, or its translation has come.
/** @param {PatchingView} view */
export function showLook(view) {
  const { look, facts, cell, grids, waits } = view;
  const other = `“${facts.sentences[1].text}”`;
  const chosen = cell && `${cell.index}.${cell.row}.${cell.column}`;
  const cells = [...look.cells.querySelectorAll("button")];
  const found = cells.find((each) => each.dataset.cell === chosen);
  for (const each of cells) {
    each.setAttribute("aria-selected", String(each === found));
    each.tabIndex = each === (found ?? cells[0]) ? 0 : -1;
  }
  look.patched.classList.toggle("waiting", waits);
  if (waits) return;
  const [change] = facts.cell.against[0];
  const quoted = (words) => (words ? `“${words}”` : "nothing");
  say(
    look.headline,
    change
      ? `Copy one vector from ${other}, and ${quoted(change.before)} becomes ${quoted(change.after)}.`
      : `Copy this vector from ${other}, and the translation stays as it was.`,
  );
  look.patched.replaceChildren(buildWords(facts));
  const token = cell ? `“${grids[cell.index].columns[cell.column].a}”` : "";
  say(
    look.where,
    `${found ? `The copied vector is the framed one, at ${token}` : "It was copied elsewhere"}. ` +
      "The stronger a cell’s colour, the more its copy changes. Choose another cell to copy that one.",
  );
}
