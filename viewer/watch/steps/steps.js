// Token by token: a player over the steps of one decoding. Playing, stepping and switching heads happen here; the
// server is asked for another road only.

import { chipOf, shade, weighed } from "../../widgets/chips.js";
import { choice, numbers } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { readFocus, remember } from "../../widgets/focus.js";
import { coverUp, guessBox } from "../../widgets/guess.js";
import { mounted } from "../../widgets/mount.js";
import { savedAs } from "../../widgets/pictures.js";
import { jump, markPlayer, pause, playerBar, playerKeys } from "../../widgets/player.js";
import { cacheBox, showCache } from "./cache.js";
import { carriedBox } from "./carried.js";
import { choicesBox, showChoices } from "./choices.js";
import { coveredFrom, coverTokens, nothingToGuess, saysQuestion } from "./guess.js";
import { roadsBox, showRoads } from "./roads.js";
import { originOf, sayingOf } from "./saying.js";
import { rowOf, weightsAt } from "./weights.js";
import "./steps.css";

export default mounted((/** @type {StepsView} */ view, payload) => {
  begin(view, payload);
  return () => pause(view);
});

/** @param {StepsView} view */
function begin(view, { facts, tensors }) {
  if (view.timer) pause(view);
  const first = view.facts === undefined;
  Object.assign(view, { facts, tensors, sizes: facts.sizes, roads: facts.roads, pictures: {} });
  view.length = facts.roads.now.chips.length;
  const read = readFocus();
  const wanted = read && read.kind !== "encoder" ? read : { layer: facts.alignedLayer, head: null, token: 0 };
  view.layer = Math.min(wanted.layer, facts.sizes.decoder_layers - 1);
  view.head = wanted.head === null ? null : Math.min(wanted.head, facts.sizes.H - 1);
  const forked = facts.path.at(-1).fork;
  view.step = Math.min(!first && forked ? forked.step : wanted.token, view.length - 1);
  view.go = (step) => {
    view.step = step;
    show(view);
  };
  view.guess = facts.recurrent
    ? nothingToGuess()
    : guessBox({ page: "Token by token", ask: () => saysQuestion(view), changed: () => show(view) });
  view.take = (option) => {
    if (option.taken) jump(view, view.step + 1);
    else {
      view.forking = true;
      view.trigger("fork", { step: view.step, token: option.id });
    }
  };
  build(view);
  show(view);
  if (view.forking) view.slider.focus({ preventScroll: true }); // the button that was pressed is gone
  view.forking = false;
  view.root.onkeydown = (event) => playerKeys(view, event);
  view.root.ontransitionend = (event) => event.target === view.root && showRoads(view);
}

/** @param {StepsView} view */
function build(view) {
  const scene = element("section", "scene");
  const story = element("div", "story");
  view.telling = [choicesBox(view), roadsBox(view)];
  const [over, back] = [sourceBox(view), targetBox(view)];
  savedAs(over, { name: "It looks over at the English" });
  savedAs(back, { name: saidTitle(view) });
  story.append(over, back, view.facts.recurrent ? carriedBox(view) : cacheBox(view));
  scene.append(story, view.telling[0]);
  const player = playerBar(view);
  player.append(view.guess.switch);
  view.root.replaceChildren(player, view.guess.card, scene, view.telling[1]);
}

/** @param {StepsView} view */
function sourceBox(view) {
  const box = element("section", "reads");
  const bar = element("div", "choices", element("h3", "", "It looks over at the English"));
  if (!view.facts.recurrent) bar.append(...headControls(view));
  view.sourceChips = view.facts.source.map((chip, position) =>
    weighed(chipOf("span", chip, view.facts.source[position + 1])),
  );
  box.append(bar, element("div", "chips", ...view.sourceChips));
  return box;
}

/** @param {StepsView} view */
function headControls(view) {
  return [
    choice("Layer", numbers(view.sizes.decoder_layers), view.layer, (layer) => {
      view.layer = layer;
      show(view);
    }),
    choice("Head", [["mean", null], ...numbers(view.sizes.H)], view.head, (head) => {
      view.head = head;
      show(view);
    }),
  ];
}

/** @param {StepsView} view */
function saidTitle(view) {
  return view.facts.recurrent ? "What it has said" : "It looks back at what it has said";
}

// What it has said, what it says now, what it will say: a click on a token goes to its step.
/** @param {StepsView} view */
function targetBox(view) {
  const box = element("section", "says");
  const { chips } = view.roads.now;
  const begin = weighed(chipOf("span", { text: "<s>", joined: false, special: true }, chips[0]));
  view.targetChips = [begin];
  chips.forEach((chip, step) => {
    const made = weighed(chipOf("button", chip, chips[step + 1]));
    made.type = "button";
    made.title = `step ${step + 1}`;
    made.addEventListener("click", () => jump(view, step));
    view.targetChips.push(made);
  });
  view.now = element("p", "hint saying");
  box.append(element("h3", "", saidTitle(view)), element("div", "chips", ...view.targetChips), view.now);
  return box;
}

/** @param {StepsView} view */
function show(view) {
  const { on } = view.guess;
  const first = coveredFrom(view);
  view.step = Math.min(view.step, first, view.length - 1);
  const covered = view.step === first;
  if (covered && view.timer) pause(view);
  coverUp(view.telling[0], covered);
  coverUp(view.telling[1], on); // the whole translation
  coverTokens(view, first);
  remember({ focus: { kind: "cross", layer: view.layer, head: view.head, token: view.step } });
  markPlayer(view);
  const over = rowOf(weightsAt(view, "now"), view.step);
  const back = view.facts.recurrent ? null : rowOf(weightsAt(view, "now", "self"), view.step);
  view.sourceChips.forEach((chip, position) => {
    shade(chip, covered ? null : over[position]);
  });
  view.targetChips.forEach((chip, position) => {
    shade(chip, back && position <= view.step && !covered ? back[position] : null);
    chip.classList.toggle("now", position === view.step + 1);
    chip.classList.toggle("later", position > view.step + 1);
    if (position) chip.setAttribute("aria-current", position === view.step + 1 ? "step" : "false");
  });
  const road = view.roads.now;
  const probability = Math.exp(road.logProbabilities[view.step]);
  const said = sayingOf(
    road.chips[view.step].text,
    originOf(view.facts.path.at(-1).fork, view.step, road.forced),
    probability,
    road.totals[view.step],
  );
  view.now.textContent = covered ? "" : said;
  showChoices(view);
  if (!view.facts.recurrent) showCache(view);
  showRoads(view);
  view.guess.show();
}
