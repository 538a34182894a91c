// One query, six steps: the controls, and the keys as chips above the picture.

import { keysOf } from "../../../frame/tokens.js";
import { setUrlParam } from "../../../widgets/address.js";
import { sizeCanvas } from "../../../widgets/canvas.js";
import { buildChip } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { depthNow } from "../../../widgets/depth.js";
import { element, say, setAttributes } from "../../../widgets/elements.js";
import { KINDS } from "../../../widgets/focus.js";
import { full, short } from "../../../widgets/numbers.js";
import { inks } from "../../../widgets/palette.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { pointing } from "../../../widgets/pointing.js";
import { check, keyGoal, radios } from "../../../widgets/radio.js";
import { largest, textsOf } from "../vectors.js";
import { countSteps, furthestStep } from "./guess.js";
import { keyInFocus, ofHead } from "./numbers.js";
import { colourLimit, paintSteps, paintVector, ROOMY, STRIP, stepRows, vectorWidth } from "./paint.js";
import { drawSides } from "./sides.js";

export const STEPS = 6;
const NARROWEST = 17; // pixels, of a column with upright numbers
const MOTION = 320; // milliseconds

const stepNames = ({ d_k: size }) => ["q · k", `÷ √${size}`, "mask", "softmax", "× v", "sum"];

function stepStory(step, { sizes, focus }) {
  const { d_k: size } = sizes;
  return [
    `The query meets every key: they’re multiplied dimension by dimension and the ${size} products added up.`,
    `Sums of ${size} products are large, and the softmax of large numbers gives nearly all weight to one key. So ` +
      `they’re divided by √${size} = ${short(Math.sqrt(size))}.`,
    focus.kind === "decoder"
      ? "A position mustn’t see the words after it: their scores become −∞."
      : "Nothing is hidden: in a single sentence every query can see every key. Padding in a batch is masked, " +
        "see below.",
    "e to the power of each score, divided by the sum of them all: weights that add up to 1. e to the −∞ is 0.",
    "Each key’s value is multiplied by the key’s weight: it’s pale where the weight is small.",
    "The weighted values are added up from left to right. The last sum is what this head passes on for the query: " +
      "its context.",
  ][step - 1];
}

/** @param {ScoresView} view */
export function stepper(view) {
  view.goToStep = (step) => goToStep(view, step);
  view.chooseKey = (key) => chooseKey(view, key);
  const unheard = { "aria-hidden": "true" };
  const moveButton = (name, title, by) =>
    element("button", "button", { title, click: () => goToStep(view, view.step + by) }, name);
  const parts = {
    back: moveButton("← Back", "One step back (left arrow key)", -1),
    next: moveButton("Next →", "One step forward (right arrow key)", 1),
    story: element("p", "step-story", { "aria-live": "polite" }),
    buttons: stepNames(view.sizes).map((name, index) =>
      element(
        "button",
        "button step-name row",
        { role: "radio", click: () => goToStep(view, index + 1) },
        element("b", "", index + 1),
        element("span", "", name),
      ),
    ),
    queryCanvas: element("canvas", "step-query", unheard),
    captions: element("div", "step-captions"),
    chips: element("div", "step-chips"),
    band: element("div", "step-band", unheard),
    canvas: element("canvas", "step-canvas", { role: "img" }),
    results: element("div", "step-results"),
    contextCanvas: element("canvas", "step-context", unheard),
    reading: element("p", "reading"),
  };
  const group = { role: "radiogroup", "aria-label": "Step" };
  const names = element("div", "step-names", group, parts.captions, parts.queryCanvas, ...parts.buttons);
  const keyAt = (event) => Math.floor((event.clientX - inner.getBoundingClientRect().left) / view.columnWidth);
  const pointer = {
    ...pointing(keyAt, (key) => pointAtKey(view, key)),
    click: (event) => chooseKey(view, keyAt(event)),
  };
  const inner = element("div", "step-inner", pointer, parts.band, parts.chips, parts.canvas);
  const scroller = element("div", "step-keys sideways", inner);
  const grid = element("div", "step-grid", names, scroller, parts.results);
  const box = element(
    "section",
    "stepper",
    { role: "group", "aria-label": "One query, six steps", "data-from": "understand" },
    element("header", "step-bar row", element("div", "step-move row", parts.back, parts.next), parts.story),
    grid,
    parts.reading,
  );
  box.addEventListener("keydown", (event) => {
    const goal = parts.chips.contains(event.target) ? null : keyGoal(event, view.step - 1, STEPS);
    if (goal === null) return;
    goToStep(view, goal + 1);
    if (names.contains(event.target)) parts.buttons[view.step - 1].focus();
  });
  view.steps = { ...parts, box, names, inner, scroller };
  makeSavable(grid, { name: "One query, six steps", lines: () => stepLines(view) });
  new ResizeObserver(() => view.numbers && depthNow() !== "look" && drawStepper(view)).observe(box);
  return box;
}

// What becomes of the query's scores, a line for each key, as far as the steps are shown.
/** @param {ScoresView} view */
function stepLines(view) {
  const { raw, scaled, masked, weight } = view.numbers;
  const labels = textsOf(keysOf(view));
  const columns = Object.entries({ q·k: raw, scaled, masked, weight }).slice(0, countSteps(view));
  return [
    ["key", ...columns.map(([name]) => name)],
    ...labels.map((label, key) => [label, ...columns.map(([, values]) => csvNumber(values[key]))]),
  ];
}

