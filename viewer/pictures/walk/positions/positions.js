// The chapter on positions: what is added to the tokens' vectors, and what the waves are good for.

import { walkthrough } from "../../../frame/frame.js";
import { depthNow } from "../../../widgets/depth.js";
import { element } from "../../../widgets/elements.js";
import { drawWhenNear } from "../../../widgets/when_near.js";
import { evenDimension } from "./common.js";
import { derivePositions } from "./derived.js";
import { learnedEquation, sinusoidEquation } from "./equation.js";
import { drawInput, inputParts } from "./input.js";
import { look } from "./look.js";
import { mistakes } from "./mistakes.js";
import { drawSimilarity, similarityPart } from "./similarity.js";
import { drawBase, drawTable, wavesPart } from "./waves.js";
import "./positions.css";

export default walkthrough(
  /** @satisfies {Chapter<PositionsView>} */ ({
    focus: { kind: "side", layer: false, head: false, token: true },

    mistakes,

    derive: derivePositions,

    build(view, place) {
      view.positionCount = view.tensors["table.0"].shape[0];
      // A dimension whose wave is a few words long.
      view.dimension = Math.min(view.dimension ?? evenDimension(Math.floor(view.sizes.D / 8)), view.sizes.D - 1);
      place.append(look(view), inputParts(view));
      // Equation and code belong to the sum: they follow it, and the other parts come below them.
      const [waves, alike] = [wavesPart(view), similarityPart(view)];
      const further = { "data-from": "understand" };
      view.mistakes.element.before(element("div", "further stack", further, waves, alike));
      view.redraw = {
        table: drawWhenNear(waves, () => drawTable(view), "0px"),
        alike: drawWhenNear(alike, () => drawSimilarity(view), "0px"),
      };
    },

    update(view) {
      view.drawLook();
      if (depthNow() === "look") return;
      view.extra = { dimension: view.dimension };
      drawInput(view);
      drawBase(view);
    },

    equation: (view) => (view.facts.sinusoidal ? sinusoidEquation(view) : learnedEquation(view)),
  }),
);
