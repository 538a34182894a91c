// Token by token: a player over the steps of one decoding. Playing, stepping and switching heads happen here; the
// server is called only for another branch.

import { drawAndFollow } from "../../../engine/live/typing.js";
import { addWeightLabel, buildChip, shade } from "../../../widgets/chips.js";
import { choice, numbers } from "../../../widgets/choice.js";
import { depthNow } from "../../../widgets/depth.js";
import { element, findIn, say } from "../../../widgets/elements.js";
import { readFocus, remember } from "../../../widgets/focus.js";
import { onFocusRequest } from "../../../widgets/frame_messages.js";
import { mountOnData } from "../../../widgets/mount.js";
import { percent } from "../../../widgets/numbers.js";
import { pageLink } from "../../../widgets/page_link.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { jump, markPlayer, pause, play, playerBar, playerKeys } from "../../../widgets/player.js";
import { rove } from "../../../widgets/radio.js";
import { linkWords } from "../../../widgets/words.js";
import { linkToAsk } from "../flight/numbers.js";
import { answerOf, questionOf } from "../flight/question.js";
import { branchesBox, pathRow, showBranches } from "./branches.js";
import { cacheBox, showCache, stateBox } from "./cache.js";
import { choicesBox, showChoices } from "./choices.js";
import { describeStep } from "./origin.js";
import { stepsFacts, weightsAt } from "./shown.js";
import "./steps.css";

const UNDERSTOOD = { "data-from": "understand" };

export default mountOnData((/** @type {StepsView} */ view, /** @type {any} */ sent) => {
  const { engine: offer, sentence, measured } = /** @type {StepsSent} */ (sent.facts);
  drawAndFollow(view, sent, { offer, sentence, draw: (whole) => draw(view, whole), choices: measured?.path });
  view.deepened = () => {
    show(view);
    linkWords(view.root);
  };
  const stop = onFocusRequest((focus) => {
    const arrives = view.timer && view.step === 0; // where it plays from already
    pause(view);
    lookAt(view, focus);
    build(view);
    view.deepened();
    if (arrives && view.step === 0) arrive(view);
  });
  return () => {
    pause(view);
    stop();
  };
});

/** @param {StepsView} view @param {{ facts: StepsSent, tensors: StepsView["tensors"] }} payload */
function draw(view, { facts: sent, tensors }) {
  const first = view.facts === undefined || (view.timer && view.step === 0); // or drawn again before it went on
  if (view.timer) pause(view);
  const facts = stepsFacts(sent);
  Object.assign(view, { facts, tensors, pictures: {} });
  const { path } = facts;
  view.length = facts.branches.now.chips.length;
  view.asked = askedOf(view, sent.sentence);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || depthNow() !== "look";
  const read = readFocus();
  const begun = { layer: facts.alignedLayer, head: null, token: isStill ? view.asked.query : 0 };
  const wanted = read && read.kind !== "encoder" ? read : begun;
  const forked = path[path.length - 1].step;
  lookAt(view, { ...wanted, token: first ? wanted.token : (forked ?? wanted.token) });
  view.go = (step) => {
    view.step = step;
    show(view);
  };
  view.take = (option) => {
    if (option.taken) return jump(view, view.step + 1);
    view.forking = true;
    return view.trigger("fork", { step: view.step, token: option.id });
  };
  build(view);
  show(view);
  if (view.forking && forked !== null) {
    view.slider.focus({ preventScroll: true }); // the pressed button is gone
    if (!isStill) play(view); // where it goes from there
  }
  view.forking = false;
  if (first && !view.step && !isStill) arrive(view);
  view.root.onkeydown = (event) => playerKeys(view, event);
  view.root.ontransitionend = (event) => event.target === view.root && showBranches(view);
}

// What one should ask of this translation, as on the front page, and the chapter that answers it.
/** @param {StepsView} view @param {string} sentence */
function askedOf({ facts, tensors }, sentence) {
  const { source, alignedLayer, sizes, branches, language } = facts;
  const said = { source, output: branches.now.chips, alignedLayer, sizes: { heads: sizes.H } };
  const known = /** @type {any} */ ({ ...said, sentence, language: { code: language } });
  const link = linkToAsk(/** @type {any} */ ({ facts: known, tensors }));
  return { query: link.query, question: questionOf(known, link), answer: answerOf(known, link) };
}

// Plays as far as the step that one should ask about.
/** @param {StepsView} view */
const arrive = (view) => play(view, undefined, view.asked.query || undefined);

