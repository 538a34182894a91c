// A part of a chapter: its title, what there is to see, its controls, and its pictures.

import { element } from "../../widgets/elements.js";
import "./section.css";

export const heading = (title, words, ...controls) =>
  element(
    "header",
    "part-head flow",
    element("div", "", element("h3", "", title), words && element("p", "hint", words)),
    ...controls,
  );

// Attributes among the parts are its own: { "data-from": "prove" } is the depth at which it is shown first.
export const section = (title, words, ...parts) => element("section", "part stack", heading(title, words), ...parts);
