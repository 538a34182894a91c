// Scores and masks: one query in six steps, its equation and code, then the whole matrix, the masks and two what-ifs.
// At Look the flight, among the six steps of one pair.

import { afterPaint } from "../../../engine/live/after_paint.js";
import { walkthrough } from "../../../frame/frame.js";
import { numberFromUrl } from "../../../widgets/address.js";
import { depthNow } from "../../../widgets/depth.js";
import { element } from "../../../widgets/elements.js";
import { coverUp } from "../../../widgets/guess.js";
import { flightAt } from "../../watch/flight/inside.js";
import { isWord, surest } from "../surest.js";
import { highest } from "../vectors.js";
import { deriveScores } from "./derived.js";
import { stepEquation } from "./equations.js";
import { furthestStep, stepQuestion } from "./guess.js";
import { masksSection } from "./masks.js";
import { matricesSection } from "./matrices.js";
import { scoresMistakes } from "./mistakes.js";
import { keyInFocus, numbersOfQuery } from "./numbers.js";
import { drawStepper, STEPS, stepper } from "./stepper.js";
import { whatIfSection } from "./whatif.js";
import "./scores.css";

export default walkthrough(
  /** @satisfies {Chapter<ScoresView>} */ ({
    focus: { kind: true, layer: true, head: "one", token: true },

    first: firstQuery,

    derive: deriveScores,

    build(view, place) {
      view.step ??= numberFromUrl("step", { least: 1, most: STEPS, fallback: 1 });
      Object.assign(view, { key: null, pointedKey: null, chipsShown: null, numbers: null, guessedQuery: null });
      view.flight = flightAt(view, 3, { key: () => keyInFocus(view), choose: (key) => view.chooseKey(key) });
      place.append(view.flight.element, stepper(view));
      // The equation and the code come between the steps and what follows from them.
      view.rest = element("div", "further stack", matricesSection(view), masksSection(view), whatIfSection(view));
      view.rest.dataset.from = "understand";
      view.root.append(view.rest, view.mistakes.element);
    },

    update(view) {
      view.numbers = numbersOfQuery(view);
      view.pointedKey = null;
      // They show the same numbers once more.
      for (const each of [view.rest, view.flight.element]) coverUp(each, view.guess.on);
      chooseFirstKey(view);
      if (!view.guess.on) view.flight.update();
      if (depthNow() === "look") return;
      drawStepper(view);
      if (view.guess.on) return;
      const further = () => {
        view.drawMatrices();
        view.drawMasks();
        view.drawWhatIfs();
      };
      if (view.live?.isOwn) afterPaint(view, further);
      else further();
    },

    ask(view) {
      if (view.guess.on) view.step = Math.min(view.step, furthestStep(view));
      return stepQuestion(view);
    },

    equation: stepEquation,

    mistakes: scoresMistakes,
  }),
);

// Focus the key with the largest weight; while the visitor guesses, the first key, which gives nothing away.
/** @param {ScoresView} view */
function chooseFirstKey(view) {
  const { kind, layer, head, token } = view.focus;
  const guessed = view.guess.on ? `${kind}.${layer}.${head}.${token}` : null;
  if (guessed !== view.guessedQuery) view.key = guessed ? 0 : null;
  view.guessedQuery = guessed;
  if (view.key === null || view.key >= view.numbers.count) view.key = highest(view.numbers.weight);
}

// A word in the middle of the translation that looks back at another one: the mask hides what comes after it.
/** @param {ScoresView} view */
function firstQuery(view) {
  const layers = [...Array(view.sizes.decoder_layers).keys()];
  const last = view.tokens.target.length - 1;
  return surest(view, "decoder", layers, ({ query, key, from, to, weight }) =>
    isWord(query) && isWord(key) && to < from && from < last ? weight + Math.min(from, last - from) / last : -1,
  );
}
