// The state passed from step to step. A Transformer's cache holds the keys and values of earlier positions, one new
// column, and the source's, filled once; a recurrent decoder carries one state.

import { element } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";

/** @param {StepsView} view */
export function cacheBox(view) {
  const { decoder_layers: layers, S } = view.facts.sizes;
  view.cacheWords = element("p", "hint");
  view.ownCells = buildCells(layers * view.length);
  view.sourceCells = buildCells(layers * S);
  const grids = element(
    "div",
    "grids flow",
    cacheGrid(`masked self-attention: keys and values of ${layers} layers`, "self", view.length, view.ownCells),
    cacheGrid(`cross-attention: keys and values of ${layers} layers`, "cross", S, view.sourceCells),
  );
  const box = element("section", "cache", element("h3", "", "What the cache holds"), grids, view.cacheWords);
  return makeSavable(box, { name: "What the cache holds" });
}

const buildCells = (count) => [...Array(count)].map(() => element("i"));

function cacheGrid(title, kind, columns, cells) {
  const hidden = { style: `--columns: ${columns}`, "aria-hidden": "true" };
  return element("div", kind, element("span", "hint", title), element("div", "cells", hidden, ...cells));
}

/** @param {StepsView} view */
export function showCache(view) {
  const { step, length } = view;
  const { D, S, decoder_layers: layers } = view.facts.sizes;
  view.ownCells.forEach((cell, index) => {
    const position = index % length;
    cell.className = position < step ? "held" : position === step ? "new" : "";
  });
  for (const cell of view.sourceCells) cell.className = step === 0 ? "new" : "held";
  const held = step === 0 ? "none" : `${step} ${step === 1 ? "position" : "positions"}`;
  const { runs } = view.facts;
  const ran = runs && ` The encoder ran once and the decoder ${runs === 1 ? "once" : `${runs} times`}, once per step.`;
  view.cacheWords.textContent =
    `The cache keeps keys and values, so nothing is computed twice. Before this step it held ${held}; this ` +
    `step adds 1 position: ${layers} layers × 2 × ${D} numbers. The ${S} positions of the source sentence are ` +
    `filled in at the first step and stay.${ran ?? ""}`;
}

/** @param {Pick<Sizes, "S" | "D">} sizes */
export function stateBox({ D, S }) {
  const words =
    `One state of ${D} numbers, and nothing else: what was written before is in it or is lost. The ${S} states of ` +
    "the source were computed once, and the decoder looks back at all of them at every step.";
  return element("section", "", element("h3", "", "What goes from step to step"), element("p", "hint", words));
}
