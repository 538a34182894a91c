// The case of “la”: a sentence that is being translated, halted where the model must choose between a few words, and six
// experiments that find out how it chooses. What is shown is computed for the noun on the wheel: by the model in the
// browser once it is here, by the server until then.

import { afterPaint } from "../../../engine/live/after_paint.js";
import { isModelHere, savesData } from "../../../engine/live/model.js";
import { plainNumbers } from "../../../transport/payload.js";
import { setUrlParam, textFromUrl } from "../../../widgets/address.js";
import { say } from "../../../widgets/elements.js";
import { redraw } from "../../../widgets/marks/draw.js";
import { mountOnData } from "../../../widgets/mount.js";
import { isPresenting } from "../../../widgets/presenting.js";
import { linkWords } from "../../../widgets/words.js";
import { cardOf } from "./card.js";
import { offer } from "./doing.js";
import { effectRows } from "./effect.js";
import { glide } from "./glide.js";
import { checkNoun, computeNoun, keyOf, prepare } from "./nouns.js";
import { caseMarks, casePlaces, caseRoom } from "./picture.js";
import { buildSheet } from "./sheet.js";
import { CUT, HIDE, lastCut, NO_WEIGHTS, PLAIN, roleWords } from "./shown.js";
import { asideOf, describePicture, HIDING, KNOCK, RIDDLE, storyOf, VERDICT, WHEEL } from "./story.js";
import "./case.css";

const FIRST = 1100; // milliseconds until an experiment begins by itself, and between two of them
const NEXT = 2600;

export default mountOnData(open);

/** @param {CaseView} view @param {{ facts: CaseSent, tensors: Record<string, Tensor> }} sent */
function open(view, { facts, tensors }) {
  Object.assign(view, { facts });
  view.known ??= new Map();
  for (const [at, { case: name, filling, passage }] of facts.passages.entries())
    view.known.set(keyOf(facts.model, name, filling), { passage, weights: inFull(tensors[`weights.${at}`]) });
  if (!view.sheet || view.model !== facts.model) begin(view);
  bring(view);
  const { engine } = facts;
  const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 500));
  if (engine && !savesData()) whenIdle(() => prepare(view, engine));
  return listen(view);
}

// Weights are sent in 16 bits.
const inFull = (sent) => (sent ? { shape: sent.shape, data: plainNumbers(sent), half: false } : NO_WEIGHTS);

// The page as the address has it.
/** @param {CaseView} view */
function begin(view) {
  const { facts } = view;
  view.model = facts.model;
  view.case = facts.cases.find(({ name }) => name === textFromUrl("case")) ?? facts.cases[0];
  view.items = view.case.rows.map(({ filling }) => filling);
  view.effect = effectRows(view.case);
  view.filling = checkNoun(textFromUrl("noun")).noun || view.items[0];
  view.wanted = view.filling;
  view.beat = Math.max(0, Math.min(VERDICT, Number(textFromUrl("beat")) - 1 || 0));
  Object.assign(view, { change: PLAIN, votes: {}, shown: null, told: "", isNew: true, hasTurned: false });
  view.isTold = view.beat > 0;
  buildSheet(view, {
    go: (beat) => go(view, beat),
    turn: (by) => turn(view, by),
    typed: () => typed(view),
    open: (name) => openCase(view, name),
  });
}

/** @param {CaseView} view */
function openCase(view, name) {
  setUrlParam("case", name);
  setUrlParam("noun", "");
  setUrlParam("beat", "");
  stop(view);
  begin(view);
  bring(view);
  if (view.facts.engine && isModelHere(view.facts.engine)) prepare(view, view.facts.engine);
}

/** @param {CaseView} view */
function listen(view) {
  view.listening?.abort(); // the app may open a page anew without having left it
  view.listening = new AbortController();
  const { signal } = view.listening;
  const observer = new ResizeObserver(() => view.shown && draw(view, false));
  observer.observe(view.root);
  signal.addEventListener("abort", () => observer.disconnect());
  window.addEventListener("resize", () => view.shown && draw(view, false), { signal });
  window.addEventListener("keydown", (event) => onKey(view, event), { signal });
  return () => {
    stop(view);
    view.listening.abort();
  };
}

const BACK = ["ArrowLeft", "PageUp"];
const ON = ["ArrowRight", "PageDown"];

