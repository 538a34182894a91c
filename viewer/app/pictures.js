// "Save a picture": a menu of the pictures that stand on the page now, each with the files that it can be. It closes
// after a choice.

import { element, vector } from "../widgets/elements.js";
import { memory } from "../widgets/focus.js";
import { save } from "../widgets/save.js";
import { pictureFile } from "./picture_files.js";
import "./pictures.css";

const FORMATS = /** @type {const} */ ({
  png: "as a picture of pixels",
  svg: "as a drawing, sharp at every size",
  csv: "as a table of its numbers",
});

export function pictureMenu() {
  const place = element("div", "saving");
  const button = element("button", "save-pictures");
  button.type = "button";
  button.title = "Save a picture of this page, or its numbers";
  button.append(arrowDown(), element("span", "", "Save"));
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-label", "Save a picture");
  const menu = element("div", "pictures");
  menu.popover = "auto";
  menu.setAttribute("role", "dialog");
  menu.setAttribute("aria-label", "Save a picture");
  const said = element("span", "said");
  said.setAttribute("role", "status");
  button.popoverTargetElement = menu;
  menu.addEventListener("beforetoggle", (event) => {
    button.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState === "open") fillMenu(menu, button, said);
  });
  place.append(button, menu, said);
  return place;
}

function arrowDown() {
  const picture = vector("svg");
  picture.setAttribute("viewBox", "0 0 20 20");
  picture.setAttribute("aria-hidden", "true");
  const line = vector("path");
  line.setAttribute("d", "M10 3v9m-4 -3.5l4 4l4 -4M4 16.5h12");
  picture.append(line);
  return picture;
}

function fillMenu(menu, button, said) {
  const { bottom, right } = button.getBoundingClientRect();
  menu.style.setProperty("--top", `${Math.round(bottom + 4)}px`);
  menu.style.setProperty("--right", `${Math.round(Math.max(8, window.innerWidth - right))}px`);
  const pictures = named(shownPictures());
  menu.replaceChildren(
    element("b", "", pictures.length ? "Save a picture" : "There is no picture on this page."),
    ...pictures.map((picture) => pictureRow(picture, menu, said)),
  );
}

function pictureRow({ place, name, file }, menu, said) {
  const row = element("div", "picture");
  row.append(element("span", "name", name));
  const hasNumbers = memory.pictures.get(place).lines || place.querySelector("table");
  for (const format of /** @type {(keyof typeof FORMATS)[]} */ (Object.keys(FORMATS))) {
    if (format === "csv" && !hasNumbers) continue;
    const button = element("button", "copy", format.toUpperCase());
    button.type = "button";
    button.title = `Save “${name}” ${FORMATS[format]}`;
    button.setAttribute("aria-label", `${format.toUpperCase()}: ${name} ${FORMATS[format]}`);
    button.addEventListener("click", async () => {
      menu.hidePopover();
      save(await pictureFile(place, name, format), `${file}.${format}`);
      said.textContent = `Saved: ${file}.${format}`;
    });
    row.append(button);
  }
  const point = (on) => place.classList.toggle("pointed-at", on);
  row.addEventListener("pointerenter", () => point(true));
  row.addEventListener("pointerleave", () => point(false));
  row.addEventListener("focusin", () => point(true));
  row.addEventListener("focusout", () => point(false));
  return row;
}

// In the order of the page; what is covered, folded or not yet drawn is none.
function shownPictures() {
  const found = [];
  const look = (root) => {
    for (const each of root.querySelectorAll("*")) {
      if (each.shadowRoot) look(each.shadowRoot);
      if (memory.pictures?.has(each) && each.checkVisibility() && each.clientHeight) found.push(each);
    }
  };
  const main = document.querySelector(".stMain");
  if (main) look(main);
  return found;
}

// Each with a name and a file of its own.
function named(places) {
  const taken = new Map();
  return places.map((place) => {
    const { name } = memory.pictures.get(place);
    const own = typeof name === "function" ? name() : name;
    const count = (taken.get(own) ?? 0) + 1;
    taken.set(own, count);
    const shown = count > 1 ? `${own} (${count})` : own;
    return { place, name: shown, file: `glassformer-${slugOf(memory.page)}-${slugOf(shown)}` };
  });
}

function slugOf(text) {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "");
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)
    .replace(/-$/, "");
}
