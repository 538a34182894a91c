// The score of the token in focus: the last vector times the token's own, number by number, and added up.

import { savesData } from "../../../engine/live/model.js";
import { fetchParameters, hasParameters } from "../../../frame/constants.js";
import { depthNow } from "../../../widgets/depth.js";
import { element, say, vector as svg } from "../../../widgets/elements.js";
import { drawMark } from "../../../widgets/marks/draw.js";
import { roomOf, vector } from "../../../widgets/marks/marks.js";
import { short } from "../../../widgets/numbers.js";
import { biasOf, currentCandidate, logitOf, multiplyFactors } from "./candidate.js";
import { pieceChip, quotePiece } from "./pieces.js";
import "../../watch/flight/flight.css";

const ROOM = roomOf(100, 10, false, 1); // stretched to its row

/** @param {OutputView} view */
export function scorePicture(view) {
  const told = element("p", "look-words");
  const strips = element("div", "factors small", { "aria-hidden": "true" });
  const draw = () => {
    const id = currentCandidate(view);
    const score = `${quotePiece(view, id)} scores ${short(logitOf(view, id))}`;
    say(told, score, ", the dot product of the last vector and its own: multiply number by number, and add up.");
    const isHere = hasParameters(view, view.facts.matrix);
    strips.hidden = !isHere && depthNow() === "look" && savesData(); // two megabytes
    if (strips.hidden) return;
    if (!isHere)
      return fetchParameters(view, view.facts.matrix).then(
        () => hasParameters(view, view.facts.matrix) && view.root.isConnected && draw(),
        () => say(told, "The model’s numbers couldn’t be loaded: check the network."),
      );
    const bias = biasOf(view, id);
    const names = ["last vector", pieceChip(view, id), bias === null ? "products" : `products; bias ${short(bias)}`];
    const { hidden, weights, products } = multiplyFactors(view, id);
    strips.replaceChildren(
      ...[hidden, weights, products].flatMap((values, at) => {
        const mark = vector(ROOM, `factor:${at}`, [0, 0, 100, 10], values, { look: at === 2 ? "product" : "" });
        const strip = svg("svg", "", { viewBox: "0 0 100 10", preserveAspectRatio: "none" }, drawMark(mark));
        return [element("span", "", ["", "× ", "= "][at], names[at]), strip];
      }),
    );
  };
  return { element: element("div", "stack", told, strips), draw };
}
