// Scores and masks: one query in six steps, its equation and code, then the whole matrix, the masks and two what-ifs.

import { keptNumber } from "../../widgets/address.js";
import { element } from "../../widgets/elements.js";
import { coverUp } from "../../widgets/guess.js";
import { isOnPaper } from "../../widgets/paper.js";
import { linkWords } from "../../widgets/words.js";
import { walkthrough } from "../frame/frame.js";
import { derivedScores } from "./derived.js";
import { stepEquation } from "./equations.js";
import { furthestStep, stepQuestion } from "./guess.js";
import { drawMasks, masksSection } from "./masks.js";
import { drawMatrices, matricesSection } from "./matrices.js";
import { scoresMistakes } from "./mistakes.js";
import { numbersOfQuery } from "./numbers.js";
import { drawStepper, STEPS, stepper } from "./stepper.js";
import { drawWhatIfs, whatIfSection } from "./whatif.js";
import "./scores.css";

export default walkthrough(
  /** @satisfies {Chapter<ScoresView>} */ ({
    focus: { kind: true, layer: true, head: "one", token: true },

    // The decoder's self-attention has a mask to show; a word in the middle has a past and a future.
    first: (view) => ({ kind: "decoder", token: Math.floor(view.tokens.target.length / 2) }),

    derive: derivedScores,

    build(view, place) {
      view.step ??= keptNumber("step", { least: 1, most: STEPS, fallback: 1 });
      Object.assign(view, { key: null, pointedKey: null, chipsShown: null, numbers: null, drawnKind: null });
      view.guessedQuery = null;
      place.append(stepper(view));
      // The equation and the code stand between the steps and what follows from them.
      const rest = element("div", "rest");
      rest.append(matricesSection(view), masksSection(view), whatIfSection(view));
      view.root.append(rest, view.mistakes.element);
      view.rest = rest;
      const [matrices, masks, whatIfs] = rest.children;
      view.sections = [
        { element: place, draw: drawStepper, seen: true },
        { element: matrices, draw: drawMatrices },
        { element: masks, draw: drawMasks },
        { element: whatIfs, draw: drawWhatIfs },
      ];
      watchSections(view.sections);
    },

    update(view) {
      view.numbers = numbersOfQuery(view);
      view.pointedKey = null;
      coverUp(view.rest, view.guess.on); // it shows the same numbers once more
      chooseFirstKey(view);
      if (view.guess.on) {
        view.drawnKind = null;
        drawStepper(view);
      } else drawSections(view);
    },

    ask(view) {
      if (view.guess.on) view.step = Math.min(view.step, furthestStep(view));
      return stepQuestion(view);
    },

    equation: stepEquation,

    mistakes: scoresMistakes,
  }),
);

// The key with the largest weight; while one guesses that would be told too early, and the first key stands there.
/** @param {ScoresView} view */
function chooseFirstKey(view) {
  const { kind, layer, head, token } = view.focus;
  const guessed = view.guess.on ? `${kind}.${layer}.${head}.${token}` : null;
  if (guessed !== view.guessedQuery) view.key = guessed ? 0 : null;
  view.guessedQuery = guessed;
  if (view.key === null || view.key >= view.numbers.count)
    view.key = view.numbers.weight.indexOf(Math.max(...view.numbers.weight));
}

function watchSections(sections) {
  const watcher = new IntersectionObserver((entries) =>
    entries.forEach((entry) => {
      sections.find(({ element: place }) => place === entry.target).seen = entry.isIntersecting;
    }),
  );
  sections.forEach((section) => {
    watcher.observe(section.element);
  });
}

// What is on the screen is drawn at once, the rest right after it, one part at a time: a change of the focus is never
// held up by what nobody sees. Another kind of attention has other rows and columns: then all is drawn at once.
/** @param {ScoresView} view */
function drawSections(view) {
  clearTimeout(view.waitingDraw);
  const all = view.drawnKind !== view.focus.kind || isOnPaper();
  view.drawnKind = view.focus.kind;
  view.sections
    .filter(({ seen }) => seen || all)
    .forEach(({ draw }) => {
      draw(view);
    });
  const waiting = view.sections.filter(({ seen }) => !seen && !all);
  const drawNext = () => {
    waiting.shift()?.draw(view);
    linkWords(view.root); // those that were written anew
    if (waiting.length) view.waitingDraw = setTimeout(drawNext, 20);
  };
  if (waiting.length) view.waitingDraw = setTimeout(drawNext, 20);
}