/** @param {CaseView} view @param {KeyboardEvent} event */
function onKey(view, event) {
  const [typed] = /** @type {Element[]} */ (event.composedPath());
  if (!view.root.isConnected || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (typed.closest?.("input, textarea, select, [role=radio], [role=dialog], [popover], .sideways, [role=tab]")) return;
  if (BACK.includes(event.key)) go(view, view.beat - 1);
  else if (ON.includes(event.key)) go(view, view.beat + 1);
  else return;
  event.preventDefault();
}

/** @param {CaseView} view */
function stop(view) {
  for (const each of view.timers ?? []) clearTimeout(each);
  view.timers = [];
}

/** @param {CaseView} view */
function go(view, beat) {
  if (beat < 0 || beat > VERDICT || beat === view.beat || !view.shown) return;
  Object.assign(view, { beat, change: PLAIN, isNew: true, hasTurned: false, isTold: true });
  setUrlParam("beat", beat ? String(beat + 1) : "");
  const back = view.turnedFrom;
  view.turnedFrom = null;
  if (back)
    want(view, back); // it had turned by itself
  else show(view);
}

// What a beat does by itself; where motion is reduced, only its end.
/** @param {CaseView} view */
function play(view) {
  stop(view);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const { halted, decoy } = view.shown.passage;
  if (!halted) return;
  const series =
    {
      [HIDING]: decoy.length ? [HIDE.decoy, HIDE.clue] : [HIDE.clue],
      [KNOCK]: [CUT.first, lastCut(view.shown.passage)],
    }[view.beat] ?? [];
  if (still && series.length) change(view, series.at(-1));
  else
    series.forEach((each, at) => {
      view.timers.push(setTimeout(() => view.root.isConnected && change(view, each), FIRST + at * NEXT));
    });
  if (view.beat === WHEEL && !still) view.timers.push(setTimeout(() => turnToOther(view), FIRST));
}

// To the next noun on the wheel that asks for another word.
/** @param {CaseView} view */
function turnToOther(view) {
  if (!view.root.isConnected) return;
  const { rows } = view.case;
  const at = rows.findIndex(({ filling }) => filling === view.filling);
  const other = [...rows.slice(at + 1), ...rows].find(({ expected }) => expected !== rows[at]?.expected);
  if (!other) return;
  Object.assign(view, { turnedFrom: view.filling, hasTurned: true });
  want(view, other.filling);
}

/** @param {CaseView} view */
function change(view, to) {
  view.change = to;
  draw(view, true);
  doing(view);
}

/** @param {CaseView} view */
function turn(view, by) {
  stop(view);
  Object.assign(view, { hasTurned: true, turnedFrom: null });
  const at = view.items.indexOf(view.wanted ?? view.filling);
  want(view, view.items[(at + by + view.items.length) % view.items.length]);
}

/** @param {CaseView} view */
function typed(view) {
  const text = view.field.value;
  if (text === view.told) return;
  view.told = text;
  const { noun, problem } = checkNoun(text);
  if (problem) {
    say(view.aside, problem);
    return;
  }
  stop(view);
  view.hasTurned = true;
  want(view, noun);
}

/** @param {CaseView} view */
function want(view, filling) {
  view.wanted = filling;
  say(view.aside);
  if (!view.case.rows.some((row) => row.filling === filling))
    view.items = [...view.case.rows.map((row) => row.filling), filling];
  setUrlParam("noun", filling === view.case.rows[0].filling ? "" : filling);
  view.wheel.show(view.items, view.items.indexOf(filling));
  bring(view);
}

/** @param {CaseView} view */
const keyNow = ({ model, case: own, wanted, filling }) => keyOf(model, own.name, wanted ?? filling);

// The sentence with the noun that is wanted: from what is known, from this browser's model, or from the server.
/** @param {CaseView} view */
function bring(view) {
  const filling = view.wanted ?? view.filling;
  const key = keyNow(view);
  if (view.known.has(key)) {
    Object.assign(view, { filling, wanted: null });
    view.sheet.classList.remove("waiting");
    show(view);
    return;
  }
  view.sheet.classList.add("waiting");
  const { engine } = view.facts;
  if (engine && (engine.alone || isModelHere(engine))) compute(view, engine, filling, key);
  else view.trigger("asked", { case: view.case.name, filling });
}

// One noun at a time; next comes the last one wanted meanwhile, perhaps of another case.
/** @param {CaseView} view @param {EngineOffer} engine */
async function compute(view, engine, filling, key) {
  if (view.isBusy) return;
  view.isBusy = true;
  const { case: own } = view;
  try {
    await computeNoun(view, engine, own, filling, (text) => say(view.aside, text));
    if (!view.known.has(key)) say(view.aside, "There is nothing to translate in this.");
  } catch (error) {
    if (!engine.alone) view.trigger("asked", { case: own.name, filling });
    else say(view.aside, `${error.message} The nouns on the wheel need no model.`);
  } finally {
    view.isBusy = false;
  }
  if (view.root.isConnected && view.wanted && (view.known.has(key) || keyNow(view) !== key)) bring(view);
}

/** @param {CaseView} view */
function show(view) {
  const { passage, weights } = view.known.get(keyOf(view.model, view.case.name, view.filling));
  view.shown = { case: view.case, passage, weights, reads: view.facts.reads, writes: view.facts.language };
  view.items ??= view.case.rows.map(({ filling }) => filling);
  if (!view.items.includes(view.filling)) view.items = [...view.items, view.filling];
  view.wheel.show(view.items, view.items.indexOf(view.filling));
  view.dots.forEach((dot, at) => {
    if (at === view.beat) dot.setAttribute("aria-current", "step");
    else dot.removeAttribute("aria-current");
  });
  view.back.disabled = view.beat === 0;
  view.next.disabled = view.beat === VERDICT;
  doing(view);
  draw(view, true);
  const shown = shownOf(view);
  say(view.said, storyOf(shown));
  say(view.aside, asideOf(shown));
  view.card.replaceChildren();
  afterPaint(view, () => {
    if (view.beat === VERDICT && passage.halted) view.card.replaceChildren(...cardOf(view, shown));
    linkWords(view.root);
  });
  if (view.isNew) play(view);
  view.isNew = false;
}

/** @param {CaseView} view @returns {CaseShown} */
function shownOf(view, room = roomOfView(view)) {
  const { beat, hasTurned, isTold, facts } = view;
  const votes = facts.voting && view.case === facts.cases[0]; // a class, on the page's own case
  return {
    ...view.shown,
    beat,
    hasTurned,
    isTold,
    votes,
    guess: view.votes[RIDDLE],
    change: view.shown.passage.halted ? view.change : PLAIN,
    room,
  };
}

const FOOT = 84; // pixels for the buttons below

/** @param {CaseView} view */
function roomOfView({ root, sheet, shown }) {
  const width = Math.round(root.clientWidth);
  const top = sheet.getBoundingClientRect().top + (document.querySelector(".stMain")?.scrollTop || window.scrollY);
  const free = window.innerHeight - top - FOOT - (isPresenting() ? 40 : 0);
  const height = Math.round(Math.max(width < 640 ? 500 : 400, Math.min(free, 1.1 * width)));
  return caseRoom(width, height, roleWords(shown.passage).length);
}

/** @param {CaseView} view */
function draw(view, isMoving) {
  if (!view.root.clientWidth) return;
  const shown = shownOf(view);
  const { width, height, size } = shown.room;
  const marks = caseMarks(shown);
  const before = new Map([...view.marks].map(([key, { mark }]) => [key, mark]));
  for (const [name, value] of Object.entries({
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "aria-label": describePicture(shown),
  }))
    view.svg.setAttribute(name, String(value));
  redraw(view.svg, marks, view.marks);
  const { wheel } = casePlaces(shown);
  view.wheel.element.hidden = !wheel;
  for (const [name, value] of Object.entries(wheel ?? {}))
    view.wheel.element.style.setProperty(`--${name}`, `${value}px`);
  view.wheel.element.style.setProperty("--size", `${1.1 * size}px`);
  view.wheel.element.classList.toggle("hidden-word", view.beat === HIDING && view.change === HIDE.clue);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  cancelAnimationFrame(view.frame);
  if (isMoving) view.way = { before, begun: performance.now() };
  glide(view.marks, still ? undefined : view.way, (frame) => {
    view.frame = frame;
  });
}

// What one can do in this beat.
/** @param {CaseView} view */
function doing(view) {
  const set = (to) => {
    stop(view);
    change(view, to);
  };
  const guess = ({ options, right }, at) => {
    view.votes[view.beat] = at;
    view.isTold = true;
    const { votes } = shownOf(view);
    if (votes) view.trigger("vote", { stop: view.beat + 1, guess: options[at], right: at === right });
    doing(view);
    draw(view, true);
    say(
      view.aside,
      votes
        ? "Your teacher has your vote, and opens the next step."
        : "Your guess is kept. The doors show what it chooses: go on to see how it knows.",
    );
  };
  offer(view.doing, shownOf(view), view.votes[view.beat], { change: set, guess });
}
