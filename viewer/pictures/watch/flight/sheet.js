// The sheet of glass: one picture at a time, and the camera's flight to the next. What both pictures show moves from its
// place in one to its place in the other; all else stays with the camera, and fades.

import { element, vector as svg } from "../../../widgets/elements.js";
import { edgesOf, moveMark, redraw } from "../../../widgets/marks/draw.js";
import { steer, watchPinch } from "./steering.js";

const FLIGHT = 600; // milliseconds
const EASE = "cubic-bezier(0.45, 0, 0.2, 1)";
const MANY = 150; // marks that move in a flight
const LEAST = 0.04; // of the sheet, what a camera flies into at least: smaller things would be blown up to mud

/**
 * @param {object} does
 * @param {(to: any, mark: any) => void} does.enter  what was chosen
 * @param {() => void} does.leave  one level up
 * @param {(mark: any) => void} does.point  the mark under the pointer or in the keyboard's focus, or null
 */
export function sheetOf(does) {
  const place = element("div", "sheet", { role: "group", "aria-label": "The model at work", tabindex: -1 });
  const sheet = { element: place, level: null, flying: null, isBusy: () => sheet.flying !== null };
  const markAt = (event) => {
    const found = event.composedPath().find((each) => each instanceof SVGElement && each.dataset.key);
    const mark = found && sheet.level?.known.get(found.dataset.key)?.mark;
    return mark?.to ? mark : null;
  };
  let over = null;
  const point = (mark) => {
    if (mark?.key === over?.key || sheet.flying) return;
    over = mark;
    does.point(mark);
  };
  const enter = (mark) => {
    if (!mark || sheet.flying) return;
    over = null;
    does.enter(mark.to, mark);
  };
  place.addEventListener("pointermove", (event) => event.pointerType !== "touch" && point(markAt(event)));
  place.addEventListener("pointerleave", () => point(null));
  place.addEventListener("focusin", (event) => point(markAt(event)));
  // Once the focus is elsewhere: a picture redrawn meanwhile would take it back.
  place.addEventListener("focusout", () => setTimeout(() => place.matches(":focus-within") || point(null)));
  place.addEventListener("click", (event) => enter(markAt(event)));
  steer(sheet, { markAt, enter, leave: does.leave });
  watchPinch(place, { enter: (event) => enter(nearest(sheet, event)), leave: does.leave });
  return sheet;
}

// The mark that leads somewhere nearest to a place on the screen.
function nearest(sheet, { clientX, clientY }) {
  const { left, top } = sheet.element.getBoundingClientRect();
  let found = null;
  let least = Infinity;
  for (const { mark } of sheet.level.known.values()) {
    if (!mark.to) continue;
    const [x, y, width, height] = edgesOf(mark);
    const away = Math.hypot(
      Math.max(x - clientX + left, 0, clientX - left - x - width),
      Math.max(y - clientY + top, 0, clientY - top - y - height),
    );
    if (away < least) [found, least] = [mark, away];
  }
  return found;
}

function levelOf(room, marks, names) {
  const made = /** @type {SVGSVGElement} */ (svg("svg", `sheet-level ${names}`, { role: "group" }));
  const level = { svg: made, known: new Map(), room };
  fill(level, room, marks);
  return level;
}

function fill(level, room, marks) {
  const { width, height } = room;
  if (level.svg.getAttribute("width") !== String(width) || level.svg.getAttribute("height") !== String(height))
    for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
      level.svg.setAttribute(name, String(value));
  level.svg.style.setProperty("--size", `${room.size}px`);
  redraw(level.svg, marks, level.known);
  if (!level.svg.querySelector("[tabindex='0']")) first(level)?.setAttribute("tabindex", "0");
}

// The Tab stop: what is asked about, or else the first thing that leads somewhere.
const first = ({ svg: made }) => made.querySelector(".leads.asked, .leads.chosen") ?? made.querySelector(".leads");

// Draws a picture, or what has changed in it; a flight is ended first.
export function draw(sheet, room, marks, names) {
  settle(sheet);
  if (!sheet.level) {
    sheet.level = levelOf(room, marks, names);
    sheet.element.replaceChildren(sheet.level.svg);
  } else {
    sheet.level.svg.setAttribute("class", `sheet-level ${names}`);
    fill(sheet.level, room, marks);
  }
  sheet.element.style.height = `${room.height}px`;
}

