// Decoder and output: what goes in and what is compared, the next token, the lens, all at once against one by one.
//
// `view.next` holds what is chosen on this page alone: { temperature, candidate, pointed, position }.

import { keptNumber } from "../../widgets/address.js";
import { element } from "../../widgets/elements.js";
import { coverUp } from "../../widgets/guess.js";
import { walkthrough } from "../frame/frame.js";
import { derivedOutput } from "./derived.js";
import { furthestPosition, nextQuestion } from "./guess.js";
import { lensPicture } from "./lens.js";
import { outputMistakes } from "./mistakes.js";
import { LARGEST_TEMPERATURE, nextEquation, nextPicture, SMALLEST_TEMPERATURE } from "./next.js";
import { parametersPicture } from "./parameters.js";
import { shiftPicture } from "./shift.js";
import { stepsPicture } from "./steps.js";
import "./output.css";
import "./further.css";

/** @param {OutputView} view */
function temperatureAtFirst(view) {
  const range = { least: SMALLEST_TEMPERATURE, most: LARGEST_TEMPERATURE, fallback: 1 };
  return view.next?.temperature ?? keptNumber("tau", range);
}

export default walkthrough(
  /** @satisfies {Chapter<OutputView>} */ ({
    focus: { kind: false, layer: false, head: false, token: true, kinds: ["decoder", "cross"] },

    first: () => ({ kind: "decoder", token: 1 }),

    derive: derivedOutput,

    build(view, place) {
      view.next = { temperature: temperatureAtFirst(view), candidate: null, pointed: null, position: null };
      view.lens = { level: view.facts.streams.length - 1, pointed: null };
      const further = element("div", "further");
      view.root.append(further);
      view.pictures = [
        shiftPicture(view, place),
        nextPicture(view, place),
        lensPicture(view, further),
        stepsPicture(view, further),
      ];
      further.append(parametersPicture(view), view.mistakes.element);
      const [shift, next] = /** @type {Element[]} */ ([...place.children]);
      view.telling = { next, others: [shift, further] };
    },

    update(view) {
      const position = positionInFocus(view);
      if (view.next.position !== position) Object.assign(view.next, { position, candidate: null, pointed: null });
      Object.assign(view.extra, { temperature: view.next.temperature.toFixed(2), level: view.lens.level });
      coverUp(view.telling.next, view.covered);
      for (const each of view.telling.others) coverUp(each, view.guess.on); // they tell the whole translation
      for (const picture of view.pictures) picture.show(position);
    },

    equation: nextEquation,

    ask: nextQuestion,

    furthest: furthestPosition,

    mistakes: outputMistakes,
  }),
);

// The decoder's position; on the way to a page of the encoder the focus may already be one of the source's.
/** @param {OutputView} view */
function positionInFocus({ focus, sizes }) {
  return Math.min(focus.token, sizes.T - 1);
}
