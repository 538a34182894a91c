// Attention during training: one place in a recorded run connects losses, a translation and an attention map.
// Everything was recorded; every choice is made here, without the server.
//
// `view.step` is the number of the checkpoint, `view.number` of the sentence, `view.row` of the position in focus.

import { choice } from "../../../widgets/choice.js";
import { AS_IS, element, say } from "../../../widgets/elements.js";
import { guessBox } from "../../../widgets/guess.js";
import { mountOnData } from "../../../widgets/mount.js";
import { jump, markPlayer, playerBar, playerKeys } from "../../../widgets/player.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";
import { attentionBox, showAttention } from "./run_attention.js";
import { changesBox, showChanges } from "./run_changes.js";
import { forcingBox, showForcing } from "./run_forcing.js";
import { rowQuestion } from "./run_guess.js";
import { lookBox } from "./run_look.js";
import { aligner, currentSentence, describeUpdates, readPlace, writePlace } from "./run_place.js";
import "./run.css";

export default mountOnData(open);

/** @param {RunView} view */
function open(view, { facts, tensors }) {
  Object.assign(view, { facts, tensors });
  view.length = view.facts.steps.length;
  readPlace(view);
  view.go = (step) => {
    view.step = step;
    showCheckpoint(view);
  };
  view.asked = 0; // the row of the map that the guess is about
  view.guess = guessBox({
    page: "Learning",
    ask: () => rowQuestion(view),
    changed: () => showAttention(view),
  });
  view.askFor = (row) => {
    view.asked = row;
    showAttention(view);
  };
  view.lookAt = (row) => {
    view.row = row;
    view.asked = row;
    showAttention(view);
    showForcing(view);
  };
  view.root.onkeydown = (event) => playerKeys(view, event);
  startRun(view);
}

/** @param {RunView} view */
function startRun(view) {
  const { facts } = view;
  const pick = (number) => {
    Object.assign(view, { number, row: null, asked: 0, ...aligner(facts.sentences[number], view.kind) });
    startRun(view);
    /** @type {HTMLElement} */ (view.root.querySelector(".sentence-choice [aria-checked=true]")).focus();
  };
  const sentences = facts.sentences.map(({ source }, number) => [source, number]);
  const story = element("div", "stack", lossBox(view), buildTranslationBox(view), changesBox(view));
  const deeper = [
    playerBar(view),
    element("div", "learning-scene side-by-side", story, attentionBox(view)),
    forcingBox(view),
    historyBox(view),
  ];
  view.root.replaceChildren(
    element("div", "sentence-choice", AS_IS, choice("Sentence", sentences, view.number, pick)),
    lookBox(view),
    element("div", "stack", { "data-from": "understand" }, ...deeper),
  );
  view.slider.setAttribute("aria-label", "Checkpoint");
  showCheckpoint(view);
}

// ---- what the checkpoint in focus changes
/** @param {RunView} view */
function showCheckpoint(view) {
  const { facts, step, length } = view;
  markPlayer(view, `checkpoint ${step + 1} of ${length} · ${describeUpdates(facts.steps[step])}`);
  view.losses.cursor(Math.sqrt(facts.steps[step]));
  showSaid(view);
  showChanges(view);
  showAttention(view);
  showForcing(view);
  markHistory(view);
  writePlace(view);
}

// ---- the losses, over the square root of the updates
/** @param {RunView} view */
function lossBox(view) {
  const { steps, losses } = view.facts;
  const distance = (step, x) => Math.abs(Math.sqrt(step) - x);
  const nearest = (x) =>
    steps.reduce((best, step, at) => (distance(step, x) < distance(steps[best], x) ? at : best), 0);
  view.losses = plotlyChart({ pick: (x) => jump(view, nearest(x)) });
  view.losses.draw(losses);
  return element("section", "", element("h3", "", "How the loss fell"), view.losses.element);
}

// ---- the translation, and what is new in it
/** @param {RunView} view */
function buildTranslationBox(view) {
  view.said = element("p", "french serif", { lang: "fr" });
  view.saidNote = element("p", "hint");
  const title = element("h3", "", "Its translation at this checkpoint");
  return element("section", "said", title, view.said, view.saidNote);
}

/** @param {RunView} view */
function showSaid(view) {
  const { translations, target } = currentSentence(view);
  const said = translations[view.step];
  view.said.textContent = said || "(nothing)";
  view.said.title = said;
  say(view.saidNote, said === target ? "Word for word the reference translation." : `Reference: “${target}”`);
}

// ---- every translation, one per line
/** @param {RunView} view */
function historyBox(view) {
  view.lines = currentSentence(view).translations.map((said, index) => {
    const updates = element("span", "mono", view.facts.steps[index].toLocaleString("en"));
    const attributes = { type: "button", title: said, click: () => jump(view, index) };
    return element(
      "button",
      "line-button bare line",
      attributes,
      updates,
      element("span", "text one-line", AS_IS, said || "(nothing)"),
    );
  });
  const items = view.lines.map((line) => element("li", "", line));
  const title = element("h3", "", "From noise to French: the translation at each checkpoint");
  return element("section", "history", title, element("ol", "", ...items));
}

/** @param {RunView} view */
function markHistory(view) {
  view.lines.forEach((line, index) => {
    if (index === view.step) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  });
}
