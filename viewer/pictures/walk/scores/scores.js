// Scores and masks: the flight, among the six steps of one query, with their equations and code; then the whole matrix
// and the masks.

import { afterPaint } from "../../../engine/live/after_paint.js";
import { walkthrough } from "../../../frame/frame.js";
import { numberFromUrl } from "../../../widgets/address.js";
import { depthNow } from "../../../widgets/depth.js";
import { element } from "../../../widgets/elements.js";
import { coverUp } from "../../../widgets/guess.js";
import { highest } from "../../../widgets/vectors.js";
import { flightAt } from "../../watch/flight/inside.js";
import { STEPS } from "../../watch/flight/pair.js";
import { isWord, surest } from "../surest.js";
import { deriveScores } from "./derived.js";
import { stepEquation } from "./equations.js";
import { furthestStep, stepQuestion, visibleSteps } from "./guess.js";
import { masksSection } from "./masks.js";
import { matricesSection } from "./matrices.js";
import { scoresMistakes } from "./mistakes.js";
import { numbersOfQuery } from "./numbers.js";
import { stepper } from "./stepper.js";
import "./scores.css";

export default walkthrough(
  /** @satisfies {Chapter<ScoresView>} */ ({
    focus: { kind: true, layer: true, head: "one", token: true },

    first: firstQuery,

    derive: deriveScores,

    build(view, place) {
      view.step ??= numberFromUrl("step", { least: 1, most: STEPS.length, fallback: 1 });
      Object.assign(view, { key: null, numbers: null, guessedQuery: null });
      const until = () => (view.guess.on ? visibleSteps(view) : STEPS.length);
      view.flight ??= flightAt(view, 3, { key: () => view.key, choose: (key) => chooseKey(view, key), until });
      place.append(view.flight.element, stepper(view));
      // The equation and the code come between the steps and what follows from them.
      view.rest = element("div", "further stack", matricesSection(view), masksSection(view));
      view.rest.dataset.from = "understand";
      view.root.append(view.rest, view.mistakes.element);
    },

    update(view) {
      view.numbers = numbersOfQuery(view);
      coverUp(view.rest, view.guess.on); // it shows the same numbers once more
      chooseFirstKey(view);
      view.flight.update();
      if (depthNow() === "look") return;
      view.markStep();
      if (view.guess.on) return;
      afterPaint(view, () => {
        view.drawMatrices();
        view.drawMasks();
      });
    },

    ask(view) {
      if (view.guess.on) view.step = Math.min(view.step, furthestStep(view));
      return stepQuestion(view);
    },

    equation: stepEquation,

    mistakes: scoresMistakes,
  }),
);

/** @param {ScoresView} view */
function chooseKey(view, key) {
  view.key = key;
  view.flight.update();
  if (depthNow() === "look") return;
  if (!view.guess.on) view.drawMatrices();
  view.retell();
}

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
