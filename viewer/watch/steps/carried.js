// What a recurrent decoder carries from step to step: no keys and values of its own words, but one state.

import { element } from "../../widgets/elements.js";

/** @param {StepsView} view */
export function carriedBox(view) {
  const { D, S } = view.sizes;
  return element(
    "section",
    "carried",
    element("h3", "", "What goes from step to step"),
    element(
      "p",
      "hint",
      `One state of ${D} numbers, and nothing else: what was said before is in it, or is lost. The ${S} states of ` +
        "the English were computed once, and it looks back at all of them at every step.",
    ),
  );
}
