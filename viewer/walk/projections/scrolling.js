// A table in a box that is moved sideways.

import { element } from "../../widgets/elements.js";

// On a narrow screen a table may be wider than its place.
export function scrolling(table, name) {
  const box = element("div", "scroll sideways");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", name);
  box.append(table);
  return box;
}
