// The colours of palette.css for painting: canvases and files can't use custom properties.

// All of them as they are at `element`; `deep` are the meanings as ink for texts and thin lines.
export function inks(element) {
  const style = getComputedStyle(element);
  const read = makeColourReader(element, style);
  const deep = ["query", "key", "value", "encoder", "decoder", "cross"].map((each) => [each, read(`ink-${each}`)]);
  return {
    paper: read("st-background-color"),
    text: read("ink"),
    faint: read("faint"),
    edge: read("edge"),
    hair: read("hair"),
    family: style.fontFamily,
    mono: style.getPropertyValue("--st-code-font").trim(),
    encoder: read("encoder"),
    decoder: read("decoder"),
    weight: read("weight-colour"),
    positive: read("positive"),
    negative: read("negative"),
    light: read("light-ink"),
    dark: read("dark-ink"),
    full: read("full-ink"),
    deep: Object.fromEntries(deep),
  };
}

// A colour that a page's own style sheet names.
export function readInk(element, name) {
  return makeColourReader(element, getComputedStyle(element))(name.slice(2));
}

// Reads custom properties; the colours of a contrast theme come as numbers, since a pen doesn't know them by name.
function makeColourReader(element, style) {
  if (!matchMedia("(forced-colors: active)").matches) return (name) => style.getPropertyValue(`--${name}`).trim();
  return (name) => {
    element.style.outlineColor = `var(--${name})`;
    const colour = style.outlineColor;
    element.style.outlineColor = "";
    return colour;
  };
}

export function isDark(colour) {
  return channels(colour).reduce((sum, each) => sum + each, 0) < 380;
}

const known = new Map();

// Red, green and blue, 0 to 255, of any colour that CSS can write.
export function channels(colour) {
  return withOpacity(colour).slice(0, 3);
}

// The same, with its opacity, 0 to 255.
export function withOpacity(colour) {
  if (!known.has(colour)) {
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d"));
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    known.set(colour, [...pen.getImageData(0, 0, 1, 1).data]);
  }
  return known.get(colour);
}

// Numbers as shades, one pixel each: between the paper and the colour of their sign, which is full at `limit`. Numbers
// that are not finite stay paper. `at(index)` can reorder them.
export function shades(numbers, columns, rows, { limit, paper, below, above, at = (index) => index }) {
  const image = new ImageData(columns, rows);
  const [low, negative, positive] = [paper, below, above].map(channels);
  for (let index = 0; index < columns * rows; index += 1) {
    const value = numbers[at(index)];
    const full = value < 0 ? negative : positive;
    const share = Number.isFinite(value) ? Math.min(1, Math.abs(value) / limit) : 0;
    for (let channel = 0; channel < 3; channel += 1) {
      image.data[4 * index + channel] = low[channel] + share * (full[channel] - low[channel]);
    }
    image.data[4 * index + 3] = 255;
  }
  return image;
}

// An image as something that a pen can draw at any size.
export function drawBitmap(image) {
  const bitmap = new OffscreenCanvas(image.width, image.height);
  /** @type {OffscreenCanvasRenderingContext2D} */ (bitmap.getContext("2d")).putImageData(image, 0, 0);
  return bitmap;
}
