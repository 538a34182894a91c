// The front page's picture at an age of a small model that was recorded while it learned: of the sentence above, whoever
// asked for it. The model above stays as it is, and says what it writes meanwhile.

import { EngineError } from "../../../engine/error.js";
import { bringAges } from "../../../engine/live/aged.js";
import { say } from "../../../widgets/elements.js";
import { pause } from "../../../widgets/player.js";
import { ageBar, tellAge, updates } from "./age_bar.js";
import { chosenCells } from "./cells.js";
import { film } from "./film.js";
import { fill, shownOf } from "./front.js";
import { show } from "./glass.js";
import { namesOf } from "./needs.js";
import { linkToAsk } from "./numbers.js";
import { factsOf } from "./shown.js";

const PLAYED = 10_000; // milliseconds, all ages together
// Its numbers come from its own worker: nothing at the addresses of the model above is right.
const FRAME = { parameters: null };
const ENGINE = /** @type {any} */ ({ weights: { sha256: "of an age" } });

// Puts the slider below the picture of a model that has a recorded one, and takes it away from that of another.
/** @param {FlightView} view @param {Ages | null} ages */
export function offerAge(view, ages) {
  if (ages && !view.age) {
    ageBar(view, ageOf(view, ages));
    view.root.append(view.age.element);
  } else if (!ages && view.age) {
    if (view.age.isOn) view.age.leave();
    view.age.element.remove();
    view.age = null;
  }
}

/** @param {FlightView} view @param {Ages} ages */
function ageOf(view, ages) {
  const { length } = ages.steps;
  /** @type {Played} */
  const age = {
    ...{ root: view.root, ages, length, step: length - 1, pace: PLAYED / length, isOn: false },
    ...{ sentence: "", found: new Map(), last: null, asked: null, trusted: null, frame: null },
    go(step) {
      if (age.timer && age.asked) return; // it plays on when this age is drawn
      if (!age.isOn) Object.assign(age, { isOn: true, trusted: view.trusted, frame: view.frame });
      age.step = step;
      showAge(view);
    },
    leave() {
      pause(age);
      Object.assign(view, { trusted: age.trusted, frame: age.frame, aged: null });
      Object.assign(age, { isOn: false, step: length - 1, asked: null });
      tellAge(view);
      fill(view, view.base);
    },
    // What a place needs of the age that is drawn.
    bring: (needs, module) => ask(view, age.step, needs, module),
    film: async () => {
      const all = await Promise.all(ages.steps.map((_, step) => ofAge(view, step)));
      const frames = all.map((made, step) => frameOf(view, made, step));
      return film(view, frames, PLAYED / 1000 / length);
    },
  };
  return age;
}

/** @param {FlightView} view */
export async function showAge(view) {
  const { age } = view;
  const { sentence } = view.base.facts;
  if (age.sentence !== sentence) Object.assign(age, { sentence, found: new Map(), last: null });
  const asked = { found: age.found, step: age.step };
  age.asked = asked;
  tellAge(view);
  try {
    const made = await ofAge(view, asked.step);
    if (age.asked !== asked) return;
    age.asked = null;
    if (made) drawAge(view, made);
    await fetchOthers(view, asked.found);
  } catch (error) {
    asked.found.clear();
    if (age.found !== asked.found) return;
    age.asked = null;
    pause(age);
    if (!(error instanceof EngineError)) throw error;
    say(age.told, error.message);
  }
}

// The last age first, which is the others' ghost; one by one, so that the next key waits for one at most.
/** @param {FlightView} view */
async function fetchOthers(view, found) {
  const { age } = view;
  for (const step of [age.length - 1, ...age.ages.steps.keys()]) {
    const made = await ofAge(view, step);
    if (age.found !== found || !age.isOn || age.asked) return;
    if (age.last || !made) continue;
    age.last = made.tensors;
    view.aged = agedOf(age, age.step);
    show(view);
  }
}

/** @param {FlightView} view @param {number} step */
function ofAge(view, step) {
  const { found } = view.age;
  if (!found.has(step)) found.set(step, ask(view, step, namesOf(view.place), null));
  return found.get(step);
}

/** @param {FlightView} view @param {number} step @param {string[]} names @param {string | null} module */
async function ask({ age }, step, names, module) {
  const { engine } = age.ages;
  const answer = await bringAges(engine, (text) => say(age.told, text));
  const needs = [...new Set([...engine.needs, ...names])];
  return answer({ sentence: age.sentence, needs, decode: engine.decode, age: step, module });
}

/** @param {FlightView} view */
function drawAge(view, made) {
  const { age } = view;
  Object.assign(view, { trusted: null, frame: FRAME, aged: agedOf(age, age.step) });
  fill(view, payloadOf(view, made));
  tellAge(view);
}

const agedOf = ({ ages, last }, step) => ({ told: `a small model after ${updates(ages.steps[step])}`, last });

// A model that has learned nothing goes on until it is stopped: no more of it is drawn than there are rows already.
/** @param {FlightView} view */
function payloadOf({ age, base }, { facts: passage, tensors }) {
  const { source, output } = base.facts;
  const written = Math.min(passage.written, Math.max(passage.tokens.source.length, source.length, output.length));
  const facts = { ...age.ages.model, sentence: age.sentence, measured: null, engine: ENGINE, frame: FRAME };
  return { facts: factsOf({ ...facts, passage: { ...passage, written } }), tensors };
}

// An age's picture as it is when nobody points at it.
/** @param {FlightView} view @returns {FlightShown} */
function frameOf(view, made, step) {
  const { facts, tensors } = payloadOf(view, made);
  const own = { facts, tensors, cells: chosenCells(facts, tensors), aged: agedOf(view.age, step), isAsking: false };
  const shown = shownOf({ ...view, ...own, step: facts.sizes.layers.encoder + facts.output.length });
  return { ...shown, row: linkToAsk(shown).query };
}
