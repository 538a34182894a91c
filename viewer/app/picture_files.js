// The files of a picture: numbers (CSV), a drawing (SVG), pixels (PNG, two for each screen pixel).

import { tableLines } from "../widgets/csv.js";
import { csvFile } from "../widgets/csv_file.js";
import { element, findIn } from "../widgets/elements.js";
import { onPaper } from "../widgets/paper.js";
import { drawPicture } from "./drawing.js";

const PIXELS = 2; // along a side, for each pixel of the drawing

/** @typedef {{ place: Element, name: string, picture: SavedPicture }} Shown a picture on the page, and what to call it */

/** @param {Shown} shown @param {"png" | "svg" | "csv"} format @returns {Promise<Blob>} */
export async function pictureFile({ place, name, picture }, format) {
  const root = /** @type {HTMLElement} */ (place.closest(".walk") ?? place);
  if (format === "csv") {
    // On paper, because some sections are drawn only when you look at them.
    const ofTable = () => tableLines(/** @type {HTMLTableElement} */ (findIn(place, "table")));
    return csvFile(onPaper(root, picture.lines ?? ofTable));
  }
  const drawn = () => drawPicture(place, { title: name, foot: describeOrigin() });
  const drawing = (await picture.drawing?.(format)) ?? onPaper(root, drawn);
  return format === "svg" ? svgBlob(drawing) : pngBlob(drawing);
}

// Say where the picture comes from: the page, and its model and sentence, if it has them.
function describeOrigin() {
  const field = /** @type {HTMLInputElement} */ (document.querySelector(".st-key-sentence input"));
  const title = document.querySelector(".stMain h1")?.textContent ?? "";
  const model = /** @type {HTMLInputElement} */ (document.querySelector(".st-key-model_picked input"))?.value ?? "";
  const told = new Set(["Glassformer", title, model, field && `“${field.value}”`].filter(Boolean));
  return [...told].join(" · ");
}

function svgBlob(drawing) {
  const text = new XMLSerializer().serializeToString(drawing);
  return new Blob(['<?xml version="1.0" encoding="UTF-8"?>\n', text], { type: "image/svg+xml" });
}

async function pngBlob(drawing) {
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = await fontRules(drawing);
  drawing.prepend(style);
  const address = URL.createObjectURL(svgBlob(drawing));
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = element("canvas");
  canvas.width = PIXELS * image.naturalWidth;
  canvas.height = PIXELS * image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => (file ? resolve(file) : reject(new Error("the canvas gave no image"))), "image/png");
  });
}

// Include the fonts that a drawing needs: once turned into pixels, it can't use the page's.
async function fontRules(drawing) {
  const written = [...drawing.querySelectorAll("*")].map(
    (each) => each.getAttribute("font-family") ?? each.style?.fontFamily ?? "",
  );
  const isWritten = ({ style }) => {
    const name = style.getPropertyValue("font-family").replace(/["']/g, "");
    return written.some((family) => family.includes(name));
  };
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule && isWritten(rule));
  return (await Promise.all(faces.map(embedFont))).join("\n");
}

async function embedFont(rule) {
  const source = rule.style.getPropertyValue("src").match(/url\(["']?([^"')]+)/)?.[1];
  if (!source) return "";
  const file = await (await fetch(new URL(source, rule.parentStyleSheet.href ?? document.baseURI))).blob();
  return rule.cssText.replace(/src:[^;]*;/, `src: url(${await dataAddress(file)});`);
}

// A file as an address that contains it.
/** @param {Blob} file @returns {Promise<string>} */
export function dataAddress(file) {
  const reader = new FileReader();
  reader.readAsDataURL(file);
  return new Promise((resolve) => reader.addEventListener("load", () => resolve(String(reader.result))));
}
