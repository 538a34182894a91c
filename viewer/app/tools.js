// What every page has at the top and under the pointer: the menu that saves its pictures, a button that copies its
// link, projector mode with its keys, and the meanings of glossary words and letters for sizes. It also handles what
// all pages share in the browser: history, and pasting into fields. Its data are the same for every sentence, so they
// are sent only once.

import { writeAddress } from "../widgets/address.js";
import { goToPlace } from "../widgets/arriving.js";
import { depthSwitch, followDepth, keepDepth, keepDepthInAddress, resetDepth } from "../widgets/depth.js";
import { element } from "../widgets/elements.js";
import { memory } from "../widgets/memory.js";
import { followPresenting, isPresenting, keepInAddress, keepPresenting, present } from "../widgets/presenting.js";
import { announceUnheard } from "../widgets/unheard.js";
import { tellWords } from "../widgets/words.js";
import { copyLink, moreTools } from "./copy_link.js";
import { explain } from "./explain.js";
import { keepOneEntryPerPage } from "./history.js";
import { markStreamlit } from "./marks.js";
import { openSheet } from "./opening.js";
import { neighbour, visitPage } from "./pages.js";
import { keepLineBreaks } from "./pasting.js";
import { pictureMenu } from "./pictures.js";
import "./tools.css";

export default function tools({ data, parentElement }) {
  keepOneEntryPerPage(globalThis.history, () => globalThis.location.href);
  writeAddress(new URL(globalThis.location.href));
  const root = parentElement.querySelector(".tools");
  memory.pages = data.pages;
  memory.page = data.page;
  memory.languages = data.languages;
  if (!memory.words) tellWords(data.words);
  openSheet();
  if (!root.firstChild) {
    followPresenting(root);
    followDepth(root);
    keepInAddress();
    keepDepthInAddress();
    const bar = projectorBar();
    const tip = element("div", "tip", { popover: "manual", role: "tooltip" });
    root.append(depthSwitch(), moreTools(root), pictureMenu(), copyLink(), bar, tip);
    explain(tip);
    markStreamlit();
    document.addEventListener("keydown", onKey);
    document.addEventListener("beforeinput", keepLineBreaks);
    announceUnheard();
    window.addEventListener("glassformer:presenting", () => arrange(bar));
    goToPlace();
  }
  if (data.depths) keepDepth();
  else resetDepth();
  keepPresenting();
  arrange(root.querySelector(".on-projector"));
}

// ---- projector mode
function projectorBar() {
  const button = (name, look, click) => element("button", look, { type: "button", click }, name);
  return element(
    "nav",
    "on-projector",
    { popover: "manual", "aria-label": "Projector mode" }, // above everything the page draws
    button("‹ Previous", "previous", () => turn(-1)),
    button("Next ›", "next", () => turn(1)),
    button("Leave projector mode", "leave", () => present(false)),
  );
}

function arrange(bar) {
  if (isPresenting() !== bar.matches(":popover-open")) bar.togglePopover();
  const [previous, next] = [".previous", ".next"].map((each) => bar.querySelector(each));
  previous.textContent = memory.lesson ? "‹ Previous part" : "‹ Previous";
  next.textContent = memory.lesson ? "Next part ›" : "Next ›";
  previous.disabled = !neighbour(-1);
  next.disabled = !neighbour(1);
}

function turn(by) {
  const page = neighbour(by);
  if (page) visitPage(page);
}

// P starts and ends projector mode, Escape ends it; a presenter remote sends PageUp and PageDown.
/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  const writing = target.closest?.("input, textarea, select, [contenteditable], [role=listbox]");
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writing) return;
  if (event.key === "p") present(!isPresenting());
  else if (!isPresenting()) return;
  else if (event.key === "Escape") present(false);
  else if (event.key === "PageDown") turn(1);
  else if (event.key === "PageUp") turn(-1);
  else return;
  event.preventDefault();
}
