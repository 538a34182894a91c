// How a component stands on its page. Streamlit calls it anew at every rerun, with the data of the time; what a visitor
// has chosen outlives that, and data that it was sent before changes nothing.
//
//   export default mounted((view, { facts, tensors }) => { ... });

import { followDepth } from "./depth.js";
import { followFonts } from "./fonts.js";
import { followPaper } from "./paper.js";
import { unpack } from "./payload.js";
import { followPresenting } from "./presenting.js";
import { linkWords } from "./words.js";

const views = new WeakMap(); // by root element: what is drawn there, and what was chosen

// The element that Python put on the page, as `view.root`, with all that is kept there; `begins` is kept at first.
/**
 * @param {HTMLElement} parentElement
 * @param {object} [begins]
 */
export function viewOf(parentElement, begins = {}) {
  const root = /** @type {HTMLElement} */ (parentElement.querySelector(".walk, .comparison"));
  if (!views.has(root)) {
    views.set(root, { root, ...begins });
    followDepth(root, () => views.get(root).deepened?.());
    followPresenting(root);
    followPaper(root);
    followFonts(root);
  }
  return views.get(root);
}

// A component that is sent payloads: `open` draws a new one, and may return what is to be done when it leaves the page.
// `view.trigger(name, value)` tells the server.
/**
 * @template {Kept} Shown  what is kept of the page, with the facts and tensors that its Python sends
 * @param {(view: Shown, payload: Sent<Shown>) => void | (() => void)} open
 * @param {Partial<Shown>} [begins]
 * @returns {(page: Page) => void | (() => void)}
 */
export function mounted(open, begins = {}) {
  return ({ data, parentElement, setTriggerValue }) => {
    const view = viewOf(parentElement, begins);
    view.trigger = setTriggerValue;
    if (view.received === data) return undefined;
    view.received = data;
    view.deepened = () => linkWords(view.root);
    const leave = open(view, unpack(data));
    linkWords(view.root);
    return leave;
  };
}
