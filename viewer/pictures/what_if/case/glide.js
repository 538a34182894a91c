// What was drawn before moves to its new place.

import { moveMark } from "../../../widgets/marks/draw.js";

const MOVE = 600; // milliseconds

/** @typedef {{ before: Map<string, import("../../../widgets/marks/marks.js").Mark>, begun: number }} Way */

/**
 * @param {Map<string, { mark: any, element: SVGElement }>} marks  as they are drawn
 * @param {Way | undefined} way  where they were, and since when they move; a picture drawn once more on the way goes on with it
 * @param {(frame: number) => void} next  told which frame of the browser comes next, to cancel it
 */
export function glide(marks, way, next) {
  const pairs = [...marks.values()].map(({ mark, element }) => {
    const from = way?.before.get(mark.key);
    const isAlike = from && from.kind === mark.kind && from.g.length === mark.g.length;
    return { element, mark, from: isAlike ? from : mark };
  });
  const step = (now) => {
    const part = way ? Math.min(1, Math.max(0, (now - way.begun) / MOVE)) : 1;
    const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
    for (const { element, from, mark } of pairs) moveMark(element, from, mark, eased);
    if (part < 1 && pairs[0]?.element.isConnected) next(requestAnimationFrame(step));
  };
  step(performance.now());
}
