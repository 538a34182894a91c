// How a component lives on its page. Streamlit calls it at every rerun, with the current data; a visitor's choices
// outlive that, and repeated data change nothing.

import { unpack } from "../transport/payload.js";
import { followDepth } from "./depth.js";
import { followFonts } from "./fonts.js";
import { followPaper } from "./paper.js";
import { followPresenting } from "./presenting.js";
import { linkWords } from "./words.js";

const views = new WeakMap(); // by root element: what is drawn there, and what was chosen

// The element that Python put on the page, as `view.root`, with everything stored there; `begins` is the initial state.
/**
 * @param {HTMLElement} parentElement
 * @param {object} [begins]
 */
export function ensureView(parentElement, begins = {}) {
  const root = /** @type {HTMLElement} */ (parentElement.querySelector(".walk"));
  if (!views.has(root)) {
    views.set(root, { root, ...begins });
    followDepth(root, () => views.get(root).deepened?.());
    followPresenting(root);
    followPaper(root);
    followFonts(root);
  }
  return views.get(root);
}

// A component that receives payloads: `open` draws a new one, and can return what to do when it leaves the page.
// `view.trigger(name, value)` notifies the server.
/**
 * @template {Kept} Shown  what is stored for the page, with the facts and tensors that its Python sends
 * @param {(view: Shown, payload: Sent<Shown>) => void | (() => void)} open
 * @param {Partial<Shown>} [begins]
 * @returns {(page: Page) => void | (() => void)}
 */
export function mountOnData(open, begins = {}) {
  return ({ data, parentElement, setTriggerValue }) => {
    const view = ensureView(parentElement, begins);
    view.trigger = setTriggerValue;
    if (view.received === data) return undefined;
    view.received = data;
    view.deepened = () => linkWords(view.root);
    const leave = open(view, unpack(data));
    linkWords(view.root);
    return leave;
  };
}
