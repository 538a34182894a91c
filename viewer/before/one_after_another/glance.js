// What waiting costs, at a glance: what was measured on the models as labelled bars.

import { element } from "../../widgets/elements.js";
import { savedAs } from "../../widgets/pictures.js";

/** @param {WaitingFacts} facts */
export function glanceBox({ measured }) {
  const boxes = measured.map(({ title, rows }) => {
    const most = Math.max(...rows.map(({ value }) => value));
    const bars = rows.flatMap(({ name, value, written }, at) => [
      element("span", "", name),
      element("span", "bar-room", element("i", at === rows.length - 1 ? "ours" : "", { style: widthOf(value / most) })),
      element("b", "", written),
    ]);
    return element("figure", "cost", element("figcaption", "", title), element("div", "cost-bars", ...bars));
  });
  return savedAs(element("section", "costs", { "data-at": "look" }, ...boxes), { name: "What waiting costs" });
}

const widthOf = (share) => `width: ${(100 * share).toFixed(1)}%`;
