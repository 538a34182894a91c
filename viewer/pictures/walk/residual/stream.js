// The stream through a stack: every token's length at every place.

import { stackOf, tokensOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { textsOf } from "../../../widgets/chips.js";
import { element } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { nameOfPlace, stepNumber, streamPlaces } from "./step.js";

/** @param {ResidualView} view */
export function streamPicture(view, pick) {
  const picture = matrix({
    name: "The residual stream through the stack",
    rows: { title: "token" },
    columns: { title: "place" },
    scale: "plain",
    unit: "length ‖x‖₂",
    cell: [9, 80],
    pick: (token, place) => place > 0 && pick(streamPlaces(view)[place], token),
  });
  return {
    element: element("section", "stream stack", picture.element),
    draw() {
      const { data, rows: places, columns: tokens } = part(view.tensors[`${stackOf(view)}.lengths`]);
      const turned = Float32Array.from(data, (_, at) => data[(at % places) * tokens + Math.floor(at / places)]);
      const column = stepNumber(view) + 1;
      picture.draw(
        { data: turned, rows: tokens, columns: places },
        { row: view.focus.token, column },
        {
          rows: { title: "token", labels: textsOf(tokensOf(view)) },
          columns: { title: "after", labels: streamPlaces(view).map(nameOfPlace) },
          height: tokens > 24 ? 13 : 20,
          shape: `tokens × places = ${tokens} × ${places}`,
        },
      );
    },
  };
}
