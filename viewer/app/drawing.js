// A picture of the page as a drawing (SVG): boxes, texts, lines and canvases, each where the browser has laid it out.
// Everything on the page can be saved this way, and looks the same.

import { breakLines } from "../widgets/canvas.js";
import { setAttributes, vector } from "../widgets/elements.js";
import { withOpacity } from "../widgets/palette.js";
import { drawTexts, round } from "./drawing_texts.js";

const MARGIN_OF_SHEET = 20; // pixels around the picture
const FOOT = 16; // pixels for each line under it
const LEAST = 600; // pixels that these lines may be long, at least
const HEAD = 30; // pixels for the line above it
// What is no part of a picture: what one types into or presses beside it, what was not chosen, what is told of the
// pointer.
const NO_PICTURE = [
  ...["input", "select", "textarea", "script", "style", "button.copy", "button.change", ".zoom", ".guess"],
  ...[".guess-switch", ".choice [aria-checked=false]", ".reading", "figcaption .hint", ".what .hint"],
].join();
// The properties that style sheets give shapes within an SVG; a file includes no style sheets.
const SHAPE_STYLE = [
  ...["fill-opacity", "fill-rule", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap"],
  ...["stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "font-style", "text-anchor"],
  ...["dominant-baseline", "paint-order", "vector-effect", "letter-spacing", "transform", "transform-origin"],
];

// `title` goes above the picture if it has no title of its own, `foot` below it.
/**
 * @param {Element} place
 * @param {{ title: string, foot: string }} words
 * @returns {SVGSVGElement}
 */
export function drawPicture(place, { title, foot }) {
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d"));
  const sheet = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity, clips: 0, pen };
  const group = shape("g");
  drawNode(place, group, sheet);
  const style = getComputedStyle(place);
  const head = place.querySelector("figcaption, h3, :scope > b") ? 0 : HEAD;
  const left = sheet.left - MARGIN_OF_SHEET;
  const top = sheet.top - MARGIN_OF_SHEET - head;
  sheet.pen.font = `${style.fontWeight} 12px ${style.fontFamily}`;
  const feet = breakLines(sheet.pen, foot, Math.max(sheet.right - sheet.left, LEAST));
  const long = (text) => sheet.pen.measureText(text).width;
  const words = Math.max(...feet.map(long), head && 1.4 * long(title));
  const width = Math.ceil(Math.max(sheet.right - sheet.left, words) + 2 * MARGIN_OF_SHEET);
  const height = Math.ceil(sheet.bottom + MARGIN_OF_SHEET + FOOT * feet.length + 10 - top);
  const svg = shape("svg", { width, height, viewBox: `${round(left)} ${round(top)} ${width} ${height}` });
  const paper = hexColour(style.getPropertyValue("--st-background-color"));
  const line = (x, y, text, size, ink) =>
    shape("text", { x: round(x), y: round(y), "font-family": style.fontFamily, "font-size": size, ...ink }, text);
  const ink = (name) => paintAttributes("fill", style.getPropertyValue(name));
  svg.append(shape("title", title), shape("rect", { x: round(left), y: round(top), width, height, fill: paper.hex }));
  if (head) svg.append(line(sheet.left, sheet.top - 14, title, 15, { ...ink("--ink"), "font-weight": 600 }));
  svg.append(group);
  feet.forEach((text, at) => {
    svg.append(line(sheet.left, sheet.bottom + MARGIN_OF_SHEET + 12 + FOOT * at, text, 12, ink("--faint")));
  });
  return svg;
}

function drawNode(node, group, sheet) {
  if (node.nodeType === Node.TEXT_NODE) drawWords(node, group, sheet);
  if (!(node instanceof Element) || node.matches(NO_PICTURE) || !node.getClientRects().length) return;
  const style = getComputedStyle(node);
  if (style.opacity === "0" || style.clipPath.startsWith("inset(50%")) return;
  const inside = groupLayer(node, style, group, sheet);
  if (node.tagName.toLowerCase() === "svg") {
    drawVector(node, inside, sheet);
    return;
  }
  if (style.visibility === "visible") drawBox(node, style, inside, sheet);
  if (node instanceof HTMLCanvasElement) drawCanvas(node, inside, sheet);
  for (const child of node.childNodes) drawNode(child, inside, sheet);
}

// Give whatever is translucent or clipped a group of its own.
function groupLayer(node, style, group, sheet) {
  const cut = ["hidden", "clip"].includes(style.overflowX) && !(node instanceof SVGElement);
  if (style.opacity === "1" && !cut) return group;
  const made = shape("g", style.opacity === "1" ? {} : { opacity: style.opacity });
  if (cut) {
    sheet.clips += 1;
    const edge = shape("rect", placeAttributes(node.getBoundingClientRect()));
    made.append(shape("clipPath", { id: `edge${sheet.clips}` }, edge));
    made.setAttribute("clip-path", `url(#edge${sheet.clips})`);
  }
  group.append(made);
  return made;
}

// ---- boxes
function drawBox(node, style, group, sheet) {
  const box = node.getBoundingClientRect();
  if (!box.width || !box.height) return;
  const sides = ["Top", "Right", "Bottom", "Left"].map((side) => ({
    width: style[`border${side}Style`] === "none" ? 0 : Number.parseFloat(style[`border${side}Width`]),
    colour: style[`border${side}Color`],
    dashed: style[`border${side}Style`] === "dashed",
  }));
  const seen = sides.filter(({ width, colour }) => width && hexColour(colour).opacity);
  const fill = paintFill(style, group, sheet);
  if (fill.fill === "none" && !seen.length) return;
  reach(sheet, box);
  const even =
    seen.length === 4 && sides.every(({ width, colour }) => width === sides[0].width && colour === sides[0].colour);
  const inset = even ? sides[0].width / 2 : 0;
  const edge = even ? strokeAttributes(sides[0]) : {};
  if (fill.fill !== "none" || even) group.append(drawOutline(placeAttributes(box, inset), style, { ...fill, ...edge }));
  if (!even) drawSides(box, sides, group);
}

// Draw a box with rounded corners, each with its own radius.
function drawOutline({ x, y, width, height }, style, paint) {
  const [first, second, third, fourth] = ["TopLeft", "TopRight", "BottomRight", "BottomLeft"].map((corner) =>
    Math.min(Number.parseFloat(style[`border${corner}Radius`]) || 0, width / 2, height / 2),
  );
  if (first === second && second === third && third === fourth)
    return shape("rect", { x, y, width, height, ...(first ? { rx: first } : {}), ...paint });
  const arc = (radius, across, down) => `a${radius} ${radius} 0 0 1 ${across * radius} ${down * radius}`;
  const d =
    `M${x + first} ${y}H${x + width - second}${arc(second, 1, 1)}V${y + height - third}${arc(third, -1, 1)}` +
    `H${x + fourth}${arc(fourth, -1, -1)}V${y + first}${arc(first, 1, -1)}z`;
  return shape("path", { d, ...paint });
}

function drawSides({ left, top, right, bottom }, sides, group) {
  const ends = [
    [left, top, right, top],
    [right, top, right, bottom],
    [left, bottom, right, bottom],
    [left, top, left, bottom],
  ];
  sides.forEach((side, index) => {
    if (!side.width || !hexColour(side.colour).opacity) return;
    const [x1, y1, x2, y2] = ends[index].map(round);
    group.append(shape("line", { x1, y1, x2, y2, ...strokeAttributes(side) }));
  });
}

function strokeAttributes({ width, colour, dashed }) {
  return {
    ...paintAttributes("stroke", colour),
    "stroke-width": width,
    ...(dashed ? { "stroke-dasharray": "3 2" } : {}),
  };
}

// Fill with a plain colour, or with a gradient from left to right.
function paintFill(style, group, sheet) {
  if (!style.backgroundImage.startsWith("linear-gradient(to right"))
    return paintAttributes("fill", style.backgroundColor);
  const stops = style.backgroundImage
    .slice(0, -1)
    .split(/,\s*(?![^(]*\))/)
    .slice(1);
  sheet.clips += 1;
  const shades = stops.map((stop, index) =>
    shape("stop", {
      offset: (index / (stops.length - 1)).toFixed(3),
      ...paintAttributes("stop", stop.replace(/\)\s.*$/, ")"), "stop-color"),
    }),
  );
  group.append(shape("linearGradient", { id: `edge${sheet.clips}` }, ...shades));
  return { fill: `url(#edge${sheet.clips})` };
}

