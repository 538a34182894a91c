// What every canvas needs: its size in the screen's own pixels, and texts that fit.

export const LABEL = 12; // pixels, of the labels' font
export const LONGEST = 92; // pixels that a label may take; the rest is cut off with …

export function shortened(pen, text, most) {
  if (pen.measureText(text).width <= most) return text;
  let kept = text.length;
  while (kept > 1 && pen.measureText(`${text.slice(0, kept)}…`).width > most) kept -= 1;
  return `${text.slice(0, kept)}…`;
}

export function sized(canvas, width, height) {
  const density = window.devicePixelRatio || 1;
  const pen = canvas.getContext("2d");
  pen.setTransform(density, 0, 0, density, 0, 0);
  if (
    canvas.style.width === `${width}px` &&
    canvas.style.height === `${height}px` &&
    canvas.width === Math.round(width * density)
  ) {
    pen.clearRect(0, 0, width, height); // the same size: the page need not be laid out again
    return pen;
  }
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  pen.setTransform(density, 0, 0, density, 0, 0);
  return pen;
}
