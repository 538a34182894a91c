// The way of a sentence: text, words, pieces, ids; below them the row that the focused id fetches, and the scaled
// vector.

import { buildChip } from "../../../widgets/chips.js";
import { AS_IS, element } from "../../../widgets/elements.js";
import { sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { currentVectors, gutterWidth, isNarrow } from "./now.js";
import { buildStrips, paintFetch } from "./strips.js";

// Pixels for how many pieces come before and after: "… 12 before, 12 more", on a phone in two lines.
const REST = 150;
const NARROW_REST = 74;

/** @param {EmbeddingView} view */
export function buildPath(view) {
  const [lines, columns, canvas] = [element("div"), element("div", "columns"), buildStrips(view)];
  const section = element("section", "path", lines, columns, canvas);
  view.path = { lines, columns, canvas, width: 0, pages: {} };
  new ResizeObserver(() => {
    if (section.clientWidth === view.path.width) return;
    Object.assign(view.path, { width: section.clientWidth, pages: {}, shown: null });
    drawPath(view);
  }).observe(section);
  return makeSavable(section, { name: "From text to vectors" });
}

/** @param {EmbeddingView} view */
export function drawPath(view) {
  const { lines, columns, width, pages } = view.path;
  if (!width) return;
  const now = currentVectors(view);
  const { token } = view.focus;
  const cut = `${now.side} ${Boolean(view.facts.measured)}`;
  pages[cut] ??= splitIntoPages(now, width - gutterWidth(view) - (isNarrow(view) ? NARROW_REST : REST));
  const page = pages[cut].find(({ to }) => token < to);
  const shown = `${cut} ${page.from} ${page.to}`;
  if (view.path.shown !== shown) {
    lines.replaceChildren(...(now.side === "encoder" ? buildTypedLines(view) : buildSaidLines(now)));
    columns.style.gridTemplateColumns = `${gutterWidth(view)}px repeat(${page.to - page.from}, max-content) 1fr`;
    columns.replaceChildren(...buildCells(view, now, page));
  }
  view.path.shown = shown;
  columns.querySelector(".band").style.gridColumn = String(token - page.from + 2);
  for (const cell of columns.querySelectorAll("[data-token]")) {
    const { token: first, last } = cell.dataset;
    cell.classList.toggle("here", Number(first) <= token && token <= Number(last));
  }
  paintFetch(view);
}

const buildLine = (name, ...parts) =>
  element(
    "p",
    "line",
    element("span", "step quiet", name),
    element("span", "text", { ...AS_IS, dir: "auto" }, ...parts),
  );

const faint = (words) => element("span", "quiet", words);

// The typed text, and what cleaning made of it.
/** @param {EmbeddingView} view */
function buildTypedLines({ facts: { measured }, frame }) {
  if (!measured) return [buildLine("You typed", frame.sentence)];
  const { typed, cleaned, cut } = measured;
  const marked = (parts) => parts.map(({ text, changed }) => (changed ? element("mark", "", text) : text));
  const same = ![...cleaned, ...typed].some(({ changed }) => changed);
  const nothing = faint("nothing to clean up");
  return [
    buildLine("You typed", ...marked(typed)),
    buildLine("Cleaned", ...(same ? [nothing] : marked(cleaned))),
    ...(cut ? [buildLine("Cut off", faint("the model reads only this much"))] : []),
  ];
}

// The decoder reads no text, only its own output.
function buildSaidLines({ chips }) {
  const again = "its own pieces after <s>; the decoder reads no text, only what it has written";
  return [buildLine("Written so far", writtenAs(chips.slice(1))), buildLine("Fed back in", faint(again))];
}

const writtenAs = (chips) => chips.map(({ text, joined }, at) => (at && !joined ? " " : "") + text).join("");

// Show a long sentence in pages: as many whole words as fit side by side, with the same words always together.
function splitIntoPages({ chips, ids, words }, room) {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = "15px sans-serif";
  const wide = chips.map(({ text }, token) =>
    Math.max(pen.measureText(text).width + 24, String(ids[token]).length * 9 + 14, 40),
  );
  const begins = new Set(words.map(({ first }) => first));
  const pages = [{ from: 0, to: 0 }];
  let used = 0;
  let word = 0;
  chips.forEach((_, token) => {
    if (begins.has(token)) word = token;
    used += wide[token];
    const page = pages.at(-1);
    if (used > room && token > page.from) {
      const from = word > page.from ? word : token;
      page.to = from;
      pages.push({ from, to: from });
      used = sum(wide.slice(from, token + 1));
    }
    pages.at(-1).to = token + 1;
  });
  return pages;
}

// Three rows: words, pieces, ids, each cell in its token's column.
/** @param {EmbeddingView} view */
function buildCells(view, { chips, ids, words }, { from, to }) {
  const put = (cell, column, row, span = 1) => {
    cell.style.gridArea = `${row} / ${column} / auto / span ${span}`;
    return cell;
  };
  const cells = [
    element("span", "band"),
    ...["Words", "Pieces", "Ids"].map((name, row) => put(element("span", "step quiet", name), 1, row + 1)),
  ];
  const putToken = (cell, row, first, last = first) => {
    const [begin, end] = [Math.max(first, from), Math.min(last + 1, to)];
    if (begin >= end) return;
    Object.assign(cell.dataset, { token: first, last });
    cell.addEventListener("click", () => view.set({ token: first }));
    cells.push(put(cell, begin - from + 2, row, end - begin));
  };
  for (const { word, first, count } of words) {
    const shown = word.replace(/^▁(?=.)/, "").replace("▁", "␣");
    putToken(
      element("span", count > 1 ? "word cut" : "word", { ...AS_IS, dir: "auto" }, shown),
      1,
      first,
      first + count - 1,
    );
  }
  chips.forEach((chip, token) => {
    putToken(buildChip("span", chip, chips[token + 1]), 2, token);
    putToken(element("span", "id", ids[token]), 3, token);
  });
  const rest = [from && `${from} before`, to < chips.length && `${chips.length - to} more`].filter(Boolean);
  if (rest.length) {
    cells.push(put(element("span", "rest quiet", `… ${rest.join(isNarrow(view) ? "\n" : ", ")}`), to - from + 2, 2));
  }
  return cells;
}
