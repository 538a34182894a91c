// A canvas does not wait for a typeface as text on a page does: it paints in another one and asks for the right one
// to be loaded. When that has come, it is painted again.

import { repainted } from "./paper.js";

// How many times typefaces have come stands in `root.dataset.typefaces`, for those who keep what they have painted.
/** @param {HTMLElement} root  of a component */
export function followFonts(root) {
  let times = 0;
  document.fonts.addEventListener("loadingdone", function again() {
    if (!root.isConnected) {
      document.fonts.removeEventListener("loadingdone", again);
      return;
    }
    times += 1;
    root.dataset.typefaces = String(times);
    repainted(root);
  });
}