/** @param {StepsView} view @param {Omit<Focus, "kind">} wanted */
function lookAt(view, { layer, head, token }) {
  const { sizes } = view.facts;
  view.layer = Math.min(layer, sizes.decoder_layers - 1);
  view.head = head === null ? null : Math.min(head, sizes.H - 1);
  view.step = Math.min(token, view.length - 1);
}

/** @param {StepsView} view */
function build(view) {
  const { recurrent, sizes } = view.facts;
  Object.assign(view, { choices: choicesBox(view), branches: branchesBox(view) });
  const player = playerBar(view);
  for (const part of player.querySelectorAll(".knob:not([data-icon=play]), .choice"))
    part.setAttribute("data-from", "understand");
  const cache = recurrent ? stateBox(sizes) : cacheBox(view);
  cache.setAttribute("data-from", "prove");
  view.headline = element("p", "look-headline");
  view.question = element("p", "look-words");
  const story = element("div", "story stack", targetBox(view), sourceBox(view), cache);
  const scene = element("div", "scene side-by-side", story, view.choices);
  view.root.replaceChildren(
    ...[player, view.headline, view.question, pathRow(view), scene, view.branches].filter(Boolean),
  );
}

/** @param {StepsView} view */
function sourceBox(view) {
  const { source, sizes, recurrent } = view.facts;
  view.sourceChips = source.map((chip, position) => addWeightLabel(buildChip("span", chip, source[position + 1])));
  const picker = (name, options, key) =>
    choice(name, options, view[key], (chosen) => {
      view[key] = chosen;
      show(view);
    });
  const title = `It looks across at the ${view.facts.reads}`;
  const bar = element(
    "div",
    "choices",
    element("h3", "", title, recurrent ? "" : element("span", "hint", { "data-at": "look" }, " (mean of its heads)")),
    ...(recurrent ? [] : [picker("Layer", numbers(sizes.decoder_layers), "layer")]),
    ...(recurrent ? [] : [picker("Head", [["mean", null], ...numbers(sizes.H)], "head")]),
  );
  for (const part of bar.querySelectorAll(".choice")) part.setAttribute("data-from", "understand");
  const chips = element("div", "chips", ...view.sourceChips);
  return makeSavable(element("section", "reads", bar, chips), { name: title });
}

// The tokens so far, this step's token, and those to come: a click on a token goes to its step.
/** @param {StepsView} view */
function targetBox(view) {
  const { chips } = view.facts.branches.now;
  const buttons = rove(
    chips.map((chip, step) =>
      buildChip("button", chip, chips[step + 1], { title: `step ${step + 1}`, click: () => jump(view, step) }),
    ),
  );
  const start = buildChip("span", { text: "<s>", joined: false, special: true }, chips[0]);
  const fed = element("span", "fed hint", { "data-at": "look" }, "↩ goes in next");
  view.targetChips = [start, ...buttons].map(addWeightLabel);
  const name = view.facts.recurrent ? "What it has written" : "It looks back at what it has written";
  const row = element("div", "chips", { role: "toolbar", "aria-label": "Tokens written" }, ...view.targetChips, fed);
  const look = element("h3", "", { "data-at": "look" }, "It reads what it has written, then writes one piece");
  const titles = [look, element("h3", "", UNDERSTOOD, name)];
  return makeSavable(element("section", "says", ...titles, row), { name });
}

/** @param {StepsView} view */
function show(view) {
  const { recurrent } = view.facts;
  const isLook = depthNow() === "look";
  view.step = Math.min(view.step, view.length - 1);
  const { step } = view;
  remember({ focus: { kind: "cross", layer: view.layer, head: view.head, token: step } });
  markPlayer(view);
  const rowOf = ({ data, columns }) => data.subarray(step * columns, (step + 1) * columns);
  const over = rowOf(weightsAt(view, "now"));
  const back = recurrent || isLook ? null : rowOf(weightsAt(view, "now", "self"));
  for (const [position, chip] of view.sourceChips.entries()) {
    shade(chip, over[position]);
    if (isLook) findIn(chip, ".figure").textContent = percent(over[position]);
  }
  view.targetChips.forEach((chip, position) => {
    shade(chip, back && position <= step ? back[position] : null);
    chip.classList.toggle("now", position === step + 1);
    chip.classList.toggle("later", position > step + 1);
    if (position) chip.setAttribute("aria-current", position === step + 1 ? "step" : "false");
  });
  say(view.headline, describeStep(view.facts, step));
  const { query, question, answer } = view.asked;
  view.question.replaceChildren(step === query ? pageLink(answer[0], `${question}\u00a0→`, answer[1]) : "");
  showChoices(view);
  if (isLook) return; // the rest follows at another depth
  if (!recurrent) showCache(view);
  showBranches(view);
}
