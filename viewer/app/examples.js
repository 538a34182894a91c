// Sentences to begin with, each one click away.
//
// A component of its own and not a row of Streamlit's buttons, each of which is sent and drawn again with every
// sentence, before its translation is seen.

import { element, setAttributes } from "../widgets/elements.js";
import { viewOf } from "../widgets/mount.js";
import "./examples.css";

export default function examples({ data, parentElement, setTriggerValue }) {
  const { root } = viewOf(parentElement);
  if (root.childElementCount) return;
  setAttributes(root, { role: "group", "aria-label": "Examples" });
  for (const sentence of data.examples) {
    const click = () => setTriggerValue("chosen", sentence);
    root.append(element("button", "button sentence", { type: "button", click }, sentence));
  }
}
