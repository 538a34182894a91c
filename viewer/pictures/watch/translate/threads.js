// Cross-attention drawn as threads between the source and one token of a translation.

import { vector } from "../../../widgets/elements.js";
import { curve, edgePoint } from "../curve.js";

const THINNEST = 0.02; // a weight below it draws no thread
const FARTHEST = 120; // pixels between source and card: more, and the other card lies between them

// A thread from each source token, as strong as its weight; they meet above the card and reach the token as one stem.
/** @param {ComparisonView} view */
export function drawThreads({ root, threads, shown, cardChips, sourceChips, weights }) {
  threads.replaceChildren();
  const chip = cardChips[shown.card]?.[shown.token];
  if (!chip) return;
  const frame = root.getBoundingClientRect();
  const row = chip.parentElement.getBoundingClientRect();
  const [x, top] = edgePoint(chip.querySelector(".face"), frame, "top");
  const knot = chip.closest(".card").getBoundingClientRect().top - frame.top - 3;
  if (knot - (root.querySelector(".source").getBoundingClientRect().bottom - frame.top) > FARTHEST) return;
  const end = Math.min(Math.max(top, row.top - frame.top), row.bottom - frame.top);
  threads.append(vector("path", "stem", { d: `M${x} ${knot}V${end}` }));
  sourceChips.forEach((from, position) => {
    const weight = weights[position] ?? 0;
    if (weight < THINNEST) return;
    const [start, bottom] = edgePoint(from, frame, "bottom");
    const path = {
      d: curve([start, bottom + 1], [x, knot]),
      "stroke-width": (1 + 5 * weight).toFixed(2),
      "stroke-opacity": (0.15 + 0.6 * weight).toFixed(3),
    };
    threads.append(vector("path", "", path));
  });
}
