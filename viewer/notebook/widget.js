// The widget of a notebook's picture, as anywidget loads it. The picture is a page in a frame: one in an output's HTML,
// which also shows without a kernel, or one drawn here. A choice in a frame becomes the widget's focus, and all its
// frames follow the focus. A click on a different token is sent to Python, which answers with another page.

import { FOUND, isFocus, isSameFocus } from "../widgets/frame_messages.js";

/** @param {{ model: WidgetModel }} widget */
function initialize({ model }) {
  const name = model.get("frame");
  const known = new Map(); // by the window of a page that listens, the last focus that went either way

  const send = (page) => {
    const focus = model.get("focus");
    if (isSameFocus(focus, known.get(page))) return;
    known.set(page, focus);
    page.postMessage({ glassformer: { focus } }, "*");
  };
  const replace = (page) => {
    known.delete(page); // until the next one listens
    fill(page.frameElement, model);
  };
  const each = (change) => () => {
    for (const page of [...known.keys()]) {
      if (page.closed) known.delete(page);
      else change(page);
    }
  };
  const hear = ({ origin, source, data }) => {
    const told = data?.glassformer;
    if (!told || origin !== window.origin || source.frameElement?.dataset.glassformer !== name) return;
    if (told.ready) {
      known.set(source, null);
      if (source.frameElement.srcdoc === model.get("page")) send(source);
      else replace(source); // an output keeps its first page
    }
    if (!known.has(source)) return;
    if (isFocus(told.focus)) {
      known.set(source, told.focus);
      model.set("focus", told.focus);
      model.save_changes();
    }
    for (const asked of ["fork", "back"]) if (asked in told) model.send({ [asked]: told[asked] });
  };
  const [follow, turn] = [each(send), each(replace)];
  model.on("change:focus", follow);
  model.on("change:page", turn);
  window.addEventListener("message", hear);
  window.dispatchEvent(new CustomEvent(FOUND, { detail: name }));
  return () => {
    model.off("change:focus", follow);
    model.off("change:page", turn);
    window.removeEventListener("message", hear);
  };
}

/** @param {{ model: WidgetModel, el: HTMLElement }} widget */
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.dataset.glassformer = model.get("frame");
  frame.style.cssText = "width: 100%; height: 480px; border: 0"; // until the page reports its height;
  fill(frame, model);
  el.replaceChildren(frame);
}

/** @param {HTMLIFrameElement} frame @param {WidgetModel} model */
function fill(frame, model) {
  frame.title = model.get("title");
  frame.srcdoc = model.get("page");
}

export default { initialize, render };
