// One step: a pair that a copy of the model learns. Buttons take steps; what they change is compared with the model as it
// was, and the loss flows backwards through the picture of the whole model. With a server, it takes the steps; without
// one, every step was recorded.

import { choice } from "../../../widgets/choice.js";
import { element, say, vector as svg } from "../../../widgets/elements.js";
import { redraw } from "../../../widgets/marks/draw.js";
import { roomOf } from "../../../widgets/marks/marks.js";
import { mountOnData } from "../../../widgets/mount.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { NARROW, widthFor } from "../../watch/flight/room.js";
import { backwardMarks, gradientLines, storyOf } from "./backward.js";
import { checkBox, codeBox, costBox, factor, movedBox, translations, words } from "./told.js";
import "../../watch/flight/flight.css";
import "./one_step.css";

const ROW = 2.1; // sizes of a letter that a token's row takes
const UPRIGHT = 700; // pixels that all layers need, one below the other

export default mountOnData(open);

/** @param {OneStepView} view @param {{ facts: OneStepFacts, tensors: Record<string, Tensor> }} sent */
function open(view, { facts, tensors }) {
  Object.assign(view, { facts, tensors, isWaiting: false });
  view.isRecorded = facts.recorded;
  view.chosen = Math.min(view.chosen ?? 0, facts.lessons.length - 1);
  if (!view.isRecorded || !view.presses) view.presses = [];
  if (!view.sheet) build(view);
  show(view);
  const observer = new ResizeObserver(() => draw(view));
  observer.observe(view.root);
  return () => observer.disconnect();
}

/** @param {OneStepView} view */
function lessonOf(view) {
  const lesson = view.facts.lessons[view.chosen];
  const last = lesson.snapshots.length - 1;
  const taken = view.presses.reduce((sum, count) => sum + count, 0);
  const at = view.isRecorded ? Math.min(taken, last) : last;
  return { lesson, at, first: lesson.snapshots[0], now: lesson.snapshots[at] };
}

/** @param {OneStepView} view */
function build(view) {
  const button = (text, click, names = "button") => element("button", names, { type: "button", click }, text);
  view.examples = element("div", "");
  view.said = element("div", "stack");
  view.loss = element("p", "look-headline", { "aria-live": "polite" });
  view.buttons = {
    one: button("Take one step", () => take(view, 1), "button step-button"),
    ten: button("Ten more", () => take(view, 10)),
    undo: button("Undo", () => undo(view)),
    again: button("Start again", () => again(view)),
  };
  view.status = element("span", "quiet", { role: "status" });
  view.words = element("ul", "wanted-words");
  view.svg = svg("svg", "sheet-level level-0", { role: "img" });
  view.marks = new Map();
  view.sheet = element("div", "sheet backward", view.svg);
  view.flow = element("p", "look-words");
  view.cost = element("section", "stack");
  view.deeper = element("div", "stack", { "data-from": "understand" });
  view.proof = element("div", "stack", { "data-from": "prove" });
  view.use = button("Use the taught model on every page", () => view.trigger("use", true));
  view.root.replaceChildren(
    view.examples,
    view.said,
    view.loss,
    element("div", "flow centred", ...Object.values(view.buttons), view.status),
    view.words,
    element(
      "section",
      "stack",
      element("h3", "", "The loss flows backwards"),
      view.flow,
      view.sheet,
      element(
        "p",
        "hint",
        "Wide and strong is where the gradient is long: where a small change would lower the loss most. The scale stays that of the first step, so less flows as it learns.",
      ),
    ),
    view.cost,
    element("p", "", view.use),
    view.deeper,
    view.proof,
  );
  makeSavable(view.sheet, { name: "The loss flows backwards", lines: () => gradientLines(shownOf(view)) });
}

