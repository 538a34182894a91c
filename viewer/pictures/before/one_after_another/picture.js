// The picture: a cell for every word in every row of a reader, full if done, marked if being read, empty if waiting;
// threads lead to the chosen word from everything it waits for.

import { depthNow } from "../../../widgets/depth.js";
import { element, label, setAttributes, vector } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { sentenceDone, wordDone } from "./readers.js";

const TALL = 15; // pixels of a row
const TALL_AT_LOOK = { wide: 36, narrow: 24 };
const BETWEEN = 19; // rows of a reader, for the threads
const OVER = 30; // a reader's name
const WRITTEN = 56; // pixels that a cell needs for its word, written from left to right
const LABELLED = 15; // pixels that a cell needs for its word, written upwards
const WORDS = 76; // pixels for the words over the cells
const LEVEL_WORDS = 20;

/** @param {WaitingView} view */
export function pictureBox(view) {
  const choose = ({ target }) => {
    const word = target.getAttribute("data-word");
    if (word !== null) view.choose(Number(word));
  };
  view.svg = vector("svg", "readers", { role: "img", click: choose });
  view.line = element("p", "told", { "aria-live": "polite", "data-from": "understand" });
  return makeSavable(element("section", "waiting-picture stack", view.line, view.svg), {
    name: "Who must wait for whom",
    lines: () => [
      ["word", ...view.readers.map(({ name }) => `done in step: ${name}`)],
      ...view.facts.source.map(({ text }, word) => [text, ...view.readers.map((reader) => wordDone(reader, word))]),
    ],
  });
}

/** @param {WaitingView} view */
export function buildHeadline({ facts, readers }) {
  const steps = (reader) => sentenceDone(reader, facts.source.length);
  const [network, , encoder] = readers;
  const told =
    `The recurrent network needs ${steps(network)} steps, more for a longer sentence. ` +
    `This page’s own Transformer reads any sentence in ${steps(encoder)}, one per encoder layer.`;
  return element("p", "look-headline", { "data-at": "look" }, told);
}

/** @param {WaitingView} view */
export function drawReaders(view) {
  const room = view.svg.parentElement?.clientWidth;
  if (!room) return;
  const { source } = view.facts;
  const atLook = depthNow() === "look";
  const readers = atLook ? view.readers.filter(({ short }) => short) : view.readers;
  const tall = atLook ? TALL_AT_LOOK[room < 600 ? "narrow" : "wide"] : TALL;
  const width = (room - 2) / source.length;
  const labelled = width >= LABELLED;
  const level = width >= WRITTEN;
  /** @type {SVGElement[]} */
  const parts = labelled
    ? source.map(({ text }, word) => wordLabel(text, (word + 0.5) * width, word === view.word && !atLook, level))
    : [];
  let top = level ? LEVEL_WORDS : labelled ? WORDS : 0;
  for (const reader of readers) {
    const place = { width, tall, top: top + OVER };
    const end = sentenceDone(reader, source.length);
    const name = atLook ? `${reader.short}${view.step < end ? "" : ` · done, step ${end}`}` : reader.name;
    parts.push(label(0, top + OVER - 9, name, "reader-name"));
    parts.push(...buildCells(view, reader, place), ...(atLook ? [] : dependencyLinks(view, reader, place)));
    top += OVER + reader.rows * stride(place);
  }
  setAttributes(view.svg, { viewBox: `0 0 ${room} ${top}`, height: top, "aria-label": view.line.textContent });
  view.svg.replaceChildren(...parts);
}

function wordLabel(text, x, chosen, level) {
  const shown = text.length > 9 ? `${text.slice(0, 8)}…` : text;
  const names = chosen ? "over chosen" : "over";
  if (level) return vector("text", `${names} level`, { x, y: LEVEL_WORDS - 4 }, shown);
  const transform = `translate(${x + 4} ${WORDS - 4}) rotate(-90)`;
  return vector("text", names, { x: 0, y: 0, transform }, shown);
}

// Move the rows together where there are no threads between them.
const stride = ({ tall }) => tall + (tall === TALL ? BETWEEN : 4);
const rowTop = (row, place) => place.top + row * stride(place);

/** @param {WaitingView} view @param {Reader} reader */
function buildCells({ facts, step, word: pointed }, reader, place) {
  const chosen = depthNow() === "look" ? null : pointed;
  const gap = Math.min(3, place.width * 0.16);
  const size = { width: place.width - gap, height: place.tall, rx: Math.min(4, place.width / 4) };
  return [...Array(reader.rows).keys()].flatMap((row) =>
    facts.source.map((_, word) => {
      const ready = reader.ready(word, row);
      const state = ready < step ? "done" : ready === step ? "now" : "later";
      const corner = { x: word * place.width + gap / 2, y: rowTop(row, place) };
      return vector("rect", `cell ${state}${word === chosen ? " chosen" : ""}`, {
        ...corner,
        ...size,
        "data-word": word,
      });
    }),
  );
}

// Link the chosen word to everything it waits for: in a recurrent reader, all the way back.
/** @param {WaitingView} view @param {Reader} reader */
function dependencyLinks({ word }, reader, place) {
  const middle = (at) => (at + 0.5) * place.width;
  return [...Array(reader.rows).keys()].flatMap((row) => {
    const threads = [];
    const open = [{ word, row }];
    for (let reached = open.pop(); reached; reached = open.pop()) {
      for (const before of reader.waitsFor(reached.word, reached.row).filter((each) => each.row >= 0)) {
        threads.push(thread(middle(before.word), middle(reached.word), before.row, reached.row, place));
        if (before.row === row) open.push(before); // a chain continues
      }
    }
    return threads;
  });
}

function thread(from, to, row, at, place) {
  const [start, end] = [rowTop(row, place), rowTop(at, place)];
  const d = row === at ? `M${from} ${start + TALL / 2}H${to}` : `M${from} ${start + TALL}L${to} ${end}`;
  return vector("path", "wait-thread", { d });
}
