// A slider for the least weight that is drawn.

import { element } from "../../../../widgets/elements.js";

export function threshold(words, value, changed) {
  const shown = element("span", "mono", value.toFixed(2));
  const input = (event) => {
    made.value = Number(event.target.value);
    shown.textContent = made.value.toFixed(2);
    changed();
  };
  const made = {
    value,
    element: element(
      "label",
      "threshold row hint",
      words,
      element("input", "", { type: "range", min: 0, max: 0.5, step: 0.01, value, input }),
      shown,
    ),
    // What the least weight leaves.
    tell(left) {
      shown.textContent = `${made.value.toFixed(2)}: ${left}`;
    },
  };
  return made;
}
