// The whole matrix in its four stages, with the sums of the rows beside the last.

import { LABEL } from "../../widgets/canvas.js";
import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { scoresAxes, scoresPart, scoresRowHeight } from "./numbers.js";

const STAGES = [
  { name: "Raw scores, q · k", tensor: "raw_scores", scale: "signed", unit: "score" },
  { name: "Scaled, ÷ √d", tensor: "scores", scale: "signed", unit: "score" },
  { name: "Masked", tensor: "masked_scores", scale: "signed", unit: "score" },
  { name: "Weights, softmax", tensor: "weights", scale: "weights" },
];
export const ROW_SUMS = 44; // pixels beside the weights

/** @param {ScoresView} view */
export function matricesSection(view) {
  const section = element("section", "whole");
  section.append(
    element("h3", "", "The whole matrix: every query at once"),
    element(
      "p",
      "hint",
      "A row is a query, a column a key; hatched means −∞. Click a cell to bring its query and key into the steps " +
        "above.",
    ),
  );
  const grid = element("div", "matrices");
  view.pictures = STAGES.map(({ name, tensor, scale, unit }) => {
    const picture = matrix({
      name,
      rows: {},
      columns: {},
      scale,
      unit,
      beside: tensor === "weights" ? { width: ROW_SUMS, paint: paintRowSums } : undefined,
      pick: (query, key) => pickCell(view, query, key),
    });
    grid.append(picture.element);
    return picture;
  });
  section.append(grid);
  view.showKeyInMatrices = () =>
    view.pictures.forEach((picture) => {
      picture.mark({ row: view.focus.token, column: view.key });
    });
  view.matricesGrid = grid;
  return section;
}

/** @param {ScoresView} view */
export function pickCell(view, query, key) {
  view.key = key;
  view.pointedKey = null;
  view.set({ token: query });
}

/** @param {ScoresView} view */
export function drawMatrices(view) {
  const axes = scoresAxes(view);
  const masked = `${view.focus.kind}.masked_scores` in view.tensors;
  const count = Math.max(axes.rows.labels.length, axes.columns.labels.length);
  view.matricesGrid.classList.toggle("many", count > 24);
  view.pictures.forEach((picture, index) => {
    const { tensor } = STAGES[index];
    const shown = tensor === "masked_scores" && !masked ? "scores" : tensor;
    picture.draw(
      scoresPart(view, shown),
      { row: view.focus.token, column: view.key },
      { ...axes, height: scoresRowHeight(count), cell: [2, 34] },
    );
  });
}

export function paintRowSums(pen, { right, top, height }, { data, rows, columns }, ink) {
  pen.fillStyle = ink.text;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.font = `italic 12px ${ink.family}`;
  pen.fillText("sum", right + 7, top - 10);
  pen.font = `${LABEL}px ${getComputedStyle(pen.canvas).getPropertyValue("--st-code-font")}`;
  for (let row = 0; row < rows; row += Math.max(1, Math.ceil(12 / height))) {
    const sum = data.subarray(row * columns, (row + 1) * columns).reduce((total, each) => total + each, 0);
    pen.fillText(sum.toFixed(2), right + 7, top + (row + 0.5) * height + 0.5);
  }
}
