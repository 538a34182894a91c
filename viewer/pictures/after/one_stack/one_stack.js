// One stack: three squares of attention, of an encoder-decoder, that slide into one.

import { addWeightLabel, chipRow } from "../../../widgets/chips.js";
import { choice, numbers } from "../../../widgets/choice.js";
import { matrixLines } from "../../../widgets/csv.js";
import { element, findIn, region, say, vector } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { pythonBox } from "../../../widgets/python.js";
import {
  aheadOf,
  BETWEEN,
  BLOCKS,
  blockPlaces,
  blockWeights,
  describeMean,
  describeRow,
  rowInFocus,
  shadesOf,
  spanOf,
} from "./blocks.js";
import "../../../widgets/equation_and_code.css";
import "./one_stack.css";

const CELL = { least: 11, most: 26 };
const NARROW = { width: 480, least: 6 }; // pixels of a phone, and of its cells
const HIGHEST = 520; // pixels: taller only where cells would be too small
const LETTER = 7.4; // pixels of a letter in the names
const NAMES = { least: 40, most: 84 }; // pixels
const LEAST = 0.05; // of a smaller weight a token has only the shade

const TOLD = {
  apart: {
    headline: "Two texts: the encoder reads the English, the decoder writes the French.",
    windows: ["The encoder reads", "The decoder writes"],
  },
  joined: {
    headline: "One text: each next token is written by looking back over all of it.",
    windows: ["reads", "writes"],
  },
};
const MEANINGS = [
  ["encoder", "English looks at English", "The encoder’s. In one stack half is hidden: no word sees the next."],
  ["hidden", "Grey: still to come, so hidden", "No token sees a later one, and the English sees no French."],
  ["cross", "French looks at English", "Cross-attention. In one stack it shares a softmax with the block beside it."],
  ["decoder", "French looks at French", "The decoder’s own. In both, a token sees itself and earlier ones."],
];

export default mountOnData((/** @type {OneStackView} */ view, { facts, tensors }) => {
  const [layers] = tensors.stack.shape;
  Object.assign(view, { facts, tensors, joined: view.joined ?? true, square: null });
  view.layer = Math.min(view.layer ?? Math.floor(layers / 2), layers - 1);
  view.row = facts.source.length + Math.floor(facts.target.length / 2);
  view.headline = element("p", "look-headline", { "aria-live": "polite" });
  view.reading = element("p", "look-words", { "aria-live": "polite" });
  view.beside = element("p", "hint", { "data-from": "understand" });
  view.place = element("div", "square-place sideways", region("Attention"));
  const models = [
    ["Encoder and decoder", false],
    ["One stack", true],
  ];
  const join = choice("", models, view.joined, (joined) => {
    view.joined = joined;
    showModel(view);
  });
  findIn(join, "[role=radiogroup]").setAttribute("aria-label", "The model");
  const layer = choice("Layer of one stack", numbers(layers), view.layer, (chosen) => {
    view.layer = chosen;
    drawSquare(view);
  });
  layer.dataset.from = "understand";
  view.chips = chipRow("A token that looks", [...facts.source, ...facts.target], view.row, (row) => {
    view.row = row;
    mark(view);
  });
  view.chips.querySelectorAll("button").forEach(addWeightLabel);
  const later = { "data-from": "understand" };
  view.root.replaceChildren(
    view.headline,
    element("div", "choices", join, layer),
    makeSavable(
      element(
        "div",
        "square-and-words side-by-side",
        element("div", "stack", windows(view), view.reading, view.beside),
        element("figure", "one-square", later, view.place),
        element("div", "meanings", later, ...MEANINGS.map(meaning)),
      ),
      { name: "Attention over English and French", lines: () => linesOf(view) },
    ),
    element("div", "telling", { "data-from": "prove" }, pythonBox(facts.snippet.title, facts.snippet.code)),
  );
  const watch = new ResizeObserver(() => drawSquare(view));
  watch.observe(view.place);
  drawSquare(view);
  showModel(view);
  return () => watch.disconnect();
});

// The text that is read and written: in two frames, and of one stack in one strip.
/** @param {OneStackView} view */
function windows({ chips, facts }) {
  const words = [...chips.children];
  const from = words.findIndex((word) => word.contains(chips.querySelectorAll("button")[facts.source.length]));
  for (const at of [0, from]) words[at].prepend(element("b", "reads"));
  const parts = [words.slice(0, from), words.slice(from)];
  chips.replaceChildren(...parts.map((part) => element("div", "window chips", ...part)));
  return chips;
}

// One of the four blocks in words.
const meaning = (/** @type {string[]} */ [name, title, words]) =>
  element("section", `meaning ${name}`, element("h3", "", title), element("p", "hint", words));

/** @param {OneStackView} view */
function sizesOf({ facts: { source, target }, place }) {
  const longest = Math.max(...[...source, ...target].map(({ text }) => [...text].length));
  const names = Math.min(NAMES.most, Math.max(NAMES.least, LETTER * longest + 8), place.clientWidth / 6);
  const room = (Math.min(place.clientWidth, HIGHEST) - names - 1) / (source.length + BETWEEN + target.length);
  const least = place.clientWidth < NARROW.width ? NARROW.least : CELL.least;
  const cell = Math.floor(Math.min(CELL.most, Math.max(least, room)));
  return { source: source.length, target: target.length, cell, names };
}

