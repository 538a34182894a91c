// What was drawn before moves to its new place.

import { moved } from "../../../widgets/marks/draw.js";

const MOVE = 600; // milliseconds

/**
 * @param {Map<string, { mark: any, element: SVGElement }>} marks  as they are drawn
 * @param {Map<string, import("../../../widgets/marks/marks.js").Mark>} before
 * @param {(frame: number) => void} next  told which frame of the browser comes next, to cancel it
 */
export function glide(marks, before, next) {
  const pairs = [...marks.values()].flatMap(({ mark, element }) => {
    const from = before.get(mark.key);
    const isAlike = from?.kind === mark.kind && from.g.length === mark.g.length;
    return isAlike && from.g.some((each, at) => each !== mark.g[at]) ? [{ element, from, mark }] : [];
  });
  if (!pairs.length) return;
  const begun = performance.now();
  const step = (now) => {
    const part = Math.min(1, Math.max(0, (now - begun) / MOVE));
    const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
    for (const { element, from, mark } of pairs) moved(element, from, mark, eased);
    if (part < 1 && pairs[0].element.isConnected) next(requestAnimationFrame(step));
  };
  step(begun);
}
