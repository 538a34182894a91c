// The whole matrix in its four stages, with the sums of the rows next to the last.

import { attentionMatrix } from "../../../frame/attention_matrix.js";
import { keysOf, tokensOf } from "../../../frame/tokens.js";
import { LABEL } from "../../../widgets/canvas.js";
import { element } from "../../../widgets/elements.js";
import { sum } from "../../../widgets/numbers.js";
import { rowOf } from "../../../widgets/vectors.js";
import { drawWhenNear } from "../../../widgets/when_near.js";
import { section } from "../section.js";
import { ofHead } from "./numbers.js";

const STAGES = [
  { name: "Raw scores, q · k", tensor: "raw_scores", scale: "signed", unit: "score" },
  { name: "Scaled, ÷ √d", tensor: "scores", scale: "signed", unit: "score" },
  { name: "Masked", tensor: "masked_scores", scale: "signed", unit: "score" },
  { name: "Weights, softmax", tensor: "weights" },
];
const MANY = 24; // tokens
const ROW_SUMS = { width: 44, paint: paintRowSums }; // next to a matrix of weights

/** @param {ScoresView} view */
export function matricesSection(view) {
  const pictures = STAGES.map(({ tensor, ...stage }) =>
    attentionMatrix(view, { ...stage, cell: [2, 34], beside: tensor === "weights" ? ROW_SUMS : undefined }),
  );
  const grid = element("div", "matrices", ...pictures.map((each) => each.element));
  const all = section(
    "The whole matrix: every query at once",
    "A row is a query, a column a key; hatched means −∞. Click a cell to see its query and key in the picture above.",
    grid,
  );
  view.drawMatrices = drawWhenNear(all, () => {
    grid.classList.toggle("many", Math.max(tokensOf(view).length, keysOf(view).length) > MANY);
    pictures.forEach((picture, index) => {
      const values = ofHead(view, STAGES[index].tensor);
      picture.draw(values, rowHeight(values));
    });
  });
  return all;
}

// So that it fits on the screen.
const rowHeight = ({ rows, columns }) => ({ height: Math.max(rows, columns) > MANY ? 9 : undefined });

function paintRowSums(pen, { right, top, height }, values, ink) {
  pen.fillStyle = ink.text;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.font = `italic ${LABEL}px ${ink.family}`;
  pen.fillText("sum", right + 7, top - 10);
  pen.font = `${LABEL}px ${ink.mono}`;
  for (let row = 0; row < values.rows; row += Math.max(1, Math.ceil(12 / height)))
    pen.fillText(sum(rowOf(values, row)).toFixed(2), right + 7, top + (row + 0.5) * height + 0.5);
}
