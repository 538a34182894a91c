// What the cache holds at a step: the keys and values of the positions before, one new column, and the source's,
// filled once.

import { element } from "../../widgets/elements.js";
import { savedAs } from "../../widgets/pictures.js";

/** @param {StepsView} view */
export function cacheBox(view) {
  const box = element("section", "cache");
  view.cacheWords = element("p", "hint");
  view.cacheGrid = element("div", "grids");
  box.append(element("h3", "", "What the cache holds"), view.cacheGrid, view.cacheWords);
  const { decoder_layers: layers, S } = view.sizes;
  view.cacheGrid.append(
    cacheGrid("masked self-attention", layers, view.length, "self"),
    cacheGrid("cross-attention", layers, S, "cross"),
  );
  return savedAs(box, { name: "What the cache holds" });
}

function cacheGrid(name, layers, positions, kind) {
  const grid = element("div", `grid ${kind}`);
  const cells = element("div", "cells");
  cells.style.setProperty("--columns", String(positions));
  cells.setAttribute("aria-hidden", "true");
  for (let index = 0; index < layers * positions; index += 1) {
    cells.append(element("i", "", { "data-position": String(index % positions) }));
  }
  grid.append(element("span", "name", `${name}: keys and values of ${layers} layers`), cells);
  return grid;
}

/** @param {StepsView} view */
export function showCache(view) {
  const { D, S, decoder_layers: layers } = view.sizes;
  view.cacheGrid.querySelectorAll(".self i").forEach((cell) => {
    const position = Number(cell.dataset.position);
    cell.className = position < view.step ? "held" : position === view.step ? "new" : "";
  });
  view.cacheGrid.querySelectorAll(".cross i").forEach((cell) => {
    cell.className = view.step === 0 ? "new" : "held";
  });
  const held = view.step === 0 ? "none" : `${view.step} ${view.step === 1 ? "position" : "positions"}`;
  const { runs } = view.facts;
  const ran = runs && ` The encoder ran ${times(runs.encoder)} and the decoder ${times(runs.decoder)}, once a step.`;
  view.cacheWords.textContent =
    `The cache keeps keys and values, so that nothing is computed twice. Before this step it held ${held}; this ` +
    `step adds 1 position: ${layers} layers × 2 × ${D} numbers. The ${S} positions of the English sentence are ` +
    `filled in at the first step and stay.${ran ?? ""}`;
}

function times(count) {
  return count === 1 ? "once" : `${count} times`;
}
