// One step: a pair that a copy of the model learns. What the steps change is compared with the model as it was, and the
// loss flows backwards through the picture of the whole model. A server takes the steps; without one, all were recorded.

import { choice } from "../../../widgets/choice.js";
import { AS_IS, element, region, say, vector as svg } from "../../../widgets/elements.js";
import { labelledBars } from "../../../widgets/labelled_bars.js";
import { redraw } from "../../../widgets/marks/draw.js";
import { roomOf } from "../../../widgets/marks/marks.js";
import { mountOnData } from "../../../widgets/mount.js";
import { percent } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { buildStackedTable } from "../../../widgets/stacked_table.js";
import { textOf, writeWordDiff } from "../../../widgets/word_diff.js";
import { NARROW, widthFor } from "../../watch/flight/room.js";
import { backwardMarks, describeFlow, gradientLines } from "./backward.js";
import "../../watch/flight/flight.css";
import "./one_step.css";

const ROW = 2.1; // sizes of a letter that a token's row takes
const UPRIGHT = 700; // pixels that all layers need, one below the other
const LEGEND =
  "Wide and strong: there, a small change would change the error, called loss, a lot. The scale stays that of the first step, so less flows as it learns.";

/** @typedef {View<OneStepFacts, string>} OneStepView */

export default mountOnData((/** @type {OneStepView} */ view, { facts, tensors }) => {
  Object.assign(view, { facts, tensors });
  view.lesson = Math.min(view.lesson ?? 0, facts.lessons.length - 1);
  view.steps ??= 0; // of a recorded lesson
  view.status ??= element("span", "quiet", { role: "status" });
  view.headline ??= element("p", "look-headline", { "aria-live": "polite" });
  show(view);
  const observer = new ResizeObserver(() => draw(view));
  observer.observe(view.root);
  return () => observer.disconnect();
});

/** @param {OneStepView} view */
function show(view) {
  const { facts, status, headline } = view;
  const lesson = facts.lessons[view.lesson];
  view.number = facts.recorded ? view.steps : lesson.snapshots.length - 1;
  const [first, now] = [lesson.snapshots[0], lesson.snapshots[view.number]];
  const { steps } = now;
  const button = (text, name, count, disabled, names = "button") => {
    const attributes = { type: "button", disabled, "data-does": name + count, click: () => act(view, name, count) };
    return element("button", names, count === 1 ? { ...attributes, "data-from": "understand" } : attributes, text);
  };
  const isFull = steps >= facts.most;
  const buttons = [
    button("Take ten steps", "take", 10, isFull, "button big"),
    button("One step", "take", 1, isFull),
    ...(steps ? [button("Undo", "undo", 0, false), button("Start again", "again", 0, false)] : []),
  ];
  view.svg = svg("svg", "sheet-level level-0", { role: "img" });
  view.sheet = element("div", "sheet backward", region("The loss flows backwards"), view.svg);
  const chosen = facts.recorded ? view.lesson : facts.titles.indexOf(lesson.title);
  const titles = facts.titles.map((title, at) => [title, at]);
  say(status, `${steps} ${steps === 1 ? "step" : "steps"} taken${isFull ? ": as many as it may take" : ""}`);
  say(headline, chanceTold(lesson, first, now));
  const focused = /** @type {Document | ShadowRoot} */ (view.root.getRootNode()).activeElement;
  const does = view.root.contains(focused) && /** @type {HTMLElement} */ (focused).dataset.does;
  view.root.replaceChildren(
    ...(titles.length ? [choice("Teach it", titles, chosen, (at) => act(view, "example", at))] : []),
    element(
      "div",
      "taught side-by-side",
      element(
        "div",
        "stack",
        ...translationLines(facts, lesson, now),
        headline,
        element("div", "flow centred", ...buttons),
        status,
      ),
      labelledBars({ title: "How likely each piece of your translation is", rows: barsOf(lesson, first, now) }, 1),
    ),
    ...costs(now),
    element(
      "section",
      "stack",
      steps ? { "data-from": "understand" } : {},
      element("h3", "", "The error flows backwards, as its gradient"),
      element("p", "look-words", describeFlow(shownOf(view))),
      view.sheet,
      element("p", "hint", { "data-from": "understand" }, LEGEND),
    ),
    ...(steps && !facts.recorded
      ? [element("p", "", button("Use the taught model on every page", "use", 0, false))]
      : []),
  );
  if (does) /** @type {HTMLElement} */ (view.root.querySelector(`[data-does=${does}]:enabled`) ?? buttons[0]).focus();
  makeSavable(view.sheet, { name: "The loss flows backwards", lines: () => gradientLines(shownOf(view)) });
  draw(view);
}

