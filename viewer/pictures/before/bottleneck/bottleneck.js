// The bottleneck: three translations, and how one goes through a single vector, one word per step.

import { part } from "../../../transport/payload.js";
import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { markPlayer, pause, playerBar, playerKeys } from "../../../widgets/player.js";
import { pythonBox } from "../../../widgets/python.js";
import { highest } from "../../../widgets/vectors.js";
import { stepsBox } from "../history/steps.js";
import { gatesEquation, showGates } from "./gates.js";
import { drawThreads, hourglassBox, showHourglass } from "./hourglass.js";
import { describeSqueezed } from "./step_words.js";
import "../../../widgets/equation_and_code.css";
import "./bottleneck.css";

const KEY = "Coloured: where it differs from the Transformer, which can be wrong too. A blank: a word it leaves out.";
const MEASURE = "A thread’s thickness and its word’s pink show how much the vector changes when that word is left out.";

export default mountOnData((/** @type {BottleneckView} */ view, { facts, tensors }) => {
  if (view.timer) pause(view);
  Object.assign(view, { facts, tensors, equation: gatesEquation() });
  view.length = facts.source.length + facts.target.length;
  view.step = facts.source.length - 1; // the sentence has been read, and only one vector remains
  view.number = mostMoved(view);
  view.go = (step) => {
    view.step = step;
    showStep(view);
  };
  view.choose = (number) => {
    view.number = number;
    showStep(view);
  };
  const code = pythonBox(facts.snippet.title, facts.snippet.code);
  view.root.replaceChildren(
    element("p", "look-headline", { "data-at": "look" }, describeSqueezed(view)),
    element("section", "translations", stepsBox(facts).box, element("p", "hint", KEY)),
    hourglassBox(view),
    element("p", "hint measure", MEASURE),
    playerBar(view),
    view.line,
    element("div", "telling", { "data-from": "understand" }, view.equation.element, code),
  );
  showStep(view);
  view.root.onkeydown = (event) => playerKeys(view, event);
  view.observer?.disconnect();
  view.observer = new ResizeObserver(() => drawThreads(view));
  view.observer.observe(view.root);
  return () => pause(view);
});

// The index of the number in the vector that the last word changed most.
/** @param {BottleneckView} view */
function mostMoved({ facts, tensors }) {
  const [before, last] = [-2, -1].map((at) => part(tensors.state, facts.order[facts.order.length + at]));
  return highest(last.map((value, at) => Math.abs(value - before[at])));
}

/** @param {BottleneckView} view */
function showStep(view) {
  const words = view.facts.order.length;
  view.read = Math.min(view.step, words - 1); // after the last word, the whole sentence stays marked as read
  view.now = view.step < words ? null : view.step - words;
  const { order, source, target } = view.facts;
  const [does, word] = view.now === null ? ["reads", source[order[view.read]]] : ["writes", target[view.now]];
  markPlayer(view, `${does} “${word.text}”`);
  showHourglass(view);
  showGates(view);
}
