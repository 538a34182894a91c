// The score of the token in focus: the last vector times the token's own, number by number, and added up.

import { fetchParameters, hasParameters } from "../../../frame/constants.js";
import { element, say, vector as svg } from "../../../widgets/elements.js";
import { drawMark } from "../../../widgets/marks/draw.js";
import { roomOf, vector } from "../../../widgets/marks/marks.js";
import { short } from "../../../widgets/numbers.js";
import { biasOf, currentCandidate, logitOf, multiplyFactors } from "./candidate.js";
import { pieceChip, quotePiece } from "./pieces.js";
import "../../watch/flight/flight.css";

const STRIP = [0, 0, 100, 10]; // stretched to its row
const ROOM = roomOf(STRIP[2], STRIP[3], false, 1);

/** @param {OutputView} view */
export function scorePicture(view) {
  const told = element("p", "look-words");
  const rows = ["stream-vector", "weight", "product"].map((look) => {
    const [name, strip] = [element("span"), svg("svg", "", { viewBox: STRIP.join(" "), preserveAspectRatio: "none" })];
    return { look, name, strip, all: [name, strip] };
  });
  const draw = () => {
    const id = currentCandidate(view);
    const { frame, facts } = view;
    const score = `${quotePiece(view, id)} scores ${short(logitOf(view, id))}`;
    say(told, `${score}, the dot product of the last vector and its own: multiply number by number, and add up.`);
    if (!hasParameters(view, facts.matrix))
      return fetchParameters(view, facts.matrix).then(
        () => view.frame === frame && view.root.isConnected && draw(),
        () => say(told, "The model’s numbers couldn’t be loaded: check the network."),
      );
    const bias = biasOf(view, id);
    const names = ["last vector", pieceChip(view, id), bias === null ? "products" : `products; bias ${short(bias)}`];
    const { hidden, weights, products } = multiplyFactors(view, id);
    for (const [at, values] of [hidden, weights, products].entries()) {
      say(rows[at].name, ["", "× ", "= "][at], names[at]);
      rows[at].strip.replaceChildren(drawMark(vector(ROOM, `factor:${at}`, STRIP, values, { look: rows[at].look })));
    }
  };
  const strips = element("div", "factors small", { "aria-hidden": "true" }, ...rows.flatMap(({ all }) => all));
  return { element: element("div", "stack", { "data-at": "look" }, told, strips), draw };
}
