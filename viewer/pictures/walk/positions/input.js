// Embedding + positions = input: three heat maps in one row, and the choice of a dimension.

import { stackOf, tokensOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { textsOf } from "../../../widgets/chips.js";
import { element } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { heading } from "../section.js";
import { LIMIT, pickCell, UNIT, waveName } from "./common.js";

/** @param {PositionsView} view */
export function inputParts(view) {
  const slider = element("input", "", {
    ...{ type: "range", min: 0, max: view.sizes.D - 1, step: 1, "aria-label": "Dimension" },
    input: () => {
      view.dimension = Number(slider.value);
      view.set({});
    },
  });
  const output = element("output", "mono");
  const head = heading(
    "What is added",
    "A table with one row per position is added to the tokens’ vectors. It’s the same for every sentence, and the " +
      "sum is all the first layer reads.",
    element("label", "slide row quiet dimension", element("span", "", "Dimension"), slider, output),
  );
  const picture = (name, row) =>
    matrix({
      name,
      scale: "signed",
      limit: LIMIT,
      unit: UNIT,
      rows: { title: row },
      columns: { title: "dimension" },
      pick: (token, dimension) => pickCell(view, token, dimension),
      point: (token, dimension) => {
        const mark = token === null ? focusedCell(view) : { row: token, column: dimension };
        for (const other of Object.values(maps)) if (other !== maps[name.toLowerCase()]) other.mark(mark);
      },
    });
  const maps = {
    embedding: picture("Embedding", "token"),
    positions: picture("Positions", "position"),
    input: picture("Input", "position"),
  };
  view.input = { maps, slider, output };
  const sign = (words) => element("span", "sign", words);
  const pictures = Object.values(maps).map((each) => each.element);
  const sum = element("div", "sum", pictures[0], sign("+"), pictures[1], sign("="), pictures[2]);
  return element("section", "added part stack", { "data-from": "understand" }, head, sum);
}

/** @param {PositionsView} view */
const focusedCell = (view) => ({ row: view.focus.token, column: view.dimension });

/** @param {PositionsView} view */
export function drawInput(view) {
  const side = stackOf(view);
  const tokens = tokensOf(view);
  const { D } = view.sizes;
  const { maps, slider, output } = view.input;
  const height = tokens.length > 16 ? Math.max(12, Math.floor(320 / tokens.length)) : 20;
  const changes = { height, shape: `${side === "encoder" ? "S" : "T"} × D = ${tokens.length} × ${D}` };
  for (const [name, picture] of Object.entries(maps)) {
    const rows = name === "embedding" && { rows: { title: "token", labels: textsOf(tokens) } };
    picture.draw(part(view.tensors[`${side}.${name}`]), focusedCell(view), { ...changes, ...rows });
  }
  slider.value = view.dimension;
  output.textContent = `${view.dimension} (of 0–${D - 1})`;
  slider.setAttribute("aria-valuetext", `${view.dimension}, ${waveName(view, view.dimension)}`);
}
