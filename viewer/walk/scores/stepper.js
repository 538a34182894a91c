// One query, six steps: the controls, and the keys as chips above the picture.

import { keepPlace } from "../../widgets/address.js";
import { sized } from "../../widgets/canvas.js";
import { chipOf } from "../../widgets/chips.js";
import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { full, short } from "../../widgets/numbers.js";
import { inks } from "../../widgets/palette.js";
import { savedAs } from "../../widgets/pictures.js";
import { check, keyGoal } from "../../widgets/radio.js";
import { furthestStep, stepsShown } from "./guess.js";
import { keyInFocus, scoresLabels, scoresPart } from "./numbers.js";
import { largest, paintSteps, paintVector, ROOMY, STEP_STRIP, stepRows, vectorWidth } from "./paint.js";
import { drawStepSides } from "./sides.js";

export const STEPS = 6;
const NARROWEST = 17; // pixels, of a column whose numbers stand upright
const STEP_MOTION = 320; // milliseconds

function stepNames({ d_k: size }) {
  return ["q · k", `÷ √${size}`, "mask", "softmax", "× v", "sum"];
}

function stepStory(step, { sizes, focus }) {
  const { d_k: size } = sizes;
  return [
    `The query meets every key: multiplied dimension by dimension, and the ${size} products added up.`,
    `Sums of ${size} products are large, and the softmax of large numbers gives all weight to one key. So they are ` +
      `divided by √${size} = ${short(Math.sqrt(size))}.`,
    focus.kind === "decoder"
      ? "A position must not see the words that come after it: their scores become −∞."
      : "Nothing is hidden: in a sentence by itself every query may see every key. Padding in a batch is masked, " +
        "see below.",
    "e to the power of each score, divided by the sum of all of these: weights that add up to 1. e to the −∞ is 0.",
    "The value of each key is multiplied by the key’s weight: it is pale where the weight is small.",
    "The weighted values are added up from left to right. The last sum is what this head hands on for the query: " +
      "its context.",
  ][step - 1];
}

/** @param {ScoresView} view */
export function stepper(view) {
  const box = element("section", "stepper");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "One query, six steps");
  const parts = {
    box,
    back: moveButton(view, "Back", -1),
    next: moveButton(view, "Next", 1),
    story: element("p", "step-story"),
    names: element("div", "step-names"),
    buttons: [],
    queryCanvas: element("canvas", "step-query"),
    captions: element("div", "step-captions"),
    scroller: element("div", "step-keys sideways"),
    inner: element("div", "step-inner"),
    chips: element("div", "step-chips"),
    band: element("div", "step-band"),
    canvas: element("canvas", "step-canvas"),
    results: element("div", "step-results"),
    contextCanvas: element("canvas", "step-context"),
    reading: element("p", "step-reading"),
  };
  parts.canvas.setAttribute("role", "img");
  [parts.queryCanvas, parts.contextCanvas, parts.band].forEach((each) => {
    each.setAttribute("aria-hidden", "true");
  });
  parts.story.setAttribute("aria-live", "polite");
  const bar = element("header", "step-bar");
  const heading = element("div", "step-move");
  heading.append(parts.back, parts.next);
  bar.append(heading, parts.story);
  parts.names.setAttribute("role", "radiogroup");
  parts.names.setAttribute("aria-label", "Step");
  stepNames(view.sizes).forEach((name, index) => {
    parts.buttons.push(stepButton(view, name, index + 1));
  });
  parts.names.append(parts.captions, parts.queryCanvas, ...parts.buttons);
  parts.inner.append(parts.band, parts.chips, parts.canvas);
  parts.scroller.append(parts.inner);
  const grid = element("div", "step-grid");
  grid.append(parts.names, parts.scroller, parts.results);
  box.append(bar, grid, parts.reading);
  savedAs(grid, { name: "One query, six steps", lines: () => stepLines(view) });
  view.steps = parts;
  view.goToStep = (step) => goToStep(view, step);
  listenToSteps(view);
  new ResizeObserver(() => view.numbers && drawStepper(view)).observe(box);
  return box;
}

// What becomes of the query's scores, a line for each key, as far as the steps are shown.
/** @param {ScoresView} view */
function stepLines(view) {
  const { raw, scaled, masked, weight } = view.numbers;
  const labels = scoresLabels(view, KINDS[view.focus.kind].columns);
  const columns = [raw, scaled, masked, weight].slice(0, Math.min(4, Math.floor(stepsShown(view))));
  return [
    ["key", ...["q·k", "scaled", "masked", "weight"].slice(0, columns.length)],
    ...labels.map((label, key) => [label, ...columns.map((values) => csvNumber(values[key]))]),
  ];
}

