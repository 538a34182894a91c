// The way of a sentence: text, words, pieces, ids; below them the row that the focused id fetches, and the scaled
// vector.

import { chipOf } from "../../widgets/chips.js";
import { element } from "../../widgets/elements.js";
import { sum } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { embeddingGutter, embeddingNow, NARROW } from "./now.js";
import { listenToStrips, paintFetch } from "./strips.js";

// Pixels for what tells how many pieces stand before and behind: "… 12 before, 12 more", on a phone in two lines.
const REST_WIDTH = 150;
const NARROW_REST = 74;

/** @param {EmbeddingView} view */
export function pathOf(view) {
  const section = element("section", "path");
  const lines = element("div", "lines");
  const columns = element("div", "columns");
  const canvas = element("canvas", "fetch");
  canvas.setAttribute("role", "img");
  canvas.tabIndex = 0;
  section.append(lines, columns, canvas);
  view.path = { section, lines, columns, canvas, width: 0, pages: {} };
  listenToStrips(view);
  new ResizeObserver(() => {
    if (section.clientWidth === view.path.width) return;
    Object.assign(view.path, { width: section.clientWidth, pages: {}, shown: null });
    drawPath(view);
  }).observe(section);
  return savedAs(section, { name: "From text to vectors" });
}

/** @param {EmbeddingView} view */
export function drawPath(view) {
  const { section, columns, width, pages } = view.path;
  if (!width) return;
  const now = embeddingNow(view);
  section.dataset.side = now.side;
  if (view.path.told !== now.side) tellText(view, now);
  pages[now.side] ??= pagesOf(now, width - embeddingGutter(view) - (width < NARROW ? NARROW_REST : REST_WIDTH));
  const page = pages[now.side].find(({ to }) => view.focus.token < to);
  const shown = `${now.side} ${page.from} ${page.to}`;
  if (view.path.shown !== shown) fillColumns(view, now, page);
  view.path.shown = shown;
  const column = view.focus.token - page.from + 2;
  columns.querySelector(".band").style.gridColumn = String(column);
  columns.querySelectorAll("[data-token]").forEach((cell) => {
    const { token, last } = cell.dataset;
    cell.classList.toggle("here", Number(token) <= view.focus.token && view.focus.token <= Number(last ?? token));
  });
  paintFetch(view, now);
}

// What was typed, and what cleaning made of it; the decoder reads no text, but what it said itself.
/** @param {EmbeddingView} view */
function tellText(view, now) {
  view.path.told = now.side;
  const told = (name, ...parts) => {
    const made = element("p", "line");
    const text = element("span", "text");
    text.dir = "auto";
    text.append(...parts);
    made.append(element("span", "step", name), text);
    return made;
  };
  const faint = (words) => element("span", "faint", words);
  const { typed, cleaned, cut } = view.facts;
  const marked = (parts) => parts.map(({ text, changed }) => (changed ? element("mark", "", text) : text));
  const same = !cleaned.some(({ changed }) => changed) && !typed.some(({ changed }) => changed);
  view.path.lines.replaceChildren(
    ...(now.side === "encoder"
      ? [
          told("You typed", ...marked(typed)),
          told(
            "Cleaned",
            ...(same ? [faint("nothing to change: plain quotes, single spaces, no invisible signs")] : marked(cleaned)),
          ),
          ...(cut ? [told("Cut off", faint("the model reads no more than this"))] : []),
        ]
      : [
          told("Said so far", now.facts.text),
          told(
            "Read again",
            faint("its own pieces with <s> before them; the decoder reads no text, only what it has said"),
          ),
        ]),
  );
}

// A long sentence is shown by the page: as many whole words as fit side by side, and always the same ones together.
function pagesOf({ chips, ids, facts }, room) {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = "15px sans-serif";
  const wide = chips.map(({ text }, token) =>
    Math.max(pen.measureText(text).width + 24, String(ids[token]).length * 9 + 14, 40),
  );
  const begins = new Set(facts.words.map(({ first }) => first));
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

/** @param {EmbeddingView} view */
function fillColumns(view, { chips, ids, facts, side }, { from, to }) {
  const { columns } = view.path;
  columns.style.gridTemplateColumns = `${embeddingGutter(view)}px repeat(${to - from}, max-content) 1fr`;
  const put = (cell, column, row, span = 1) => {
    cell.style.gridColumn = `${column} / span ${span}`;
    cell.style.gridRow = String(row);
    return cell;
  };
  const band = element("span", "band");
  const cells = [
    band,
    ...["Words", "Pieces", "Ids"].map((name, row) => put(element("span", "step", name), 1, row + 1)),
  ];
  const choose = (cell, token, last) => {
    cell.dataset.token = String(token);
    if (last !== undefined) cell.dataset.last = String(last);
    cell.addEventListener("click", () => view.set({ token }));
    return cell;
  };
  for (const { word, first, count } of facts.words) {
    const [begin, end] = [Math.max(first, from), Math.min(first + count, to)];
    if (begin >= end) continue;
    const shown = element("span", "word", word.replace(/^▁(?=.)/, "").replace("▁", "␣"));
    shown.classList.toggle("cut", count > 1);
    shown.dir = "auto";
    cells.push(choose(put(shown, begin - from + 2, 1, end - begin), first, first + count - 1));
  }
  for (let token = from; token < to; token += 1) {
    const piece = chipOf("span", chips[token], chips[token + 1]);
    cells.push(
      choose(put(piece, token - from + 2, 2), token),
      choose(put(element("span", "id", String(ids[token])), token - from + 2, 3), token),
    );
  }
  const rest = [from ? `${from} before` : "", to < chips.length ? `${chips.length - to} more` : ""]
    .filter(Boolean)
    .join(view.path.width < NARROW ? "\n" : ", ");
  if (rest) cells.push(put(element("span", "rest", `… ${rest}`), to - from + 2, 2));
  columns.replaceChildren(...cells);
  columns.dataset.side = side;
}
