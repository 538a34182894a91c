// The whole picture as a file that plays by itself: an SVG with every mark of every step, and for each the steps at which
// it shows. A browser, a slide or a wiki plays it without a script.

import { vector as svg } from "../../../widgets/elements.js";
import { drawMark } from "../../../widgets/marks/draw.js";
import { onPaper } from "../../../widgets/paper.js";
import { marksOf } from "./pictures.js";

const STEP = 0.45; // seconds
const REST = 5; // steps that the last one stays
const PAINT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray"];
const FONT = ["fill", "font-family", "font-weight", "font-style", "dominant-baseline"];

// A translation step by step, ending with what is shown.
/** @param {FlightView} view @param {FlightShown} shown @returns {FlightShown[]} */
export const framesOf = ({ length }, shown) =>
  Array.from({ length }, (_, step) => (step === length - 1 ? shown : { ...shown, step, row: null, isAsking: false }));

/** @param {FlightView} view @param {FlightShown[]} frames @param {number} pace  seconds for each */
export function film(view, frames, pace = STEP) {
  const [width, height] = ["width", "height"].map((side) => Math.max(...frames.map(({ room }) => room[side])));
  const last = frames.length - 1;
  const all = new Map(); // by what a mark looks like: the mark, and whether it shows at each step
  for (const [step, shown] of frames.entries()) {
    for (const mark of marksOf(shown, null)) {
      if (/ahead/.test(mark.look)) continue;
      const name = `${mark.key} ${mark.look} ${mark.text ?? ""} ${mark.g}`;
      if (!all.has(name)) all.set(name, { mark, steps: Array(last + 1).fill(0) });
      all.get(name).steps[step] = 1;
    }
  }
  const made = svg("svg", view.sheet.level.svg.getAttribute("class"), {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  });
  const names = new Map(); // of the ways to show and hide
  for (const { mark, steps } of all.values()) {
    const element = drawMark({ ...mark, to: undefined });
    const way = steps.join("");
    if (!names.has(way)) names.set(way, `way${names.size}`);
    if (way.includes("0")) element.dataset.way = names.get(way);
    made.append(element);
  }
  return onPaper(view.root, () => {
    view.sheet.element.append(made); // for as long as its paints are read
    for (const each of made.querySelectorAll("rect, path, line, text")) paint(each);
    made.remove();
    const seconds = ((last + 1 + REST) * pace).toFixed(2);
    for (const each of /** @type {NodeListOf<SVGElement>} */ (made.querySelectorAll("[data-way]"))) {
      const own = `animation: ${each.dataset.way} ${seconds}s step-end infinite`;
      each.setAttribute("style", `${each.getAttribute("style") ?? ""} ${own}`);
    }
    const paper = getComputedStyle(view.root).getPropertyValue("--st-background-color");
    const rules = [...names].map(([way, name]) => keyframes(name, [...way].map(Number)));
    made.prepend(svg("style", "", rules.join("\n")), svg("rect", "", { width: "100%", height: "100%", fill: paper }));
    return made;
  });
}

// What the style sheets say, which a file does not include.
function paint(each) {
  const style = getComputedStyle(each);
  for (const name of each.tagName === "text" ? FONT : PAINT) each.setAttribute(name, style.getPropertyValue(name));
}

function keyframes(name, steps) {
  const changes = steps.flatMap((on, at) => (at && on === steps[at - 1] ? [] : [[at, on]]));
  const frames = changes.map(([at, on]) => `${((100 * at) / (steps.length + REST)).toFixed(3)}% { opacity: ${on} }`);
  return `@keyframes ${name} { ${frames.join(" ")} 100% { opacity: ${steps.at(-1)} } }`;
}
