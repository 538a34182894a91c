// The stream through a stack: every token's length at every place, and what the chosen sublayer added to it.

import { stackOf, tokensOf, tokenText } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { textsOf } from "../../../widgets/chips.js";
import { element, say } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { short } from "../../../widgets/numbers.js";
import { NAMES, nameOfPlace, stepNumber, streamPlaces } from "./step.js";

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
  const told = element("p", "check quiet", { "aria-live": "polite" });
  return {
    element: element("section", "stream stack", picture.element, told),
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
      say(told, describeAddition(view, streamPlaces(view)[column], column - 1));
    },
  };
}

/** @param {ResidualView} view */
function describeAddition(view, place, at) {
  if (place.layer === null) return "";
  const [added, cosine] = ["added", "cosine"].map((name) => {
    const { data, columns } = part(view.tensors[`${stackOf(view)}.${name}`]);
    return short(data[at * columns + view.focus.token]);
  });
  return (
    `What ${NAMES[place.sublayer].toLowerCase()} of layer ${place.layer + 1} added to “${tokenText(view)}” has length ${added}, and a cosine of ${cosine} with the ` +
    `stream so far: above 0 along with it, below 0 against it.`
  );
}
