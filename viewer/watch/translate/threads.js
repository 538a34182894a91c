// Cross-attention drawn as threads between the source and one token of a translation.

import { vector } from "../../widgets/elements.js";

const THINNEST = 0.02; // a weight below it draws no thread
const FARTHEST = 120; // pixels between source and card: more, and the other card lies between them

// A thread from each source token, as strong as its weight; they meet above the card and reach the token as one stem.
/** @param {ComparisonView} view */
export function thread(root, view) {
  const svg = root.querySelector(".threads");
  const card = root.querySelectorAll(".card")[view.shown.card];
  const chip = card?.querySelectorAll(".chip")[view.shown.token];
  if (!svg || !chip) {
    svg?.replaceChildren();
    return;
  }
  const frame = root.getBoundingClientRect();
  const row = chip.parentElement.getBoundingClientRect();
  const face = chip.querySelector(".face").getBoundingClientRect();
  const x = face.left + face.width / 2 - frame.left;
  const knot = card.getBoundingClientRect().top - frame.top - 3;
  const sourceEnd = root.querySelector(".source").getBoundingClientRect().bottom - frame.top;
  if (knot - sourceEnd > FARTHEST) {
    svg.replaceChildren();
    return;
  }
  const stem = vector("path", "stem", {
    d: `M${x} ${knot}V${Math.min(Math.max(face.top, row.top), row.bottom) - frame.top}`,
  });
  const paths = [stem];
  root.querySelectorAll(".source .chip").forEach((from, position) => {
    const weight = view.weights[position] ?? 0;
    if (weight < THINNEST) return;
    const box = from.getBoundingClientRect();
    const start = { x: box.left + box.width / 2 - frame.left, y: box.bottom - frame.top + 1 };
    const middle = (start.y + knot) / 2;
    const path = vector("path", "", {
      d: `M${start.x} ${start.y}C${start.x} ${middle} ${x} ${middle} ${x} ${knot}`,
      "stroke-width": (1 + 5 * weight).toFixed(2),
      "stroke-opacity": (0.15 + 0.6 * weight).toFixed(3),
    });
    paths.push(path);
  });
  svg.replaceChildren(...paths);
}
