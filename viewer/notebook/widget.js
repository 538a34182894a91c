// The widget of a notebook's picture, as anywidget loads it: a frame with the picture's page. What is chosen in the page
// becomes the widget's focus, and the page follows the focus that Python sets. A click on a different token goes to
// Python as a message; Python answers with another page.

import { isFocus, isSameFocus } from "../widgets/frame_messages.js";

const HEIGHT = 480; // pixels, until the page reports its height

/** @param {{ model: WidgetModel, el: HTMLElement }} widget */
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width: 100%; height: ${HEIGHT}px; border: 0`;
  let isReady = false; // until the page listens, what comes is from the page before
  let known = null; // the last focus that went either way

  const open = () => {
    isReady = false;
    frame.title = model.get("title");
    frame.srcdoc = model.get("page");
  };
  const follow = () => {
    const focus = model.get("focus");
    if (!isReady || isSameFocus(focus, known)) return;
    known = focus;
    frame.contentWindow?.postMessage({ glassformer: { focus } }, "*");
  };
  const hear = ({ source, data }) => {
    const told = data?.glassformer;
    if (source !== frame.contentWindow || !told) return;
    if (told.ready) {
      [isReady, known] = [true, null];
      follow();
    }
    if (!isReady) return;
    if (isFocus(told.focus)) {
      known = told.focus;
      if (isSameFocus(known, model.get("focus"))) return;
      model.set("focus", known);
      model.save_changes();
    }
    for (const name of ["fork", "back"]) if (name in told) model.send({ [name]: told[name] });
  };
  window.addEventListener("message", hear);
  model.on("change:page", open);
  model.on("change:focus", follow);
  open();
  el.replaceChildren(frame);
  return () => {
    window.removeEventListener("message", hear);
    model.off("change:page", open);
    model.off("change:focus", follow);
  };
}

export default { render };
