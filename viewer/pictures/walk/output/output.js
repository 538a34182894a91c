// Decoder and output: the shifted target, the next token.
//
// `view.next` holds what is chosen on this page alone: { temperature, candidate, pointed, position }.

import { walkthrough } from "../../../frame/frame.js";
import { numberFromUrl } from "../../../widgets/address.js";
import { depthNow, isInDepth } from "../../../widgets/depth.js";
import { coverUp } from "../../../widgets/guess.js";
import { deriveOutput } from "./derived.js";
import { furthestPosition, nextQuestion } from "./guess.js";
import { firstToken } from "./look.js";
import { outputMistakes } from "./mistakes.js";
import { LARGEST_TEMPERATURE, nextEquation, nextPicture, SMALLEST_TEMPERATURE } from "./next.js";
import { shiftPicture } from "./shift.js";
import "../section.css";
import "./output.css";

const TEMPERATURES = { least: SMALLEST_TEMPERATURE, most: LARGEST_TEMPERATURE, fallback: 1 };

export default walkthrough(
  /** @satisfies {Chapter<OutputView>} */ ({
    focus: { kind: false, layer: false, head: false, token: true, kinds: ["decoder", "cross"] },

    first: (view) => ({ kind: "decoder", token: firstToken(view) }),

    derive: deriveOutput,

    parameterModules: ({ facts }) => (depthNow() === "look" ? null : [facts.matrix]),

    build(view, place) {
      const temperature = view.next?.temperature ?? numberFromUrl("tau", TEMPERATURES);
      view.next = { temperature, candidate: null, pointed: null, position: null };
      const makers = [shiftPicture, nextPicture];
      view.pictures = makers.map((make) => make(view));
      const [shift, next] = view.pictures.map((picture) => picture.element);
      place.append(view.pictures[1].headline, shift, next);
      view.telling = { next, others: [shift, view.mistakes.element] };
    },

    update(view) {
      // On the way to a page of the encoder the focus may already be one of the source's.
      const position = Math.min(view.focus.token, view.sizes.T - 1);
      if (view.next.position !== position) Object.assign(view.next, { position, candidate: null, pointed: null });
      view.extra.temperature = view.next.temperature.toFixed(2);
      coverUp(view.telling.next, view.covered);
      for (const each of view.telling.others) coverUp(each, view.guess.on); // they show the whole translation
      for (const { element: part, show } of view.pictures) if (isInDepth(part)) show(position);
    },

    equation: nextEquation,

    ask: nextQuestion,

    furthest: furthestPosition,

    mistakes: outputMistakes,
  }),
);
