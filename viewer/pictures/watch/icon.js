// Icons before words.

import { vector } from "../../widgets/elements.js";

const ICONS = {
  fork: ["M12 22v-8", "M12 14C12 9 5 10 5 3", "M12 14c0-5 7-4 7-11"],
  agree: ["M4 13l5 5L20 6"],
  good: ["M4 13l5 5L20 6"],
  careful: ["M12 3 22 20H2Z", "M12 10v4", "M12 17v.01"],
  poor: ["M5 5l14 14", "M19 5 5 19"],
};

export function icon(name) {
  const paths = ICONS[name].map((d) => vector("path", "", { d }));
  return vector("svg", "icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, ...paths);
}
