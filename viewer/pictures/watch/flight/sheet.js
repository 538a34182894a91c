// The sheet of glass: one picture at a time, and the camera's flight to the next. What both pictures show moves from its
// place in one to its place in the other; all else stays with the camera, and fades.

import { element, vector as svg } from "../../../widgets/elements.js";
import { edgesOf, moveMark, redraw } from "../../../widgets/marks/draw.js";
import { steer, watchPinch } from "./steering.js";

const FLIGHT = 600; // milliseconds
const EASE = "cubic-bezier(0.45, 0, 0.2, 1)";
const CHUNK = 70; // marks that are built in a frame before a flight
const MANY = 150; // marks that move in a flight
const LEAST = 0.04; // of the sheet, what a camera flies into at least: smaller things would be blown up to mud

/**
 * @param {object} does
 * @param {(to: any, mark: any) => void} does.enter  what was chosen
 * @param {() => void} does.leave  one level up
 * @param {(mark: any) => void} does.point  the mark under the pointer or in the keyboard's focus, or null
 */
export function sheetOf(does) {
  const place = element("div", "sheet sideways", { role: "group", "aria-label": "The model at work", tabindex: -1 });
  const sheet = /** @type {any} */ ({ element: place, level: null, flying: null, isBusy: () => sheet.flying !== null });
  const markAt = (event) => {
    const found = event.composedPath().find((each) => each instanceof SVGElement && each.dataset.key);
    const mark = found && sheet.level?.known.get(found.dataset.key)?.mark;
    return mark?.to ? mark : null;
  };
  let over = /** @type {any} */ (null);
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
  const after = levelOf(room, [], names);
  sheet.level = after;
  const flight = /** @type {any} */ ({ before, after, frame: 0, moving: [], shared: [], glass: null });
  const end = () => {
    sheet.flying = null;
    cancelAnimationFrame(flight.frame);
    for (const each of flight.moving) each.cancel();
    for (const { pair } of flight.shared) pair[1].element.style.visibility = "";
    fill(after, room, marks);
    after.svg.style.opacity = "";
    if (!after.svg.isConnected) sheet.element.append(after.svg); // moving it would lay it out again
    for (const each of [before.svg, flight.glass]) each?.remove();
    sheet.element.style.height = `${room.height}px`;
    sheet.element.classList.remove("flying");
    if (hadFocus) /** @type {any} */ (first(after) ?? sheet.element).focus({ preventScroll: true });
    landed();
  };
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return end();
  const way = isDown ? [windowOf(into, before.room), whole(room)] : [whole(before.room), windowOf(into, room)];
  sheet.flying = { end };
  sheet.element.classList.add("flying");
  sheet.element.append(after.svg);
  buildUnseen(flight, marks, () => {
    share(flight, names);
    sheet.element.append(flight.glass);
    lift(flight, way, end);
  });
}

// Builds the next picture over several frames, unseen, so that no frame waits for all of it.
function buildUnseen(flight, marks, done) {
  const { svg: made, room } = flight.after;
  made.style.opacity = "0";
  const build = (count) => {
    fill(flight.after, room, marks.slice(0, count));
    flight.frame = requestAnimationFrame(() => (count < marks.length ? build(count + CHUNK) : done()));
  };
  build(0);
}

// Puts copies of what both pictures show onto a glass of its own.
function share(flight, names) {
  const { before, after } = flight;
  const { width, height, size } = after.room;
  flight.glass = svg("svg", `sheet-level gliding ${names}`, { "aria-hidden": "true", width, height });
  flight.glass.style.setProperty("--size", `${size}px`);
  flight.shared = pairsOf(before, after).map((pair) => {
    const element = /** @type {SVGElement} */ (pair[1].element.cloneNode(true));
    element.removeAttribute("tabindex");
    flight.glass.append(element);
    for (const { element: own } of pair) own.style.visibility = "hidden";
    return { pair, element };
  });
}

// Starts the camera.
/** @param {any} flight @param {number[][]} way @param {() => void} end */
function lift(flight, [here, there], end) {
  const { before, after, shared } = flight;
  const timing = { duration: FLIGHT, easing: EASE, fill: /** @type {const} */ ("both") };
  const travel = (made, edges, opacity) => {
    const frames = [matrixOf(edges, here), matrixOf(edges, there)].map((transform) => ({ transform }));
    flight.moving.push(made.animate(frames, timing), made.animate(opacity, { ...timing, easing: "linear" }));
  };
  after.svg.style.opacity = "";
  travel(before.svg, here, [{ opacity: 1 }, { opacity: 0, offset: 0.65 }, { opacity: 0 }]);
  travel(after.svg, there, [{ opacity: 0 }, { opacity: 0, offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: 1 }]);
  const [camera] = flight.moving;
  const step = () => {
    const { progress } = camera.effect.getComputedTiming();
    for (const { element, pair } of shared) moveMark(element, pair[0].mark, pair[1].mark, progress ?? 1);
    flight.frame = requestAnimationFrame(step);
  };
  camera.onfinish = end;
  step();
}

// What is in both pictures, in the same form; of very many ribbons, those that are looked at.
function pairsOf(before, after) {
  const pairs = [...after.known].flatMap(([key, to]) => {
    const from = before.known.get(key);
    const isSame = from && from.mark.kind === to.mark.kind && from.mark.g.length === to.mark.g.length;
    return isSame && !/ahead/.test(from.mark.look) ? [[from, to]] : [];
  });
  const isSeen = (pair) => pair.some(({ mark }) => mark.kind !== "ribbon" || / near/.test(mark.look));
  return pairs.length > MANY ? pairs.filter(isSeen) : pairs;
}

// Maps one rectangle to another.
/** @param {number[]} from @param {number[]} to */
function matrixOf([x, y, width, height], [toX, toY, toWidth, toHeight]) {
  const [a, d] = [toWidth / width, toHeight / height];
  return `matrix(${a}, 0, 0, ${d}, ${toX - a * x}, ${toY - d * y})`;
}
