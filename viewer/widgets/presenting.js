// Projector mode: larger type and nothing but the picture. It is in the address as present=1, and a class on the page's
// root element; components don't see the page's style sheet, so each has the class as well.

import { onAddressChange, setUrlParam, textFromUrl } from "./address.js";

const PRESENT = "present"; // in the address
const PRESENTING = "presenting"; // the class
export const PRESENTING_CHANGED = "glassformer:presenting"; // sent to the window

export const isPresenting = () => document.documentElement.classList.contains(PRESENTING);

// Where a picture begins on the page in projector mode, in pixels from the top.
/** @param {Element} picture */
export function beginsAt(picture) {
  return picture.getBoundingClientRect().top + (document.querySelector(".stMain")?.scrollTop ?? 0);
}

// As the address says, or as it was on the page before: Streamlit removes from the address what no page has bound.
export function keepPresenting() {
  if (textFromUrl(PRESENT) === "1") present(true);
}

export function keepInAddress() {
  onAddressChange(() => isPresenting() && setUrlParam(PRESENT, "1"));
}

/** @param {boolean} on */
export function present(on) {
  // First the class, because the code that keeps it in the address looks there.
  if (isPresenting() !== on) {
    document.documentElement.classList.toggle(PRESENTING, on);
    window.dispatchEvent(new Event(PRESENTING_CHANGED));
  }
  setUrlParam(PRESENT, on ? "1" : "");
}

// Give a component the class whenever the page has it.
/** @param {HTMLElement} root */
export function followPresenting(root) {
  const follow = () => root.classList.toggle(PRESENTING, isPresenting());
  window.addEventListener(PRESENTING_CHANGED, () => root.isConnected && follow());
  follow();
}
