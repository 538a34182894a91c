// How deep a page goes: Look shows one picture, Understand what a student of the field needs, Prove everything.
//
//   element("section", "part", { "data-from": "understand" }, …)  // not at Look
//   element("section", "part", { "data-from": "prove" }, …)       // at Prove alone
//   element("section", "part", { "data-at": "look" }, …)          // at Look alone
//
// The depth is in the address and in this browser, and on the page's root element and on every component as
// data-depth. A page without depths has none, and shows everything. Streamlit's containers say theirs in their keys:
// from_understand_…, from_prove_…, at_look_….

import { lastingText, storeLasting } from "../transport/storage.js";
import { onAddressChange, setUrlParam, textFromUrl } from "./address.js";
import { choice } from "./choice.js";
import { element } from "./elements.js";
import { check } from "./radio.js";
import "./depth.css";

/** @typedef {"look" | "understand" | "prove"} Depth */
/** @type {[string, Depth, string][]} */
const DEPTHS = [
  ["Look", "look", "One picture"],
  ["Understand", "understand", "The main pictures and the equation"],
  ["Prove", "prove", "Every number"],
];
const DEPTH = "depth"; // in the address and in the browser
const CHANGED = "glassformer:depth"; // sent to the window

const isDepth = (text) => DEPTHS.some(([, depth]) => depth === text);
const page = () => document.documentElement;

/** @returns {Depth | undefined} */
export const depthNow = () => /** @type {Depth | undefined} */ (page().dataset.depth);

// Begin as the address says, or as this tab or this browser had it last, or at Look.
export function keepDepth() {
  showDepth([textFromUrl(DEPTH), lastingText(DEPTH)].find(isDepth) ?? "look");
}

// The page that has come has no depths.
export function resetDepth() {
  showDepth(undefined);
}

export function keepDepthInAddress() {
  onAddressChange(() => {
    if (!depthNow()) return;
    const written = new URL(window.location.href).searchParams.get(DEPTH);
    if (isDepth(written)) showDepth(written);
    else setUrlParam(DEPTH, depthNow() ?? "");
  });
}

function showDepth(depth) {
  if (depth) setUrlParam(DEPTH, depth);
  if (depthNow() === depth) return;
  if (depth) page().dataset.depth = depth;
  else delete page().dataset.depth;
  window.dispatchEvent(new Event(CHANGED));
}

// Give a component the page's depth, and tell it of every change; `changed` is called after it.
/**
 * @param {HTMLElement} root
 * @param {() => void} [changed]
 */
export function followDepth(root, changed) {
  const follow = () => {
    const depth = depthNow();
    if (depth) root.dataset.depth = depth;
    else delete root.dataset.depth;
    changed?.();
  };
  window.addEventListener(CHANGED, () => root.isConnected && follow());
  follow();
}

// Parts of a page that are shown from a depth on.
/**
 * @template {HTMLElement} Part
 * @param {Depth} depth
 * @param {Part[]} parts
 */
export function showFrom(depth, ...parts) {
  for (const part of parts) part.dataset.from = depth;
  return parts;
}

// Whether an element is part of the page at its depth; in a component that is being built as well.
/** @param {Element} part */
export function isInDepth(part) {
  const depth = depthNow();
  if (part.closest("[data-at=look]")) return depth === "look";
  const asked = part.closest("[data-from]")?.getAttribute("data-from");
  return !depth || !asked || depth === "prove" || depth === asked;
}

// The switch; what is on the screen stays where it is.
export function depthSwitch() {
  const pick = (depth) => {
    const top = made.getBoundingClientRect().top;
    storeLasting(DEPTH, depth);
    showDepth(depth);
    document.querySelector(".stMain")?.scrollBy(0, made.getBoundingClientRect().top - top);
  };
  const row = choice(
    "",
    DEPTHS.map(([name, depth]) => [name, depth]),
    depthNow(),
    pick,
  );
  row.firstElementChild?.setAttribute("aria-label", "Depth");
  const made = element("div", "depths", row);
  const buttons = [...row.querySelectorAll("button")];
  for (const [at, button] of buttons.entries()) button.title = DEPTHS[at][2];
  const place = () => DEPTHS.findIndex(([, depth]) => depth === depthNow());
  const mark = () => check(buttons, place());
  window.addEventListener(CHANGED, mark);
  return made;
}