// With a server, the page that it sends shows what was done.
/** @param {OneStepView} view */
function act(view, name, count) {
  if (!view.facts.recorded) {
    if (name === "take") say(view.status, "It learns …");
    return view.trigger("act", { name, count });
  }
  const { steps } = view;
  if (name === "example") Object.assign(view, { lesson: count, steps: 0 });
  else view.steps = { take: Math.min(steps + count, view.facts.most), undo: steps - 1, again: 0 }[name];
  return show(view);
}

/** @param {Stretch[]} pieces @param {"del" | "ins"} mark */
function written(pieces, mark, names = "") {
  const made = element("span", names, AS_IS);
  writeWordDiff(made, pieces, mark);
  return made;
}

/** @param {OneStepFacts} facts @param {OneStepLesson} lesson @param {OneStepSnapshot} now */
function translationLines({ language }, { wanted }, { steps, translations: [{ before, after }] }) {
  const line = (name, words) => element("div", "said-line flow", element("span", "quiet", name), words);
  const told = !steps ? `Its ${language} now` : textOf(after) === wanted.trim() ? "Now, as you want it" : "Now";
  const now = line(told, written(after, "ins", "serif now"));
  if (textOf(before) === wanted.trim())
    return [now, element("p", "look-words", "It writes that already: change a word of the translation that you want.")];
  return steps ? [line("Before", written(before, "del", "serif")), now] : [now];
}

// How likely the piece is that it has most to learn about.
/** @param {OneStepLesson} lesson @param {OneStepSnapshot} first @param {OneStepSnapshot} now */
function chanceTold({ output }, first, now) {
  const at = leastLikely(first);
  const [before, after] = [first, now].map(({ probabilities }) => percent(probabilities[at]));
  const own = `“${output[at].text}”`;
  if (!now.steps) return `It gives ${own} a chance of ${before}. Push it towards your words:`;
  return `${now.steps === 1 ? "One step" : `${now.steps} steps`} moved ${own} from ${before} to ${after}.`;
}

/** @param {OneStepSnapshot} first */
const leastLikely = ({ probabilities }) => probabilities.indexOf(Math.min(...probabilities));

// How likely each wanted token is, given those before it; the one that it has most to learn about comes first.
/** @param {OneStepLesson} lesson @param {OneStepSnapshot} first @param {OneStepSnapshot} now */
function barsOf({ output }, first, { steps, probabilities }) {
  const rows = output.map(({ text: name }, at) => {
    const [before, value] = [first.probabilities[at], probabilities[at]];
    const written = element("span", "", steps ? `${percent(before)} → ${percent(value)}` : percent(value));
    const loss = `, loss ${(-Math.log(Math.max(value, 1e-30))).toFixed(2)}`;
    written.append(element("span", "", { "data-from": "understand" }, loss));
    return { name, value, before, written: /** @type {any} */ (written), ours: at === leastLikely(first) };
  });
  return rows.toSorted((one, other) => Number(other.ours) - Number(one.ours));
}

// What else it translates differently now.
/** @param {OneStepSnapshot} now */
function costs({ steps, translations: [, ...others] }) {
  if (!steps) return [];
  const changed = others.filter(({ before, after }) => textOf(before) !== textOf(after));
  const rows = changed.map(({ sentence, before, after }) => [sentence, written(before, "del"), written(after, "ins")]);
  const kept = others.filter((each) => !changed.includes(each));
  const same = kept.map(({ sentence, after }) => `${sentence} → ${textOf(after)}`).join(" · ");
  return [
    element("h3", "", `What it costs: ${changed.length || "none"} of ${others.length} other translations changed`),
    ...(changed.length ? [buildStackedTable(["sentence", "before", "now"], rows, ["words", "words"])] : []),
    element("p", "hint", kept.length > 0 && "As before: ", element("span", "", AS_IS, same)),
  ];
}

/** @param {OneStepView} view @returns {BackwardShown} */
function shownOf({ facts, tensors, lesson: at, number, sheet }) {
  const lesson = facts.lessons[at];
  const rows = Math.max(lesson.source.length, lesson.target.length);
  const upright = sheet.clientWidth < NARROW;
  const size = upright ? 13 : 14;
  const width = widthFor(sheet.clientWidth, rows, size, upright);
  const room = roomOf(width, upright ? UPRIGHT : Math.round(size * (3 + ROW * rows)), upright, size);
  return { facts: { ...lesson, sizes: facts.sizes }, flow: (part) => tensors[`${at}.${number}.${part}`], room };
}

/** @param {OneStepView} view */
function draw(view) {
  if (!view.sheet.clientWidth) return;
  const shown = shownOf(view);
  const { width, height } = shown.room;
  const named = { width, height, viewBox: `0 0 ${width} ${height}`, "aria-label": describeFlow(shown) };
  for (const [name, value] of Object.entries(named)) view.svg.setAttribute(name, String(value));
  view.sheet.style.height = `${height}px`;
  const known = new Map();
  redraw(view.svg, backwardMarks(shown), known);
  for (const { mark, element: made } of known.values()) made.style.setProperty("--wave", String(mark.wave ?? 0));
}