/** @param {OneStepView} view */
function show(view) {
  const { facts } = view;
  const { lesson, now, first } = lessonOf(view);
  const titles = facts.examples.map(({ title }, at) => [title, at]);
  const here = view.isRecorded ? view.chosen : facts.examples.findIndex(({ title }) => title === lesson.title);
  const had = view.examples.matches(":focus-within");
  view.examples.replaceChildren(...(titles.length ? [choice("Teach it", titles, here, (at) => choose(view, at))] : []));
  if (had) view.examples.querySelector("[aria-checked=true]")?.focus({ preventScroll: true });
  view.said.replaceChildren(...translations(facts, lesson, now));
  say(view.loss, ...factor(first, now));
  view.words.replaceChildren(...words(lesson, first, now));
  say(view.flow, storyOf(shownOf(view)));
  view.cost.replaceChildren(...costBox(now));
  view.deeper.replaceChildren(...movedBox(now));
  view.proof.replaceChildren(
    ...checkBox(facts, now, view.isRecorded ? null : (weight) => view.trigger("check", weight)),
    codeBox(lesson, now),
  );
  view.use.parentElement.hidden = view.isRecorded || !now.steps;
  enable(view);
  view.marks.clear();
  view.svg.replaceChildren(); // the wave runs anew
  draw(view);
}

/** @param {OneStepView} view */
function enable(view) {
  const { steps } = lessonOf(view).now;
  const { most } = view.facts;
  const { one, ten, undo: back, again: begin } = view.buttons;
  for (const each of [one, ten]) each.ariaDisabled = String(view.isWaiting || steps >= most);
  for (const each of [back, begin]) each.ariaDisabled = String(view.isWaiting || !steps);
  const taken = `${steps} ${steps === 1 ? "step" : "steps"} taken`;
  say(view.status, view.isWaiting ? "It learns …" : steps >= most ? `${taken}, as many as it may` : taken);
}

const shut = ({ ariaDisabled }) => ariaDisabled === "true";

/** @param {OneStepView} view */
function take(view, count) {
  if (shut(view.buttons.one)) return;
  const { now } = lessonOf(view);
  press(view, [...view.presses, Math.min(count, view.facts.most - now.steps)], "take", count);
}

/** @param {OneStepView} view */
function undo(view) {
  if (!shut(view.buttons.undo)) press(view, view.presses.slice(0, -1), "undo", true);
}

/** @param {OneStepView} view */
function again(view) {
  if (!shut(view.buttons.again)) press(view, [], "again", true);
}

/** @param {OneStepView} view */
function press(view, presses, name, value) {
  if (view.isRecorded) {
    view.presses = presses;
    show(view);
    return;
  }
  view.isWaiting = true;
  enable(view);
  view.trigger(name, value);
}

/** @param {OneStepView} view */
function choose(view, at) {
  if (!view.isRecorded) {
    view.trigger("example", at);
    return;
  }
  Object.assign(view, { chosen: at, presses: [] });
  show(view);
}

/** @param {OneStepView} view @returns {BackwardShown} */
function shownOf(view) {
  const { lesson, at } = lessonOf(view);
  const own = `${view.chosen}.${at}.`;
  const flows = Object.fromEntries(
    Object.entries(view.tensors).flatMap(([name, each]) =>
      name.startsWith(own) ? [[name.slice(own.length), each]] : [],
    ),
  );
  const rows = Math.max(lesson.source.length, lesson.target.length);
  const upright = view.sheet.clientWidth < NARROW;
  const size = upright ? 13 : 14;
  const width = widthFor(Math.max(1, view.sheet.clientWidth), rows, size, upright);
  const room = roomOf(width, upright ? UPRIGHT : Math.round(size * (3 + ROW * rows)), upright, size);
  return {
    facts: { ...lesson, sizes: { layers: /** @type {any} */ (view.facts.layers) } },
    room,
    flows: /** @type {any} */ (flows),
  };
}

/** @param {OneStepView} view */
function draw(view) {
  if (!view.sheet.clientWidth) return;
  const shown = shownOf(view);
  const { width, height, size } = shown.room;
  const named = { width, height, viewBox: `0 0 ${width} ${height}`, "aria-label": view.flow.textContent };
  for (const [name, value] of Object.entries(named)) view.svg.setAttribute(name, String(value));
  view.svg.style.setProperty("--size", `${size}px`);
  view.sheet.style.height = `${height}px`;
  redraw(view.svg, backwardMarks(shown), view.marks);
  for (const { mark, element: made } of view.marks.values()) made.style.setProperty("--wave", String(mark.wave));
}
