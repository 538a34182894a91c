// A table that is too wide scrolls within itself, also by keyboard.

import { element } from "../../widgets/elements.js";

/** @param {string} name @param {Element} table */
export function scroller(name, table) {
  return element("div", "sideways", { tabindex: 0, role: "region", "aria-label": name }, table);
}