export function settle(sheet) {
  sheet.flying?.end();
}

const whole = ({ width, height }) => [0, 0, width, height];

// Where the camera flies: what a mark covers, and somewhat more.
function windowOf(mark, room) {
  if (!mark) return whole(room);
  const [x, y, width, height] = mark.zoom ?? edgesOf(mark);
  const [wide, high] = [Math.max(width, LEAST * room.width), Math.max(height, LEAST * room.height)];
  return [x + (width - wide) / 2, y + (height - high) / 2, wide, high];
}

/**
 * @param {object} way
 * @param {import("../../../widgets/marks/marks.js").Mark | undefined} way.into  in the upper picture, what leads to the lower one
 * @param {boolean} way.isDown
 * @param {() => void} way.landed
 */
export function fly(sheet, room, marks, names, { into, isDown, landed }) {
  settle(sheet);
  const before = sheet.level;
  const hadFocus = sheet.element.matches(":focus-within");
  const after = levelOf(room, marks, names);
  sheet.level = after;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const end = () => {
    sheet.flying = null;
    cancelAnimationFrame(frame);
    for (const each of moving) each.cancel();
    sheet.element.replaceChildren(after.svg);
    sheet.element.style.height = `${room.height}px`;
    sheet.element.classList.remove("flying");
    for (const { pair } of shared) pair[1].element.style.visibility = "";
    if (hadFocus) /** @type {any} */ (first(after) ?? sheet.element).focus({ preventScroll: true });
    landed();
  };
  let frame = 0;
  /** @type {Animation[]} */ const moving = [];
  const shared = still ? [] : pairsOf(before, after);
  if (still) return end();
  const glass = svg("svg", `sheet-level gliding ${names}`, {
    "aria-hidden": "true",
    width: room.width,
    height: room.height,
  });
  glass.style.setProperty("--size", `${room.size}px`);
  for (const each of shared) {
    const [from, to] = each.pair;
    each.element = /** @type {SVGElement} */ (to.element.cloneNode(true));
    each.element.removeAttribute("tabindex");
    glass.append(each.element);
    for (const { element: own } of [from, to]) own.style.visibility = "hidden";
  }
  sheet.element.classList.add("flying");
  sheet.element.replaceChildren(before.svg, after.svg, glass);
  const [here, there] = isDown
    ? [windowOf(into, before.room), whole(room)]
    : [whole(before.room), windowOf(into, room)];
  const timing = { duration: FLIGHT, easing: EASE, fill: /** @type {const} */ ("both") };
  const travel = (made, edges, opacity) => {
    const frames = [matrixOf(edges, here), matrixOf(edges, there)].map((transform) => ({ transform }));
    moving.push(made.animate(frames, timing), made.animate(opacity, { ...timing, easing: "linear" }));
  };
  travel(before.svg, here, [{ opacity: 1 }, { opacity: 0, offset: 0.65 }, { opacity: 0 }]);
  travel(after.svg, there, [{ opacity: 0 }, { opacity: 0, offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: 1 }]);
  const step = () => {
    const { progress } = moving[0].effect.getComputedTiming();
    for (const { element: own, pair } of shared) moveMark(own, pair[0].mark, pair[1].mark, progress ?? 1);
    frame = requestAnimationFrame(step);
  };
  sheet.flying = { end };
  moving[0].onfinish = end;
  step();
}

// What is in both pictures, in the same form; of very many ribbons, those that are looked at.
function pairsOf(before, after) {
  const pairs = [...after.known].flatMap(([key, to]) => {
    const from = before.known.get(key);
    const isSame = from && from.mark.kind === to.mark.kind && from.mark.g.length === to.mark.g.length;
    return isSame && !/ahead/.test(from.mark.look) ? [{ pair: [from, to], element: null }] : [];
  });
  const isSeen = ({ pair }) => pair.some(({ mark }) => mark.kind !== "ribbon" || / near/.test(mark.look));
  return pairs.length > MANY ? pairs.filter(isSeen) : pairs;
}

// Maps one rectangle to another.
/** @param {number[]} from @param {number[]} to */
function matrixOf([x, y, width, height], [toX, toY, toWidth, toHeight]) {
  const [a, d] = [toWidth / width, toHeight / height];
  return `matrix(${a}, 0, 0, ${d}, ${toX - a * x}, ${toY - d * y})`;
}
