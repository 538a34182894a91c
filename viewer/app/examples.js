// Sentences to begin with, each one click away, and behind a button those that the visitor has typed before.
//
// A component of its own and not a row of Streamlit's buttons, each of which is sent and drawn anew with every
// sentence, before its translation is seen.

import { element, setAttributes } from "../widgets/elements.js";
import { viewOf } from "../widgets/mount.js";
import "./examples.css";

export default function examples({ data, parentElement, setTriggerValue }) {
  const view = viewOf(parentElement);
  view.choose = (sentence) => setTriggerValue("chosen", sentence);
  if (!view.typed) draw(view, data.examples);
  if (view.said === JSON.stringify(data.typed)) return;
  view.said = JSON.stringify(data.typed);
  view.opener.hidden = data.typed.length === 0;
  view.typed.replaceChildren(...data.typed.map((sentence) => sentenceButton(view, sentence)));
}

function draw(view, sentences) {
  const placeMenu = ({ newState }) => {
    if (newState === "closed") return;
    const { left, bottom } = view.opener.getBoundingClientRect();
    const { width } = view.typed.getBoundingClientRect();
    const most = document.documentElement.clientWidth - width - 8;
    Object.assign(view.typed.style, { left: `${Math.max(8, Math.min(left, most))}px`, top: `${bottom + 4}px` });
    window.addEventListener("scroll", () => view.typed.hidePopover(), { capture: true, once: true });
  };
  view.typed = element("div", "typed-before", { popover: "auto", toggle: placeMenu });
  view.opener = element("button", "button typed-opener", { type: "button" }, "Typed before");
  view.opener.popoverTargetElement = view.typed;
  setAttributes(view.root, { role: "group", "aria-label": "Examples" });
  view.root.replaceChildren(...sentences.map((each) => sentenceButton(view, each)), view.opener, view.typed);
}

function sentenceButton(view, sentence) {
  const click = () => {
    view.typed.hidePopover();
    view.choose(sentence);
  };
  return element("button", "button sentence", { type: "button", click }, sentence);
}
