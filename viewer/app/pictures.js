// The "Save a picture" menu: the pictures on the page now, each with the files it can be saved as. It closes
// after a choice.

import { uniqueNames } from "../widgets/csv.js";
import { csvChoice } from "../widgets/csv_file.js";
import { element, vector } from "../widgets/elements.js";
import { memory } from "../widgets/memory.js";
import { save } from "../widgets/save.js";
import { findingFile } from "./finding_files.js";
import { pictureFile } from "./picture_files.js";
import "./pictures.css";

// What a file is, and what to do where the browser doesn't make it.
const FORMATS = /** @type {const} */ ({
  png: ["as an image", "This browser can’t make an image of it. Save it as SVG instead."],
  svg: [
    "as a drawing, sharp at any size",
    "This browser can’t save the drawing. Take a screenshot, or try another browser.",
  ],
  csv: ["as a table of its numbers", "This browser can’t save the table. Try another browser."],
  html: ["as a page: the finding, its picture and code", "This browser can’t save the page. Try another browser."],
  ipynb: ["as a notebook: the finding, its picture and code", "This browser can’t save it. Try another browser."],
});

export function pictureMenu() {
  const name = { "aria-label": "Save a picture" };
  const title = "Save a picture of this page, or its numbers";
  const attributes = { ...name, type: "button", title, "aria-haspopup": "dialog" };
  const button = element("button", "tool", attributes, icon("M10 3v9m-4 -3.5l4 4l4 -4M4 16.5h12"), "Save");
  const said = element("span", "said", { role: "status" });
  const beforetoggle = ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") fillMenu(menu, button, said);
  };
  const menu = element("div", "pictures", { ...name, popover: "auto", role: "dialog", beforetoggle });
  button.popoverTargetElement = menu;
  return element("div", "saving", button, menu, said);
}

export function icon(d) {
  return vector("svg", "", { viewBox: "0 0 20 20", "aria-hidden": "true" }, vector("path", "", { d }));
}

function fillMenu(menu, button, said) {
  const { bottom, right } = button.getBoundingClientRect();
  menu.style.setProperty("--top", `${Math.round(bottom + 4)}px`);
  menu.style.setProperty("--right", `${Math.round(Math.max(8, window.innerWidth - right))}px`);
  const pictures = nameFiles(findPictures());
  menu.replaceChildren(
    element("b", "", pictures.length ? "Save a picture" : "There’s no picture on this page."),
    ...pictures.map((picture) => pictureRow(picture, menu, said)),
    ...(pictures.some((each) => formatsOf(each).includes("csv")) ? [csvChoice()] : []),
  );
}

function pictureRow(shown, menu, said) {
  const { place, name, file } = shown;
  const point = (on) => () => place.classList.toggle("pointed-at", on);
  const [on, off] = [point(true), point(false)];
  const buttons = formatsOf(shown).map((format) => {
    const [what, refused] = FORMATS[format];
    const click = async () => {
      off();
      if (!(await save(row, `${file}.${format}`, () => fileOf(shown, format), refused))) return;
      menu.hidePopover();
      said.textContent = `Saved: ${file}.${format}`;
    };
    const label = `${format.toUpperCase()}: ${name} ${what}`;
    const attributes = { type: "button", title: `Save “${name}” ${what}`, "aria-label": label, click };
    return element("button", "copy", attributes, format.toUpperCase());
  });
  const listeners = { pointerenter: on, pointerleave: off, focusin: on, focusout: off };
  const row = element("div", "picture row", listeners, element("span", "name", name), ...buttons);
  return row;
}

const fileOf = (shown, format) => (/html|ipynb/.test(format) ? findingFile(shown, format) : pictureFile(shown, format));

// What a picture can be saved as: it may have no numbers, and nothing in it may stand out.
export function formatsOf({ place, picture }) {
  const hasNumbers = Boolean(picture.lines || place.querySelector("table"));
  const hasFinding = Boolean(picture.finding?.());
  const has = { png: true, svg: true, csv: hasNumbers, html: hasFinding, ipynb: hasFinding };
  return /** @type {(keyof typeof FORMATS)[]} */ (Object.keys(FORMATS)).filter((format) => has[format]);
}

// List the pictures in the order of the page, without those that are covered, folded or not yet drawn.
function findPictures() {
  const found = [];
  const look = (root) => {
    for (const each of root.querySelectorAll("*")) {
      if (each.shadowRoot) look(each.shadowRoot);
      const picture = memory.pictures?.get(each);
      if (picture && each.checkVisibility() && each.clientHeight) found.push({ place: each, picture });
    }
  };
  const main = document.querySelector(".stMain");
  if (main) look(main);
  return found;
}

// Give each picture a name and file of its own.
function nameFiles(found) {
  const names = found.map(({ picture }) => picture.name);
  return uniqueNames(names.map((name) => (typeof name === "function" ? name() : name))).map((name, at) => {
    return { ...found[at], name, file: `glassformer-${makeSlug(memory.page)}-${makeSlug(name)}` };
  });
}

function makeSlug(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}+/gu, "");
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 60).replace(/-$/, "");
}
