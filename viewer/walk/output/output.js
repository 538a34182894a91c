// Decoder and output: the shifted target, the next token, the lens, all at once against one by one, the parameters.
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
import "../../widgets/matrix.css";
import "./output.css";
import "./further.css";

const TEMPERATURES = { least: SMALLEST_TEMPERATURE, most: LARGEST_TEMPERATURE, fallback: 1 };

export default walkthrough(
  /** @satisfies {Chapter<OutputView>} */ ({
    focus: { kind: false, layer: false, head: false, token: true, kinds: ["decoder", "cross"] },

    first: () => ({ kind: "decoder", token: 1 }),

    derive: derivedOutput,

    build(view, place) {
      const temperature = view.next?.temperature ?? keptNumber("tau", TEMPERATURES);
      view.next = { temperature, candidate: null, pointed: null, position: null };
      view.lens = { level: view.facts.streams.length - 1, pointed: null };
      const [shift, next, lens, steps] = [shiftPicture, nextPicture, lensPicture, stepsPicture].map((make) =>
        make(view),
      );
      const parts = [lens.element, steps.element, parametersPicture(view), view.mistakes.element];
      const further = element("div", "further", ...parts);
      place.append(shift.element, next.element);
      view.root.append(further);
      view.pictures = [shift, next, lens, steps];
      view.telling = { next: next.element, others: [shift.element, further] };
    },

    update(view) {
      // On the way to a page of the encoder the focus may already be one of the source's.
      const position = Math.min(view.focus.token, view.sizes.T - 1);
      if (view.next.position !== position) Object.assign(view.next, { position, candidate: null, pointed: null });
      Object.assign(view.extra, { temperature: view.next.temperature.toFixed(2), level: view.lens.level });
      coverUp(view.telling.next, view.covered);
      for (const each of view.telling.others) coverUp(each, view.guess.on); // they show the whole translation
      for (const picture of view.pictures) picture.show(position);
    },

    equation: nextEquation,

    ask: nextQuestion,

    furthest: furthestPosition,

    mistakes: outputMistakes,
  }),
);
