// Sentences to begin with, each one click away.
//
// A separate component instead of a row of Streamlit buttons, which would be sent and redrawn with every sentence,
// before its translation appears.

import { AS_IS, element, setAttributes } from "../widgets/elements.js";
import { viewOf } from "../widgets/mount.js";
import "./examples.css";

export default function examples({ data, parentElement, setTriggerValue }) {
  const { root } = viewOf(parentElement);
  if (root.childElementCount) return;
  setAttributes(root, { role: "group", "aria-label": "Examples" });
  for (const sentence of data.examples) {
    const click = () => setTriggerValue("chosen", sentence);
    root.append(element("button", "button sentence", { ...AS_IS, type: "button", click }, sentence));
  }
}