// ---- texts, canvases, drawings within the page
function drawWords(node, group, sheet) {
  for (const { text, attributes, box } of drawTexts(node, sheet.pen)) {
    const ink = paintAttributes("fill", getComputedStyle(node.parentElement).color);
    group.append(shape("text", { ...attributes, ...ink }, text));
    reach(sheet, box);
  }
}

function drawCanvas(canvas, group, sheet) {
  const box = canvas.getBoundingClientRect();
  if (!canvas.width || !canvas.height || !box.width) return;
  const href = canvas.toDataURL("image/png");
  group.append(shape("image", { ...placeAttributes(box), preserveAspectRatio: "none", href }));
  reach(sheet, box);
}

function drawVector(svg, group, sheet) {
  const box = svg.getBoundingClientRect();
  if (!box.width || !box.height) return;
  const copy = svg.cloneNode(true);
  const shapes = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((each, index) => {
    const style = getComputedStyle(shapes[index]);
    for (const name of ["class", "style", "tabindex", "role", "aria-label", "aria-hidden"]) each.removeAttribute(name);
    if (style.display === "none" || style.visibility === "hidden") each.setAttribute("display", "none");
    for (const name of SHAPE_STYLE) {
      const value = style.getPropertyValue(name);
      const isUsual = ["", "none", "normal"].includes(value) || (name === "transform-origin" && /^0px 0px/.test(value));
      if (!isUsual) each.style.setProperty(name, value);
    }
    for (const name of ["fill", "stroke"]) {
      const value = style.getPropertyValue(name);
      const ink = value === "none" || value.startsWith("url(") ? { [name]: value } : paintAttributes(name, value);
      for (const [own, paint] of Object.entries(ink)) each.style.setProperty(own, String(paint));
    }
  });
  setAttributes(copy, { ...placeAttributes(box), overflow: "visible" });
  copy.style.removeProperty("transform"); // it is in the box
  group.append(copy);
  reach(sheet, box);
}

// ---- little helpers
const shape = (tag, ...parts) => vector(tag, "", ...parts);

function placeAttributes({ left, top, width, height }, inset = 0) {
  return {
    x: round(left + inset),
    y: round(top + inset),
    width: round(Math.max(0, width - 2 * inset)),
    height: round(Math.max(0, height - 2 * inset)),
  };
}

function reach(sheet, { left, top, right, bottom }) {
  sheet.left = Math.min(sheet.left, left);
  sheet.top = Math.min(sheet.top, top);
  sheet.right = Math.max(sheet.right, right);
  sheet.bottom = Math.max(sheet.bottom, bottom);
}

// Write a colour in hexadecimal, which every drawing program can read.
function hexColour(colour) {
  const [red, green, blue, seen] = withOpacity(colour.trim());
  const hex = `#${[red, green, blue].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
  return { hex, opacity: Math.round((100 * seen) / 255) / 100 };
}

function paintAttributes(name, colour, attribute = name) {
  const { hex, opacity } = hexColour(colour);
  if (!opacity) return { [attribute]: "none" };
  return { [attribute]: hex, ...(opacity < 1 ? { [`${name}-opacity`]: opacity } : {}) };
}
