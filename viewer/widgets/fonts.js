// A canvas does not wait for a typeface as a page's text does: it paints in another one and requests the right one.
// Once that has loaded, the canvas is repainted.

import { onRepaint } from "./paper.js";

// `root.dataset.typefaces` counts how often typefaces have loaded, for code that caches its painting.
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
    onRepaint(root);
  });
}
