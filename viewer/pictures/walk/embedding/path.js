// The way of a sentence: text, words, pieces, ids; below them the row that the focused id fetches, and the scaled
// vector.

import { chipOf } from "../../../widgets/chips.js";
import { AS_IS, element } from "../../../widgets/elements.js";
import { sum } from "../../../widgets/numbers.js";
import { savedAs } from "../../../widgets/pictures.js";
import { gutterOf, isNarrow, shownOf } from "./now.js";
import { paintFetch, stripsOf } from "./strips.js";

// Pixels for how many pieces come before and after: "… 12 before, 12 more", on a phone in two lines.
const REST = 150;
const NARROW_REST = 74;

/** @param {EmbeddingView} view */
export function pathOf(view) {
  const [lines, columns, canvas] = [element("div"), element("div", "columns"), stripsOf(view)];
  const section = element("section", "path", lines, columns, canvas);
  view.path = { lines, columns, canvas, width: 0, pages: {} };
  new ResizeObserver(() => {
    if (section.clientWidth === view.path.width) return;
    Object.assign(view.path, { width: section.clientWidth, pages: {}, shown: null });
    drawPath(view);
  }).observe(section);
  return savedAs(section, { name: "From text to vectors" });
}

/** @param {EmbeddingView} view */
export function drawPath(view) {
  const { lines, columns, width, pages } = view.path;
  if (!width) return;
  const now = shownOf(view);
  const { token } = view.focus;
  const cut = `${now.side} ${Boolean(view.facts.measured)}`;
  pages[cut] ??= pagesOf(now, width - gutterOf(view) - (isNarrow(view) ? NARROW_REST : REST));
  const page = pages[cut].find(({ to }) => token < to);
  const shown = `${cut} ${page.from} ${page.to}`;
  if (view.path.shown !== shown) {
    lines.replaceChildren(...(now.side === "encoder" ? typedLines(view) : saidLines(now)));
    columns.style.gridTemplateColumns = `${gutterOf(view)}px repeat(${page.to - page.from}, max-content) 1fr`;
    columns.replaceChildren(...cellsOf(view, now, page));
  }
  view.path.shown = shown;
  columns.querySelector(".band").style.gridColumn = String(token - page.from + 2);
  for (const cell of columns.querySelectorAll("[data-token]")) {
    const { token: first, last } = cell.dataset;
    cell.classList.toggle("here", Number(first) <= token && token <= Number(last));
  }
  paintFetch(view);
}

const lineOf = (name, ...parts) =>
  element(
    "p",
    "line",
    element("span", "step quiet", name),
    element("span", "text", { ...AS_IS, dir: "auto" }, ...parts),
  );

const faint = (words) => element("span", "quiet", words);

// The typed text, and what cleaning made of it.
/** @param {EmbeddingView} view */
function typedLines({ facts: { measured }, frame }) {
  if (!measured) return [lineOf("You typed", frame.sentence)];
  const { typed, cleaned, cut } = measured;
  const marked = (parts) => parts.map(({ text, changed }) => (changed ? element("mark", "", text) : text));
  const same = ![...cleaned, ...typed].some(({ changed }) => changed);
  const nothing = faint("nothing to clean up");
  return [
    lineOf("You typed", ...marked(typed)),
    lineOf("Cleaned", ...(same ? [nothing] : marked(cleaned))),
    ...(cut ? [lineOf("Cut off", faint("the model reads only this much"))] : []),
  ];
}

// The decoder reads no text, only its own output.
function saidLines({ chips }) {
  const again = "its own pieces after <s>; the decoder reads no text, only what it has written";
  return [lineOf("Written so far", writtenAs(chips.slice(1))), lineOf("Fed back in", faint(again))];
}

const writtenAs = (chips) => chips.map(({ text, joined }, at) => (at && !joined ? " " : "") + text).join("");

// Show a long sentence in pages: as many whole words as fit side by side, with the same words always together.
function pagesOf({ chips, ids, words }, room) {
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
function cellsOf(view, { chips, ids, words }, { from, to }) {
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
    putToken(chipOf("span", chip, chips[token + 1]), 2, token);
    putToken(element("span", "id", ids[token]), 3, token);
  });
  const rest = [from && `${from} before`, to < chips.length && `${chips.length - to} more`].filter(Boolean);
  if (rest.length) {
    cells.push(put(element("span", "rest quiet", `… ${rest.join(isNarrow(view) ? "\n" : ", ")}`), to - from + 2, 2));
  }
  return cells;
}