/** @param {ScoresView} view */
function moveButton(view, name, by) {
  const button = element("button", "step-button", by < 0 ? `← ${name}` : `${name} →`);
  button.type = "button";
  button.title = by < 0 ? "One step back (left arrow key)" : "One step forward (right arrow key)";
  button.addEventListener("click", () => goToStep(view, view.step + by));
  return button;
}

/** @param {ScoresView} view */
function stepButton(view, name, number) {
  const button = element("button", "step-name");
  button.type = "button";
  button.setAttribute("role", "radio");
  button.append(element("b", "", String(number)), element("span", "", name));
  button.addEventListener("click", () => goToStep(view, number));
  return button;
}

/** @param {ScoresView} view */
function listenToSteps(view) {
  const { box, inner, names, chips } = view.steps;
  box.addEventListener("keydown", (event) => {
    if (chips.contains(event.target)) return;
    const moves = {
      ArrowLeft: view.step - 1,
      ArrowUp: view.step - 1,
      ArrowRight: view.step + 1,
      ArrowDown: view.step + 1,
      Home: 1,
      End: STEPS,
    };
    const goal = moves[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    goToStep(view, goal);
    if (names.contains(event.target)) view.steps.buttons[view.step - 1].focus();
  });
  const keyAt = (event) => Math.floor((event.clientX - inner.getBoundingClientRect().left) / view.columnWidth);
  inner.addEventListener("pointermove", (event) => pointAtKey(view, keyAt(event)));
  inner.addEventListener("pointerleave", () => pointAtKey(view, null));
  inner.addEventListener("click", (event) => chooseKey(view, keyAt(event)));
}

// While one guesses, nobody walks past a step that is covered.
/** @param {ScoresView} view */
function furthestOf(view) {
  return view.guess.on ? furthestStep(view) : STEPS;
}

/** @param {ScoresView} view */
function goToStep(view, goal) {
  const step = Math.min(Math.max(goal, 1), furthestOf(view));
  if (step === view.step) return;
  const forward = step > view.step;
  view.step = step;
  keepPlace("step", step === 1 ? "" : String(step));
  const still = !forward || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  markStep(view);
  // The code that belongs to the step.
  const snippet = step < 4 ? 0 : step === 4 ? 1 : 2;
  /** @type {NodeListOf<HTMLElement>} */ (view.root.querySelectorAll(".code header [role=radio]"))[snippet]?.click();
  if (view.guess.on) {
    view.renew();
    return;
  }
  view.retell();
  if (still) {
    window.cancelAnimationFrame(view.stepFrame);
    paintStepper(view, 1);
    return;
  }
  const begun = performance.now();
  const move = (now) => {
    const progress = Math.min(1, Math.max(0, (now - begun) / STEP_MOTION));
    paintStepper(view, progress);
    if (progress < 1) view.stepFrame = window.requestAnimationFrame(move);
  };
  window.cancelAnimationFrame(view.stepFrame);
  view.stepFrame = window.requestAnimationFrame(move);
}

/** @param {ScoresView} view */
function pointAtKey(view, key) {
  const pointed = key === null || key < 0 || key >= view.numbers.count ? null : key;
  if (pointed === view.pointedKey) return;
  view.pointedKey = pointed;
  markKey(view);
  view.retell();
}

/** @param {ScoresView} view */
function chooseKey(view, key) {
  if (key < 0 || key >= view.numbers.count) return;
  view.key = key;
  revealKey(view);
  markKey(view);
  view.showKeyInMatrices();
  view.retell();
}

// Where the columns are wider than their room, the one in focus is scrolled into it.
/** @param {ScoresView} view */
function revealKey(view) {
  const { scroller } = view.steps;
  const left = view.key * view.columnWidth;
  const outside = left < scroller.scrollLeft || left + view.columnWidth > scroller.scrollLeft + scroller.clientWidth;
  if (outside) scroller.scrollLeft = left - scroller.clientWidth / 2;
}

// After a change of the focus: columns for its keys, and everything painted as far as the steps have come.
/** @param {ScoresView} view */
export function drawStepper(view) {
  window.cancelAnimationFrame(view.stepFrame);
  const { scroller, inner, chips, canvas, band } = view.steps;
  const { count } = view.numbers;
  view.columnWidth = Math.min(150, Math.max(NARROWEST, Math.floor(scroller.clientWidth / count)));
  view.rows = stepRows(view.columnWidth);
  const flat = view.columnWidth >= ROOMY;
  inner.style.width = `${count * view.columnWidth}px`;
  view.steps.box.classList.toggle("dense", !flat);
  drawKeyChips(view, chips);
  band.style.width = `${view.columnWidth}px`;
  const labels = scoresLabels(view, KINDS[view.focus.kind].columns);
  canvas.setAttribute("aria-label", `The keys ${labels.join(" ")}, and for each its scores, weight and value`);
  drawStepSides(view);
  markStep(view);
  markKey(view);
  revealKey(view);
  paintStepper(view, 1);
}

/** @param {ScoresView} view */
function drawKeyChips(view, chips) {
  const { columns, attention } = KINDS[view.focus.kind];
  const side = columns === "source" ? "encoder" : "decoder";
  const signature = `${side} ${view.columnWidth} ${view.frame.sentence}`;
  if (view.chipsShown === signature) return;
  view.chipsShown = signature;
  chips.className = `step-chips tokens-of ${side}`;
  chips.setAttribute("role", "radiogroup");
  chips.setAttribute("aria-label", "The key in focus");
  chips.style.gridTemplateColumns = `repeat(${view.tokens[columns].length}, ${view.columnWidth}px)`;
  const made = view.tokens[columns].map((chip, key) => {
    const button = chipOf("button", chip);
    button.type = "button";
    button.title = `key ${key}: ${chip.text}${attention === "cross_attention" ? ", in the source" : ""}`;
    button.setAttribute("role", "radio");
    button.addEventListener("focus", () => pointAtKey(view, null));
    button.addEventListener("keydown", (event) => {
      const goal = keyGoal(event, key, made.length);
      if (goal === null) return;
      chooseKey(view, goal);
      made[goal].focus();
    });
    return button;
  });
  chips.replaceChildren(...made);
}

/** @param {ScoresView} view */
function markStep(view) {
  const { back, next, story, buttons } = view.steps;
  back.disabled = view.step === 1;
  next.disabled = view.step === furthestOf(view);
  story.replaceChildren(element("b", "", `Step ${view.step} of ${STEPS}. `), stepStory(view.step, view));
  buttons.forEach((button, index) => {
    button.classList.toggle("ahead", index + 1 > view.step);
  });
  check(buttons, view.step - 1);
  view.steps.results.dataset.step = view.step;
  tellKey(view);
}

/** @param {ScoresView} view */
function markKey(view) {
  const { band, chips } = view.steps;
  band.style.transform = `translateX(${keyInFocus(view) * view.columnWidth}px)`;
  check([...chips.children], view.key);
  tellKey(view);
}

/** @param {ScoresView} view */
function tellKey(view) {
  const { numbers } = view;
  const step = stepsShown(view);
  const key = keyInFocus(view);
  const { columns } = KINDS[view.focus.kind];
  const most = largest(scoresPart(view, "raw_scores").data); // the digits that hold are counted from it
  const told = [
    `q · k = ${full(numbers.raw[key], most)}`,
    `scaled ${full(numbers.scaled[key], most / Math.sqrt(numbers.size))}`,
    `masked ${full(numbers.masked[key], most / Math.sqrt(numbers.size))}`,
    `weight ${full(numbers.weight[key])}`,
  ].slice(0, Math.min(step, 4));
  const wide = view.columnWidth * view.numbers.count > view.steps.scroller.clientWidth;
  view.steps.reading.textContent =
    `key “${view.tokens[columns][key].text}”${told.length ? ":" : ""} ${told.join(", ")}` +
    (wide ? ` · ${view.numbers.count} keys, scroll the picture sideways` : "");
}

/** @param {ScoresView} view */
function paintStepper(view, progress) {
  const { steps, numbers, columnWidth, rows } = view;
  const step = stepsShown(view);
  const ghost = view.guess.on ? 0 : undefined; // not even faint where it is still to be guessed
  const ink = inks(view.root);
  paintSteps(steps.canvas, numbers, { columnWidth, rows, step, progress, ghost }, ink);
  const upright = !rows.flat;
  const place = {
    x: 0,
    y: 0,
    width: upright ? 34 : vectorWidth(steps.results.clientWidth - 8),
    height: rows.running.height,
  };
  if (upright)
    paintVector(sized(steps.queryCanvas, 34, STEP_STRIP), numbers.query, place, {
      limit: largest(numbers.query),
      colour: ink.deep.query,
      upright,
    });
  const pen = sized(steps.contextCanvas, place.width, place.height);
  paintVector(pen, numbers.context, place, { limit: largest(numbers.running), colour: ink.deep.value, upright });
  steps.results.querySelectorAll(".step-result").forEach((result) => {
    result.style.opacity =
      step >= Number(result.dataset.from) ? (step === Number(result.dataset.from) ? progress : 1) : 0;
  });
}
