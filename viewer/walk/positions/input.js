// Embedding + positions = input: three heat maps in one row, and the choice of a dimension.

import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { LIMIT, partHead, pickCell, sideOf, sideTokens, UNIT, waveName } from "./common.js";

/** @param {PositionsView} view */
export function inputRow(view, place) {
  const head = partHead(
    "What is added",
    "A table with one row for each position is added to the tokens' vectors. It is the same for every sentence, and " +
      "the sum is all that the first layer reads.",
  );
  head.append(dimensionSlider(view));
  const line = element("div", "sum");
  const options = { scale: "signed", limit: LIMIT, unit: UNIT, columns: { title: "dimension", labels: null } };
  const link = (own) => (row, column) => {
    const mark = row === null ? { row: view.focus.token, column: view.dimension } : { row, column };
    Object.entries(view.input).forEach(([name, picture]) => {
      name !== own && picture.mark(mark);
    });
  };
  const shared = (name) => ({ ...options, point: link(name), pick: (row, column) => pickCell(view, row, column) });
  view.input = {
    embedding: matrix({ ...shared("embedding"), name: "Embedding", rows: { title: "token", labels: [] } }),
    positions: matrix({ ...shared("positions"), name: "Positions", rows: { title: "position", labels: null } }),
    input: matrix({ ...shared("input"), name: "Input", rows: { title: "position", labels: null } }),
  };
  line.append(
    view.input.embedding.element,
    element("span", "sign", "+"),
    view.input.positions.element,
    element("span", "sign", "="),
    view.input.input.element,
  );
  place.append(head, line, roomNote(view));
}

// What training has made of the embeddings where the positions differ most.
/** @param {PositionsView} view */
function roomNote(view) {
  const { dimensions, fast, slow } = view.facts.room;
  if (!view.facts.sinusoidal || fast > 0.8 * slow) return "";
  return element(
    "p",
    "note room",
    `The embeddings leave room for the positions. In the first ${dimensions} dimensions, whose waves are shorter ` +
      `than ${view.positionCount} positions, the mean absolute value of their numbers is ${short(fast)}, in the ` +
      `others ${short(slow)}; each token is counted as often as it was met in training.`,
  );
}

/** @param {PositionsView} view */
function dimensionSlider(view) {
  const label = element("label", "slide dimension");
  const slider = element("input");
  Object.assign(slider, { type: "range", min: 0, max: view.sizes.D - 1, step: 1 });
  slider.setAttribute("aria-label", "Dimension");
  slider.addEventListener("input", () => {
    view.dimension = Number(slider.value);
    view.set({});
  });
  label.append(element("span", "", "Dimension"), slider, element("output", "mono"));
  view.dimensionSlider = label;
  return label;
}

/** @param {PositionsView} view */
export function drawInput(view) {
  const side = sideOf(view);
  const tokens = sideTokens(view);
  const letter = side === "encoder" ? "S" : "T";
  const height = tokens.length > 16 ? Math.max(12, Math.floor(320 / tokens.length)) : 20;
  const changes = { height, shape: `${letter} × D = ${tokens.length} × ${view.sizes.D}` };
  const mark = { row: view.focus.token, column: view.dimension };
  for (const [name, picture] of Object.entries(view.input)) {
    const rows = name === "embedding" ? { rows: { title: "token", labels: tokens.map(({ text: face }) => face) } } : {};
    picture.draw(part(view.tensors[`${side}.${name}`]), mark, { ...changes, ...rows });
  }
  const [slider, output] = [view.dimensionSlider.querySelector("input"), view.dimensionSlider.querySelector("output")];
  slider.value = view.dimension;
  output.textContent = `${view.dimension} of 0 to ${view.sizes.D - 1}`;
  slider.setAttribute("aria-valuetext", `${view.dimension}, ${waveName(view, view.dimension)}`);
}
