// The chapter on positions: what is added to the tokens' vectors, and what the waves are good for.

import { element } from "../../widgets/elements.js";
import { drawnWhenNear } from "../../widgets/when_near.js";
import { walkthrough } from "../frame/frame.js";
import { evenOf } from "./common.js";
import { learnedEquation, sinusoidEquation } from "./equation.js";
import { drawInput, inputRow } from "./input.js";
import { drawLearned, learnedPart } from "./learned.js";
import { positionsMistakes } from "./mistakes.js";
import { drawOrder, orderPart } from "./order.js";
import { drawSimilarity, similarityPart } from "./similarity.js";
import { drawBase, drawTable, wavesPart } from "./waves.js";
import "./positions.css";

export default walkthrough(
  /** @satisfies {Chapter<PositionsView>} */ ({
    focus: { kind: "side", layer: false, head: false, token: true },

    mistakes: positionsMistakes,

    build(view, place) {
      view.positionCount = view.tensors.tables.shape[1];
      // A dimension whose wave is a few words long.
      view.dimension = Math.min(view.dimension ?? evenOf(Math.floor(view.sizes.D / 8)), view.sizes.D - 1);
      // Equation and code belong to the sum: they stand under it, the other parts below them.
      const further = element("div", "further");
      const parts = { waves: wavesPart, alike: similarityPart, order: orderPart, learned: learnedPart };
      const sections = Object.fromEntries(Object.keys(parts).map((name) => [name, element("section", `part ${name}`)]));
      for (const [name, build] of Object.entries(parts)) build(view, sections[name]);
      inputRow(view, place);
      further.append(...Object.values(sections));
      view.redraw = {
        table: drawnWhenNear(sections.waves, () => drawTable(view), "0px"),
        alike: drawnWhenNear(sections.alike, () => drawSimilarity(view), "0px"),
      };
      view.mistakes.element.before(further);
      view.paper = null;
    },

    update(view) {
      const paper = getComputedStyle(view.root).backgroundColor;
      view.extra = { dimension: view.dimension };
      drawInput(view);
      drawBase(view);
      // The others do not follow the focus: they are painted anew where the page's colours have changed.
      if (view.paper === paper) return;
      view.paper = paper;
      drawOrder(view);
      drawLearned(view);
    },

    equation(view) {
      return view.facts.sinusoidal ? sinusoidEquation(view) : learnedEquation(view);
    },
  }),
);
