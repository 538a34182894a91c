// A recorded training: one place in it connects losses, a translation and teacher forcing. Everything was
// recorded; every choice is made here, without the server.
//
// `view.step` is the number of the checkpoint, `view.number` of the sentence, `view.row` of the position in focus.

import { setUrlParam, textFromUrl } from "../../../widgets/address.js";
import { choice } from "../../../widgets/choice.js";
import { depthNow } from "../../../widgets/depth.js";
import { AS_IS, element, say } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { count } from "../../../widgets/numbers.js";
import { pageLink } from "../../../widgets/page_link.js";
import { jump, markPlayer, play, playerBar, playerKeys } from "../../../widgets/player.js";
import { plotlyChart } from "../../../widgets/plotly_chart.js";
import { APART, textOf, writeWordDiff } from "../../../widgets/word_diff.js";
import { currentSentence, forcingBox, showForcing } from "./run_forcing.js";
import "./run.css";

const ABOVE = "Grey lies above: in training, dropout switches parts off, and label smoothing asks for some doubt.";
const ONWARD = "See where such a model looks at each age, on this sentence →";

export default mountOnData(open);

/** @param {RunView} view */
function open(view, { facts, tensors }) {
  Object.assign(view, { facts, tensors });
  view.length = view.facts.steps.length;
  const isNew = !textFromUrl("seen");
  readPlace(view);
  view.go = (step) => {
    view.step = step;
    showCheckpoint(view);
  };
  view.lookAt = (row) => {
    view.row = row;
    showForcing(view);
  };
  view.root.onkeydown = (event) => playerKeys(view, event);
  const link = view.deepened;
  view.deepened = () => {
    link();
    drawLosses(view);
  };
  startRun(view);
  if (isNew && !matchMedia("(prefers-reduced-motion: reduce)").matches) play(view);
}

// Sentence and checkpoint, both counted from 0: in the address, seen=sentence.checkpoint.
/** @param {RunView} view */
function readPlace(view) {
  const [number, step] = textFromUrl("seen").split(".");
  const within = (text, count) => (/^\d{1,6}$/.test(text ?? "") ? Math.min(Number(text), count - 1) : 0);
  Object.assign(view, { number: within(number, view.facts.sentences.length), step: within(step, view.length) });
  view.row = null;
}

/** @param {RunView} view */
function startRun(view) {
  const { facts } = view;
  const among = (step) => tellAmong(facts.validation.at(step));
  const pick = (number) => {
    Object.assign(view, { number, row: null });
    startRun(view);
    /** @type {HTMLElement} */ (view.root.querySelector(".sentence-choice [aria-checked=true]")).focus();
  };
  const sentences = facts.sentences.map(({ source }, number) => [source, number]);
  const onward = pageLink("translate", ONWARD, { sentence: currentSentence(view).source });
  const others = element(
    "div",
    "stack",
    element("div", "sentence-choice", AS_IS, choice("Sentence", sentences, view.number, pick)),
    element("p", "onward", { "data-from": "understand" }, onward),
  );
  view.root.replaceChildren(
    element("p", "look-headline", `At first it hesitates among ${among(0)} tokens, at last ${describeEnd(among(-1))}.`),
    playerBar(view, true),
    element("div", "learning-scene side-by-side", buildTranslationBox(view), lossBox(view), others),
    forcingBox(view),
  );
  view.slider.setAttribute("aria-label", "Checkpoint");
  showCheckpoint(view);
}

// ---- what the checkpoint in focus changes
/** @param {RunView} view */
function showCheckpoint(view) {
  const { facts, step } = view;
  markPlayer(view, step ? `after ${count(facts.steps[step])} updates` : "before training");
  say(view.unsure, `As unsure as among ${tellAmong(facts.validation[step])} tokens`);
  view.losses.cursor(Math.sqrt(facts.steps[step]));
  showSaid(view);
  showForcing(view);
  setUrlParam("seen", `${view.number}.${step}`);
}

// Of how many equally likely tokens would leave it as unsure.
function tellAmong(loss) {
  const among = Number(Math.exp(loss).toPrecision(2));
  return among < 10 ? String(among) : count(among);
}

const describeEnd = (among) => (among < 2 ? "hardly at all" : `among ${among}`);

// ---- the losses, over the square root of the updates
/** @param {RunView} view */
function lossBox(view) {
  const { steps, heldOut } = view.facts;
  const distance = (step, x) => Math.abs(Math.sqrt(step) - x);
  const nearest = (x) =>
    steps.reduce((best, step, at) => (distance(step, x) < distance(steps[best], x) ? at : best), 0);
  view.losses = plotlyChart({ pick: (x) => jump(view, nearest(x)) });
  drawLosses(view);
  view.unsure = element("h3");
  const above = element("p", "hint", { "data-from": "understand" }, ABOVE);
  const mean = element(
    "p",
    "hint",
    `Its perplexity over ${heldOut} sentences like those it learns from, each word guessed after the right ones.`,
  );
  return element("section", "losses", view.unsure, mean, view.losses.element, above);
}

// At Look only that of sentences never seen.
/** @param {RunView} view */
function drawLosses({ losses, facts }) {
  const data = facts.losses.data.slice(depthNow() === "look" ? 1 : 0);
  losses.draw({ ...facts.losses, data, layout: { ...facts.losses.layout, showlegend: data.length > 1 } });
}

// ---- the translation
/** @param {RunView} view */
function buildTranslationBox(view) {
  view.said = element("p", "french serif", { lang: "fr" });
  view.saidNote = element("p", "hint");
  const title = element("h3", "", AS_IS, `“${currentSentence(view).source}”`);
  return element("section", "said", title, view.said, view.saidNote);
}

/** @param {RunView} view */
function showSaid(view) {
  const { translations, target } = currentSentence(view);
  const said = translations[view.step];
  view.said.replaceChildren();
  writeWordDiff(view.said, said, "ins");
  view.said.title = textOf(said);
  const isRight = textOf(said) === target;
  say(view.saidNote, isRight ? "Word for word a person’s." : `A person wrote: “${target}” ${APART}`);
}
