// What the two pictures of this chapter share that are painted with a pen: figures, and rules at round numbers.

import { LABEL } from "../../../widgets/canvas.js";
import { element } from "../../../widgets/elements.js";
import { buildCaption } from "../../../widgets/matrix.js";
import { line } from "../pens.js";

export const LEFT = 44; // pixels before the picture, for the numbers at its rules

// A figure that looks like a heat map: a caption with the picture's shape, the canvas, and what the pointer reads.
export function buildFigure(name, names, canvas, ...controls) {
  const caption = buildCaption(name, "", ...controls);
  const reading = element("p", "reading", { "aria-live": "polite" });
  const figure = element("figure", `matrix ${names}`, caption, element("div", "sideways", canvas), reading);
  return { figure, shape: caption.children[1], reading };
}

// Draw rules from the left to the right end, each given as a place and its number.
export function paintRules(pen, rules, right, ink) {
  Object.assign(pen, { font: `${LABEL}px ${ink.family}`, textBaseline: "middle", textAlign: "right", lineWidth: 1 });
  pen.strokeStyle = ink.hair;
  pen.fillStyle = ink.text;
  for (const [y, words] of rules) {
    line(pen, [
      [LEFT, Math.round(y) + 0.5],
      [right, Math.round(y) + 0.5],
    ]);
    pen.fillText(words, LEFT - 6, y);
  }
}

// From 0 up to the largest, at most four of them: 1, 2 or 5 times a power of ten apart.
export function roundTicks(most) {
  const least = most / 3.2;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= least);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

export const formatTick = (tick) => String(Number(tick.toPrecision(6)));
