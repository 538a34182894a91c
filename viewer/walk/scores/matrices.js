// The whole matrix in its four stages, with the sums of the rows next to the last.

import { LABEL } from "../../widgets/canvas.js";
import { element } from "../../widgets/elements.js";
import { KINDS, rowNames } from "../../widgets/focus.js";
import { matrix } from "../../widgets/matrix.js";
import { sum } from "../../widgets/numbers.js";
import { drawnWhenNear } from "../../widgets/when_near.js";
import { attentionAxes, lengthsOf } from "../frame/axes.js";
import { labelsOf, ofHead } from "./numbers.js";

const STAGES = [
  { name: "Raw scores, q · k", tensor: "raw_scores", scale: "signed", unit: "score" },
  { name: "Scaled, ÷ √d", tensor: "scores", scale: "signed", unit: "score" },
  { name: "Masked", tensor: "masked_scores", scale: "signed", unit: "score" },
  { name: "Weights, softmax", tensor: "weights" },
];
const MANY = 24; // tokens
export const ROW_SUMS = { width: 44, paint: paintRowSums }; // next to a matrix of weights

/** @param {ScoresView} view */
export function matricesSection(view) {
  const pictures = STAGES.map(({ tensor, ...stage }) =>
    attentionMatrix(view, { ...stage, cell: [2, 34], beside: tensor === "weights" ? ROW_SUMS : undefined }),
  );
  const grid = element("div", "matrices", ...pictures.map((each) => each.element));
  const section = element(
    "section",
    "",
    element("h3", "", "The whole matrix: every query at once"),
    element(
      "p",
      "hint",
      "A row is a query, a column a key; hatched means −∞. Click a cell to see its query and key in the steps above.",
    ),
    grid,
  );
  view.drawMatrices = drawnWhenNear(section, () => {
    const { rows, columns } = KINDS[view.focus.kind];
    grid.classList.toggle("many", Math.max(view.tokens[rows].length, view.tokens[columns].length) > MANY);
    pictures.forEach((picture, index) => {
      picture.draw(ofHead(view, STAGES[index].tensor));
    });
  });
  return section;
}

// A matrix of the attention in focus: a row is a query, a column a key; a click brings both into the steps.
/** @param {ScoresView} view */
export function attentionMatrix(view, options) {
  const pick = (query, key) => pickCell(view, query, key);
  const picture = matrix({ ...attentionAxes([], []), scale: "weights", pick, ...options });
  return {
    element: picture.element,
    draw(values) {
      const { kind } = view.focus;
      const [queries, keys] = [labelsOf(view, rowNames(kind)), labelsOf(view, KINDS[kind].columns)];
      picture.draw(
        values,
        { row: view.focus.token, column: view.key },
        {
          ...attentionAxes(queries, keys, kind),
          shape: `${lengthsOf(kind)} = ${queries.length} × ${keys.length}`,
          height: Math.max(queries.length, keys.length) > MANY ? 9 : undefined, // so that it fits on the screen
        },
      );
    },
  };
}

/** @param {ScoresView} view */
export function pickCell(view, query, key) {
  view.key = key;
  view.pointedKey = null;
  view.set({ token: query });
}

function paintRowSums(pen, { right, top, height }, { data, rows, columns }, ink) {
  pen.fillStyle = ink.text;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.font = `italic ${LABEL}px ${ink.family}`;
  pen.fillText("sum", right + 7, top - 10);
  pen.font = `${LABEL}px ${ink.mono}`;
  for (let row = 0; row < rows; row += Math.max(1, Math.ceil(12 / height))) {
    const total = sum(data.subarray(row * columns, (row + 1) * columns));
    pen.fillText(total.toFixed(2), right + 7, top + (row + 0.5) * height + 0.5);
  }
}
