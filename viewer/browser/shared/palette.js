// The colours that the style sheet gives, for what is painted on canvases.

export const POSITIVE = "#D55E00";
export const NEGATIVE = "#0072B2";
export const WEIGHT = "#CC79A7";

export function inks(canvas) {
  const style = getComputedStyle(canvas);
  const read = (name) => style.getPropertyValue(`--st-${name}-color`).trim();
  return { paper: read("background"), text: read("text"), edge: read("border"), family: style.fontFamily };
}

export function isDark(colour) {
  return channels(colour).reduce((sum, each) => sum + each, 0) < 380;
}

const known = new Map();

export function channels(colour) {
  if (!known.has(colour)) {
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    known.set(colour, [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3));
  }
  return known.get(colour);
}

export function meaningInk(canvas, meaning, ink) {
  return (meaning && getComputedStyle(canvas).getPropertyValue(`--ink-${meaning}`).trim()) || ink.text;
}

export function readInk(canvas, name) {
  return getComputedStyle(canvas).getPropertyValue(name).trim();
}
