// Residual stream, LayerNorm and feed-forward: the stream through a stack, the sum and the norm of the chosen sublayer,
// and the neurons of the chosen layer. At Look one word's way through a stack.

import { walkthrough } from "../../../frame/frame.js";
import { stackOf, tokenText } from "../../../frame/tokens.js";
import { setUrlParam, textFromUrl } from "../../../widgets/address.js";
import { choice } from "../../../widgets/choice.js";
import { depthNow, showFrom } from "../../../widgets/depth.js";
import { element, findIn } from "../../../widgets/elements.js";
import { check } from "../../../widgets/radio.js";
import { furthest } from "../../../widgets/vectors.js";
import { drawWhenNear } from "../../../widgets/when_near.js";
import { deriveResidual, expandingIn, normsIn } from "./derived.js";
import { fillEquations, generalEquations, TERMS } from "./equations.js";
import { look, mostChanged } from "./look.js";
import { mistakes } from "./mistakes.js";
import { neuronInFocus, neuronsPanel, rankNeurons } from "./neurons.js";
import { normPanel } from "./norm.js";
import { FINAL_NORM, NAMES, readStep, sensibleSublayer, sublayerChoices, sublayersOf } from "./step.js";
import { streamPicture } from "./stream.js";
import { sumPanel } from "./sum.js";
import "./residual.css";

/** @param {ResidualView} view */
function chooseSublayer(view, sublayer) {
  view.sublayer = sublayer;
  setUrlParam("sublayer", sublayer);
}

// A choice of this chapter's own among those of the frame, which builds its bar again for another stack.
/** @param {ResidualView} view */
function sublayerChoice(view) {
  const choices = findIn(view.root, ".focus .choices");
  const names = sublayerChoices(view);
  if (!choices.querySelector('[aria-label="Sublayer"]')) {
    const options = names.map((name) => [NAMES[name], name]);
    const pick = (name) => {
      chooseSublayer(view, name);
      view.stage.update(view);
      view.retell();
    };
    choices.append(choice("Sublayer", options, view.sublayer, pick));
  }
  check(choices.querySelectorAll('[aria-label="Sublayer"] button'), names.indexOf(view.sublayer));
}

// The dimension in which the chosen sublayer adds most, until another is chosen.
/** @param {ResidualView} view */
function sensibleDimension(view) {
  if (view.dimension < view.sizes.D) return;
  const { output, before } = readStep(view);
  view.dimension = furthest(output ?? before);
}

export default walkthrough(
  /** @satisfies {Chapter<ResidualView>} */ ({
    focus: { kind: "side", layer: true, head: false, token: true },

    first: (view) => ({ kind: "decoder", token: mostChanged(view) }),

    mistakes,

    derive: deriveResidual,

    // What is added up needs no parameters: at Look that is all of a pre-norm stream.
    parameterModules(view) {
      const atLook = depthNow() === "look";
      return [
        ...(atLook && view.facts.preNorm ? [] : normsIn(view.facts, stackOf(view))),
        ...(atLook ? [] : expandingIn(view.facts, stackOf(view))),
      ];
    },

    build(view, place) {
      view.sublayer ??= textFromUrl("sublayer");
      sensibleSublayer(view);
      view.neuronOf = null;
      view.marks = [];
      const stream = streamPicture(view, ({ layer, sublayer }, token) => {
        chooseSublayer(view, sublayer);
        view.set({ layer: layer ?? view.focus.layer, token });
      });
      const sum = sumPanel(view);
      showFrom("prove", stream.element, sum.element);
      const panels = [stream, sum, normPanel(view), neuronsPanel(view)];
      const [last, ...others] = panels.toReversed();
      // The buttons of the last one are made again: not when one of them, out of sight until now, gets the focus.
      view.redraw = [...others.map((panel) => drawWhenNear(panel.element, panel.draw)), last.draw];
      const elements = panels.map((panel) => panel.element);
      place.append(look(view), element("div", "residual stack", { "data-from": "understand" }, ...elements));
    },

    update(view) {
      sensibleSublayer(view);
      sublayerChoice(view);
      view.drawLook();
      if (depthNow() === "look") return;
      sensibleDimension(view);
      view.ranked = rankNeurons(view);
      neuronInFocus(view);
      for (const draw of view.redraw) draw();
    },

    equation(view) {
      const final = view.sublayer === FINAL_NORM;
      view.extra = {
        sublayer: final ? sublayersOf(view).at(-1) : view.sublayer,
        norm: final ? FINAL_NORM : `${view.focus.layer}.${view.sublayer}`,
      };
      return {
        general: generalEquations(view),
        filled: fillEquations(view),
        words:
          `Dimension ${view.dimension} of “${tokenText(view)}”; μ and σ² are the mean and ` +
          `variance of its ${view.sizes.D} numbers. Neuron ${view.neuron} of layer ${view.focus.layer + 1}: the ` +
          `${TERMS} largest terms of the sum z, then the other ${view.sizes.D - TERMS} together, then its b. y is ` +
          `what the feed-forward layer reads.`,
      };
    },
  }),
);