// Draw the whole picture again; `move` then only slides it.
/** @param {OneStackView} view */
function drawSquare(view) {
  const { facts, place } = view;
  if (!place.clientWidth) return;
  const sizes = sizesOf(view);
  view.sizes = sizes;
  const { cell } = sizes;
  const isNamed = (at) => at % Math.ceil(CELL.least / cell) === 0;
  const groups = BLOCKS.map((name) => {
    const { from, rows, columns } = spanOf(name, sizes.source, sizes.target);
    const [down, across] = [from.row ? facts.target : facts.source, from.column ? facts.target : facts.source];
    const shaded = (joined) =>
      vector(
        "g",
        joined ? "when-joined" : "when-apart",
        ...shadesOf(blockWeights(view, name, joined), cell).map(([level, d]) =>
          vector("path", "shade", { d, "fill-opacity": level }),
        ),
      );
    const ahead =
      name !== "cross" &&
      vector("path", `ahead ${name === "encoder" ? "when-joined" : ""}`, { d: aheadOf(rows, cell) });
    const frame = vector("rect", "frame", { width: columns * cell, height: rows * cell });
    const row = vector("rect", "looking", { width: columns * cell, height: cell, "data-block": name });
    const left =
      name !== "decoder" &&
      vector("g", "", ...down.map((chip, at) => isNamed(at) && nameOf(chip, sizes, -6, (at + 0.5) * cell)));
    const above =
      name !== "cross" &&
      vector(
        "g",
        "above",
        ...across.map((chip, at) => isNamed(at) && nameOf(chip, sizes, (at + 0.5) * cell, -6, true)),
      );
    return vector("g", `block ${name}`, ahead, shaded(false), shaded(true), frame, row, left, above);
  });
  const never = vector("path", "ahead when-joined never", {
    d: `M0 0h${sizes.target * cell}v${sizes.source * cell}H0z`,
  });
  view.square = vector(
    "svg",
    "both-languages",
    { role: "img", "aria-label": "Squares of attention: rows look at columns" },
    vector("g", "block hidden", never),
    ...groups,
    vector("text", "left axis", { x: sizes.names - 6, y: sizes.names - 28 }, "at →"),
    vector("text", "left axis", { x: sizes.names - 6, y: sizes.names - 10 }, "looks ↓"),
  );
  listen(view);
  place.replaceChildren(view.square);
  showModel(view);
}

function nameOf({ text }, { names }, x, y, turned = false) {
  const letters = [...text];
  const most = Math.floor((names - 8) / LETTER);
  const told = letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
  return vector("text", "", turned ? { transform: `translate(${x} ${y}) rotate(-90)` } : { x, y, class: "left" }, told);
}

// Slides the blocks, once they are drawn, to where they belong; what belongs to the other model fades.
/** @param {OneStackView} view */
function showModel(view) {
  const { square, joined, sizes } = view;
  const told = TOLD[joined ? "joined" : "apart"];
  say(view.headline, told.headline);
  for (const [at, title] of view.chips.querySelectorAll(".reads").entries()) say(title, told.windows[at]);
  view.chips.classList.toggle("joined", joined);
  mark(view);
  if (!square) return;
  const places = blockPlaces({ ...sizes, joined });
  square.classList.toggle("joined", joined);
  const { side } = blockPlaces({ ...sizes, joined: false });
  for (const [name, value] of Object.entries({ width: side, height: side })) square.setAttribute(name, value);
  for (const name of BLOCKS) {
    const { x, y } = places[name];
    square.querySelector(`.${name}`).style.transform = `translate(${x}px, ${y}px)`;
  }
  square.querySelector(".decoder .above").style.transform = `translate(0px, ${-places.above}px)`;
  square.querySelector(".hidden").style.transform = `translate(${places.decoder.x}px, ${places.encoder.y}px)`;
}

// The chosen row: in the square, if it is drawn, in the windows, and in words.
/** @param {OneStackView} view */
function mark(view) {
  const { facts, row, joined } = view;
  for (const box of view.square?.querySelectorAll(".looking") ?? []) {
    const { from, rows } = spanOf(box.dataset.block, facts.source.length, facts.target.length);
    box.classList.toggle("chosen", row >= from.row && row < from.row + rows);
    box.setAttribute("y", Math.max(0, row - from.row) * view.sizes.cell);
  }
  const { english, french } = rowInFocus(view);
  const seen = [...english, ...(french ?? [])];
  view.chips.classList.toggle("reading", !french);
  for (const [at, chip] of view.chips.querySelectorAll("button").entries()) {
    const weight = seen[at] ?? 0;
    const isNext = Boolean(french) && at === row + 1;
    chip.style.setProperty("--weight", (Math.sqrt(weight) * 0.7).toFixed(3));
    chip.classList.toggle("next", isNext);
    chip.classList.toggle("later", at > row && !isNext && (at >= facts.source.length || joined));
    chip.querySelector(".figure").textContent = isNext ? "next" : weight < LEAST ? "" : `${Math.round(100 * weight)}%`;
  }
  say(view.reading, describeRow(view));
  say(view.beside, describeMean(view));
}

// A click on a cell chooses its row.
/** @param {OneStackView} view */
function listen(view) {
  view.square.addEventListener("click", (event) => {
    const block = BLOCKS.find((name) => event.target.closest(`.${name}`));
    if (!block) return;
    const { from, rows } = spanOf(block, view.sizes.source, view.sizes.target);
    const { top } = view.square.querySelector(`.${block} .frame`).getBoundingClientRect();
    const at = Math.floor((event.clientY - top) / view.sizes.cell);
    if (at >= 0 && at < rows) view.chips.querySelectorAll("button")[from.row + at].click();
  });
}

/** @param {OneStackView} view */
function linesOf(view) {
  const { source, target, language } = view.facts;
  const english = { title: "English", labels: source.map(({ text }) => text) };
  const french = { title: language, labels: target.map(({ text }) => text) };
  return BLOCKS.flatMap((name) => {
    const [rows, columns] = [name === "encoder" ? english : french, name === "decoder" ? french : english];
    return matrixLines(blockWeights(view, name, view.joined), rows, columns);
  });
}
