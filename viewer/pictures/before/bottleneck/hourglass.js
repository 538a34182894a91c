// The hourglass: every source word goes into one vector, along a thread as thick as what remains of the word, and every
// word of the translation comes out of that vector.

import { part } from "../../../transport/payload.js";
import { addWeightLabel, buildChip, inWords, shade } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { depthNow, followDepth } from "../../../widgets/depth.js";
import { element, say, vector } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { jump } from "../../../widgets/player.js";
import { curve, curveAcross, edgePoint, sidePoint } from "../../watch/curve.js";
import { describeStep } from "./step_words.js";

const NARROW = 640; // pixels: less is a phone
const THICKEST = 11; // pixels, for the thread of a word that changes the vector by its own length

/** @param {BottleneckView} view */
export function hourglassBox(view) {
  const { source, target, order } = view.facts;
  const size = view.tensors.state.shape[1];
  view.sourceChips = wordChips(view, source, (position) => order.indexOf(position));
  view.targetChips = wordChips(view, target, (position) => order.length + position);
  view.neck = matrix({
    name: "The one vector",
    shape: `${size} numbers`,
    rows: { title: "", labels: ["state"] },
    columns: { title: "number", labels: null },
    scale: "signed",
    limit: 1,
    cell: [0.5, 3],
    height: 30,
    left: 46,
    invitation: "Point at a number to read it; click to follow it in the equation.",
    pick: (_, column) => view.choose(column),
  });
  // At Look no equation follows a number, so there's nothing to choose.
  followDepth(view.neck.element, () => {
    view.neck.canvas.toggleAttribute("tabindex", depthNow() !== "look");
    if (depthNow() !== "look") view.neck.canvas.tabIndex = 0;
    if (view.neck.element.isConnected) showHourglass(view);
  });
  view.threads = vector("svg", "threads overlay", { "aria-hidden": "true" });
  const above = element("div", "chips above", ...inWords(view.sourceChips.map(addWeightLabel)));
  const below = element("div", "chips below", ...inWords(view.targetChips));
  view.frame = element("div", "frame stack", view.threads, above, element("div", "neck", view.neck.element), below);
  view.line = element("p", "told", { "aria-live": "polite", "data-from": "understand" });
  const last = part(view.tensors.left, order.length - 1);
  const lines = source.map(({ text }, at) => [text, csvNumber(last[at])]);
  makeSavable(view.frame, {
    name: "Everything through one vector",
    lines: () => [["word", "left in the vector handed over"], ...lines],
  });
  return element("section", "hourglass stack", view.frame);
}

// A click is a short cut: the player goes to every step as well, without a Tab stop for each word.
/** @param {BottleneckView} view @param {Chip[]} words @param {(position: number) => number} stepOf */
function wordChips(view, words, stepOf) {
  return words.map((word, position) => {
    const step = stepOf(position);
    return buildChip("span", word, words[position + 1], { title: `step ${step + 1}`, click: () => jump(view, step) });
  });
}

/** @param {BottleneckView} view */
export function showHourglass(view) {
  const { facts, tensors, read, now } = view;
  const left = part(tensors.left, read);
  say(view.line, describeStep(view));
  view.sourceChips.forEach((chip, position) => {
    const at = facts.order.indexOf(position);
    shade(chip, at <= read ? left[position] : null);
    mark(chip, now === null && at === read, at > read);
  });
  for (const [position, chip] of view.targetChips.entries())
    mark(chip, position === now, now === null || position > now);
  view.neck.draw(
    { data: part(tensors.state, facts.order[read]), rows: 1, columns: tensors.state.shape[1] },
    depthNow() === "look" ? null : { row: 0, column: view.number },
  );
  view.neck.element.classList.toggle("handed", read === facts.order.length - 1);
  drawThreads(view);
}

/** @param {HTMLElement} chip */
function mark(chip, here, later) {
  chip.classList.toggle("now", here);
  chip.classList.toggle("later", later);
  chip.setAttribute("aria-current", here ? "step" : "false");
}

// On phones the words stand in columns, to the left and right of the vector.
/** @param {BottleneckView} view */
export function drawThreads(view) {
  if (!view.frame.clientWidth) return;
  const upright = view.frame.classList.toggle("upright", view.frame.clientWidth < NARROW);
  const frame = view.frame.getBoundingClientRect();
  const neck = view.neck.element.parentElement;
  const left = part(view.tensors.left, view.read);
  const first = (box) => (upright ? sidePoint(box, frame, "left") : edgePoint(box, frame, "top"));
  const last = (box) => (upright ? sidePoint(box, frame, "right") : edgePoint(box, frame, "bottom"));
  const bent = upright ? curveAcross : curve;
  const reading = (chip, position) => {
    const width = chip.classList.contains("later") ? 0 : 0.6 + THICKEST * Math.min(1, left[position]);
    return thread("in", bent(last(chip), first(neck)), width, chip);
  };
  const writing = (chip) => thread("out", bent(last(neck), first(chip)), 2.2, chip);
  view.threads.replaceChildren(...view.sourceChips.map(reading), ...view.targetChips.map(writing));
}

function thread(way, d, width, chip) {
  const path = vector("path", `thread ${way}`, { d, style: width ? `stroke-width: ${width}` : "display: none" });
  for (const name of ["now", "later"]) path.classList.toggle(name, chip.classList.contains(name));
  return path;
}
