// What every canvas needs: its size in the screen's own pixels, and texts that fit.

import { isOnPaper } from "./paper.js";

export const LABEL = 12; // pixels, of the labels' font
export const LONGEST_LABEL = 92; // pixels that a label can take; the rest is cut off with …

export function shortenText(pen, text, most) {
  if (pen.measureText(text).width <= most) return text;
  let kept = text.length;
  while (kept > 1 && pen.measureText(`${text.slice(0, kept)}…`).width > most) kept -= 1;
  return `${text.slice(0, kept)}…`;
}

// A text as lines of at most that many pixels; the reader's fonts can be slightly wider than ours.
export function breakLines(pen, text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (lines[lines.length - 1] && pen.measureText(longer).width > most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

const ON_PAPER = 2; // of a printed or saved picture, at least

// How many screen pixels a CSS pixel has along a side.
function density() {
  return Math.max(window.devicePixelRatio || 1, isOnPaper() ? ON_PAPER : 1);
}

// A pen for a canvas of this size in CSS pixels, cleared, and sharp on every screen.
export function sizeCanvas(canvas, width, height) {
  const pen = canvas.getContext("2d");
  const [wide, high] = [Math.round(width * density()), Math.round(height * density())];
  if (canvas.style.width === `${width}px` && canvas.style.height === `${height}px` && canvas.width === wide) {
    pen.reset(); // the same size: no new layout needed
  } else {
    Object.assign(canvas, { width: wide, height: high });
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  }
  pen.scale(density(), density());
  return pen;
}
