// The picture as a file that plays by itself: an SVG with everything in place, and for each part the steps at which it
// shows. A browser, a slide or a wiki plays it without a script.

import { vector } from "../../../widgets/elements.js";
import { onPaper } from "../../../widgets/paper.js";

const STEP = 0.45; // seconds
const REST = 5; // steps that the last one stays
const FONT = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
const LINE = ["stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap"];
const PAINT = ["fill", "fill-opacity", ...LINE];

/** @param {MachineView} view */
export function animated(view) {
  return onPaper(view.root, () => {
    const bars = view.next.element;
    bars.remove();
    for (const each of view.svg.querySelectorAll(".here")) each.classList.remove("here");
    const copy = /** @type {SVGSVGElement} */ (view.svg.cloneNode(true));
    copyPaint(view.svg, copy);
    view.svg.append(bars);
    const length = view.length + REST;
    const ranges = new Set();
    const during = (group, from, to = length) => {
      ranges.add(`${from}-${to}`);
      group.setAttribute("style", `animation: during${from}-${to} ${(length * STEP).toFixed(2)}s step-end infinite`);
    };
    for (const group of copy.querySelectorAll("g")) showDuring(view, group, during);
    candidatesOf(view, copy, during);
    const paper = getComputedStyle(view.root).getPropertyValue("--st-background-color");
    copy.prepend(
      vector("style", "", [...ranges].map((range) => keyframes(range, length)).join("\n")),
      vector("rect", "", { width: "100%", height: "100%", fill: paper }),
    );
    for (const each of copy.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
    return copy;
  });
}

/** @param {MachineView} view */
function showDuring(view, group, during) {
  const { encoder } = view.facts.layers;
  const layer = Number(group.dataset.layer);
  const written = encoder + 1 + Number(group.dataset.token);
  const is = (name) => group.classList.contains(name);
  if (is("vector")) during(group, is("encoder") ? layer : written);
  else if (is("ribbons") && is("encoder")) during(group, layer + 1);
  else if (is("ribbons")) during(group, written, isLast(view, written) ? undefined : written + 1);
  else if (is("piece") && !is("source")) during(group, written);
}

const isLast = (view, step) => step === view.length - 1; // which stays for a while

// The bars of every step, each at its time.
/** @param {MachineView} view */
function candidatesOf(view, copy, during) {
  const shown = view.current;
  for (let token = 0; token < view.facts.sizes.T; token += 1) {
    view.next.show(token);
    const group = view.next.element.cloneNode(true);
    copyPaint(view.next.element, group);
    copy.append(group);
    const from = view.facts.layers.encoder + 1 + token;
    during(group, from, isLast(view, from) ? undefined : from + 1);
  }
  view.next.show(shown >= 0 ? shown : null);
}

// What the style sheets say, which a file does not include.
function copyPaint(from, to) {
  const shapes = "rect, path, line, text";
  const copies = to.querySelectorAll(shapes);
  from.querySelectorAll(shapes).forEach((each, index) => {
    const style = getComputedStyle(each);
    for (const name of each.tagName === "text" ? ["fill", ...FONT] : PAINT) {
      copies[index].setAttribute(name, style.getPropertyValue(name));
    }
  });
}

function keyframes(range, length) {
  const [from, to] = range.split("-").map((step) => `${((100 * Number(step)) / length).toFixed(3)}%`);
  const end = to === "100.000%" ? 1 : 0;
  return `@keyframes during${range} { 0% { opacity: 0 } ${from} { opacity: 1 } ${to} { opacity: ${end} } }`;
}
