// Sentences to choose from, each one click away, in lists with their titles if there are several.
//
// A component instead of Streamlit buttons: each of those would be made, sent and redrawn on its own with every
// sentence, before its translation appears.

import { AS_IS, element } from "../widgets/elements.js";
import { ensureView } from "../widgets/mount.js";
import "./examples.css";

export default function examples({ data, parentElement, setTriggerValue }) {
  const view = ensureView(parentElement);
  const lists = data.lists.filter(([, sentences]) => sentences.length);
  const shown = JSON.stringify(lists);
  if (view.shown === shown) return;
  view.shown = shown;
  view.root.classList.toggle("menu", data.lists.length > 1);
  view.root.replaceChildren(
    ...lists.flatMap(([title, sentences]) => {
      const list = element("div", "flow", { role: "group", "aria-label": title }, ...sentences.map(button));
      return lists.length > 1 ? [element("p", "quiet", title), list] : [list];
    }),
  );

  function button(sentence) {
    const click = () => setTriggerValue("chosen", sentence);
    return element("button", "button sentence", { ...AS_IS, type: "button", click }, sentence);
  }
}
