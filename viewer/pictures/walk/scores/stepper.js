// The step in focus, among the six columns of the flight: its equation and its code are below.

import { chooseSnippet } from "../../../frame/code.js";
import { setUrlParam } from "../../../widgets/address.js";
import { choice } from "../../../widgets/choice.js";
import { element, say } from "../../../widgets/elements.js";
import { short } from "../../../widgets/numbers.js";
import { replaceControls } from "../../../widgets/radio.js";
import { STEPS } from "../../watch/flight/pair.js";
import { furthestStep } from "./guess.js";

function stepStory(step, { sizes, focus }) {
  const { d_k: size } = sizes;
  return [
    `The query meets every key: they’re multiplied dimension by dimension and the ${size} products added up.`,
    `Sums of ${size} products are large, and the softmax of large numbers gives nearly all weight to one key. So ` +
      `they’re divided by √${size} = ${short(Math.sqrt(size))}.`,
    focus.kind === "decoder"
      ? "A position mustn’t see the words after it: their scores become −∞."
      : "Nothing is hidden: in a single sentence every query can see every key. Padding in a batch is masked, " +
        "see below.",
    "e to the power of each score, divided by the sum of them all: weights that add up to 1. e to the −∞ is 0.",
    "Each key’s value is multiplied by the key’s weight: it’s pale where the weight is small.",
    "The weighted values are added up. The sum is what this head passes on for the query: its context.",
  ][step - 1];
}

/** @param {ScoresView} view */
export function stepper(view) {
  const controls = element("div");
  const story = element("p", "step-story", { "aria-live": "polite" });
  view.goToStep = (step) => goToStep(view, step);
  view.markStep = () => {
    replaceControls(controls, stepChoice(view));
    say(story, stepStory(view.step, view));
  };
  return element("section", "stepper flow centred", { "data-from": "understand" }, controls, story);
}

/** @param {ScoresView} view */
function stepChoice(view) {
  const options = STEPS.map((name, at) => /** @type {[string, number]} */ ([name, at + 1]));
  return choice("Step", options, view.step, (step) => goToStep(view, step));
}

// While the visitor guesses, don't go past a covered step.
/** @param {ScoresView} view */
function goToStep(view, goal) {
  view.step = Math.min(goal, view.guess.on ? furthestStep(view) : STEPS.length);
  setUrlParam("step", view.step === 1 ? "" : String(view.step));
  // The code that belongs to the step.
  chooseSnippet(view, view.step < 4 ? 0 : view.step === 4 ? 1 : 2);
  if (view.guess.on) return view.renew();
  view.markStep();
  view.retell();
}
