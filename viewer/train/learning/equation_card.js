// A chart, and next to it a card with an equation and a sentence for the hovered point.

import { element } from "../../widgets/elements.js";
import "./equation_card.css";

export function withEquationCard(chart, title) {
  const equation = element("div", "rate-equation sideways");
  const words = element("p", "note");
  const card = element("div", "rate-told panel", element("h3", "", title), equation, words);
  return { element: element("div", "rate-both side-by-side", chart.element, card), equation, words };
}