// While the visitor guesses, don't go past a covered step.
/** @param {ScoresView} view */
const lastStep = (view) => (view.guess.on ? furthestStep(view) : STEPS);

/** @param {ScoresView} view */
function goToStep(view, goal) {
  const step = Math.min(Math.max(goal, 1), lastStep(view));
  if (step === view.step) return;
  const forward = step > view.step;
  view.step = step;
  setUrlParam("step", step === 1 ? "" : String(step));
  markStep(view);
  // The code that belongs to the step.
  const snippet = step < 4 ? 0 : step === 4 ? 1 : 2;
  /** @type {NodeListOf<HTMLElement>} */ (view.root.querySelectorAll(".code header [role=radio]"))[snippet]?.click();
  if (view.guess.on) {
    view.renew();
    return;
  }
  view.retell();
  window.cancelAnimationFrame(view.stepFrame);
  const still = !forward || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const begun = performance.now();
  const move = (now) => {
    const progress = still ? 1 : Math.min(1, Math.max(0, (now - begun) / MOTION));
    paintStepper(view, progress);
    if (progress < 1) view.stepFrame = window.requestAnimationFrame(move);
  };
  move(begun);
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
  view.flight.update();
  if (depthNow() === "look") return;
  revealKey(view);
  markKey(view);
  view.drawMatrices();
  view.retell();
}

// Scroll to the column in focus if the columns are wider than their space.
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
  const { box, scroller, inner, canvas, band } = view.steps;
  const { count } = view.numbers;
  view.columnWidth = Math.min(150, Math.max(NARROWEST, Math.floor(scroller.clientWidth / count)));
  view.rows = stepRows(view.columnWidth);
  inner.style.width = `${count * view.columnWidth}px`;
  box.classList.toggle("dense", view.columnWidth < ROOMY);
  drawKeyChips(view);
  band.style.width = `${view.columnWidth}px`;
  const labels = textsOf(keysOf(view)).join(" ");
  canvas.setAttribute("aria-label", `The keys ${labels}, and for each its scores, weight and value`);
  drawSides(view);
  markStep(view);
  markKey(view);
  revealKey(view);
  paintStepper(view, 1);
}

/** @param {ScoresView} view */
function drawKeyChips(view) {
  const { chips } = view.steps;
  const { columns, attention } = KINDS[view.focus.kind];
  const side = columns === "source" ? "encoder" : "decoder";
  const signature = `${side} ${view.columnWidth} ${view.frame.sentence}`;
  if (view.chipsShown === signature) return;
  view.chipsShown = signature;
  setAttributes(chips, {
    class: `step-chips small ${side}`,
    role: "radiogroup",
    "aria-label": "The key in focus",
    style: `grid-template-columns: repeat(${view.tokens[columns].length}, ${view.columnWidth}px)`,
  });
  const source = attention === "cross_attention" ? ", in the source" : "";
  const made = view.tokens[columns].map((token, key) => {
    const title = `key ${key}: ${token.text}${source}`;
    return buildChip("button", token, undefined, { title, focus: () => pointAtKey(view, null) });
  });
  chips.replaceChildren(...radios(made, (key) => chooseKey(view, key)));
}

/** @param {ScoresView} view */
function markStep(view) {
  const { back, next, story, buttons } = view.steps;
  back.disabled = view.step === 1;
  next.disabled = view.step === lastStep(view);
  story.replaceChildren(element("b", "", `Step ${view.step} of ${STEPS}. `), stepStory(view.step, view));
  buttons.forEach((button, index) => {
    button.classList.toggle("ahead", index + 1 > view.step);
  });
  check(buttons, view.step - 1);
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
  const { raw, scaled, masked, weight, size, count } = view.numbers;
  const key = keyInFocus(view);
  const most = largest(ofHead(view, "raw_scores").data); // the digits that hold are counted from it
  const told = [
    `q · k = ${full(raw[key], most)}`,
    `scaled ${full(scaled[key], most / Math.sqrt(size))}`,
    `masked ${full(masked[key], most / Math.sqrt(size))}`,
    `weight ${full(weight[key])}`,
  ].slice(0, countSteps(view));
  const wide = view.columnWidth * count > view.steps.scroller.clientWidth;
  say(
    view.steps.reading,
    `key “${keysOf(view)[key].text}”${told.length ? ":" : ""} ${told.join(", ")}` +
      (wide ? ` · ${count} keys, scroll the picture sideways` : ""),
  );
}

/** @param {ScoresView} view */
function paintStepper(view, progress) {
  const { steps, numbers, columnWidth, rows } = view;
  const step = countSteps(view);
  const ghost = view.guess.on ? 0 : undefined; // not even faint where it is still to be guessed
  const ink = inks(view.root);
  paintSteps(steps.canvas, numbers, { columnWidth, rows, step, progress, ghost }, ink);
  const paintAlone = (canvas, vector, width, height, limit, colour) =>
    paintVector(sizeCanvas(canvas, width, height), vector, { x: 0, y: 0, width, height }, { limit, colour, upright });
  const upright = !rows.flat;
  const width = upright ? 34 : vectorWidth(steps.results.clientWidth - 8);
  if (upright) paintAlone(steps.queryCanvas, numbers.query, width, STRIP, colourLimit(numbers.query), ink.deep.query);
  paintAlone(
    steps.contextCanvas,
    numbers.context,
    width,
    rows.running.height,
    colourLimit(numbers.running),
    ink.deep.value,
  );
  for (const result of steps.results.children) {
    const from = Number(result.dataset.from);
    result.style.opacity = step > from ? 1 : step === from ? progress : 0;
  }
}
