// A part of the flight inside a chapter: the same sheet of glass, opened at the chapter's level on what is in focus. From
// there one flies down to a number, as far as the chapter has the numbers; what lies higher is on the front page.

import { plainNumbers } from "../../../transport/payload.js";
import { element, say } from "../../../widgets/elements.js";
import { roomOf } from "../../../widgets/marks/marks.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { isPresenting } from "../../../widgets/presenting.js";
import { way } from "../../../widgets/way.js";
import { lines } from "./lines.js";
import { attention, indexOfMost, sidesOf, weightsOf } from "./numbers.js";
import { STEPS } from "./pair.js";
import { crumbOf, leadTo, marksOf, storyOf } from "./pictures.js";
import { above, placeOf, trail, written } from "./place.js";
import { freeBelow, NARROW, PITCH, widthFor } from "./room.js";
import { draw, fly, sheetOf } from "./sheet.js";
import "./flight.css";

const ROWS = 14; // that a picture grows for, from level 3
const AIRY = 2.3; // sizes of a letter that a word's row takes, where the page scrolls

/**
 * @param {AnyWalkView} view
 * @param {number} level
 * @param {{ key?: () => number | null, choose?: (key: number) => void, until?: () => number }} [own]  the key in focus,
 *   where a chapter has one, and how many of the six steps are shown while one guesses
 * @returns {{ element: HTMLElement, update: () => void }}
 */
export function flightAt(view, level, { key = () => null, choose = () => {}, until = () => STEPS.length } = {}) {
  let place = placeOf({});
  let home = "";
  let hover = null;
  const story = element("p", "look-headline", { "aria-live": "polite" });
  const crumbs = element("ol", "crumbs");
  const sheet = sheetOf({
    enter: (to, mark) => enter(to, mark),
    leave: () => place.level > level && go(above(place)),
    point(mark) {
      hover = mark?.key ?? null;
      show(mark?.say);
    },
  });
  const where = element("nav", "", { "aria-label": "Where you are" }, crumbs);
  const made = element("section", "flight inside", { "aria-label": "Inside the model" }, story, sheet.element, where);
  const shown = (at = place) => ({ ...shownOf(view, at, made), until: until() });
  makeSavable(sheet.element, {
    name: "Inside the model",
    lines: () => (isGuessed() ? [] : lines(/** @type {any} */ (shown()))),
  });

  const isGuessed = () => until() < STEPS.length;
  const names = () => `level-${place.level} ${place.way}${made.clientWidth < NARROW ? " upright" : ""}`;
  function show(told = "") {
    if (!home || !made.clientWidth) return;
    const now = shown();
    draw(sheet, now.room, marksOf(now, hover), names());
    say(story, isGuessed() ? "" : told || storyOf(now));
    crumbs.replaceChildren(...trail(place).map((each) => element("li", "", crumb(now, each))));
  }
  // What lies above the chapter's level is a link to the front page.
  function crumb(now, to) {
    const name = crumbOf(now, to);
    if (to === place) return element("b", "", { "aria-current": "step" }, name);
    if (to.level >= level) return element("button", "", { type: "button", click: () => go(to) }, name);
    return way("translate", name, { at: to.level ? written(to) : "whole" });
  }
  function enter(to, mark) {
    if (to.level > level && isThere(shown(to))) return go(to, mark);
    view.set({ layer: to.layer, head: to.head, token: to.query });
    return choose(to.key);
  }
  function go(to, mark = undefined) {
    const before = place;
    place = to;
    hover = null;
    const now = shown();
    const marks = marksOf(now, null);
    const isDown = to.level > before.level;
    const into = isDown ? mark : leadTo(marks, before);
    fly(sheet, now.room, marks, names(), { into, isDown, landed: () => show() });
  }
  new ResizeObserver(() => show()).observe(made);
  return {
    element: made,
    update() {
      const { focus } = view;
      const begun = placeOf({ ...focus, level, way: "attention", head: focus.head ?? 0, query: focus.token });
      const now = shown(begun);
      begun.head = focus.head ?? surestHead(now);
      const weights = weightsOf(now, begun.kind, begun.layer, begun.head, begun.query);
      begun.key = key() ?? indexOfMost(weights);
      // What is chosen here leads nowhere else; a chosen word, head or layer leads back to the chapter's level.
      const named = JSON.stringify([focus, begun.key, view.frame.sentence]);
      if (named !== home) place = begun;
      home = named;
      hover = null;
      show();
    },
  };
}

// The head that looks at one word hardest.
function surestHead(now) {
  const { kind, layer, query } = now.place;
  const most = Array.from({ length: now.facts.sizes.heads }, (_, head) =>
    Math.max(...weightsOf(now, kind, layer, head, query)),
  );
  return indexOfMost(most);
}

const isThere = (now) => Boolean(now.tensors[`${attention(now)}.key`]);

/** @param {AnyWalkView} view @returns {FlightShown} */
function shownOf(view, place, made) {
  const { sizes, tokens, tensors } = view;
  const layers = { encoder: sizes.encoder_layers, decoder: sizes.decoder_layers };
  const own = { layers, heads: sizes.H, D: sizes.D, d_k: sizes.d_k };
  const facts = /** @type {any} */ ({ ...tokens, sizes: own, candidates: [] });
  const shown = /** @type {any} */ ({ facts, place, tensors: byName(tensors) });
  return { ...shown, room: roomIn(made, shown) };
}

function roomIn(made, { facts, place: { level, kind } }) {
  const upright = made.clientWidth < NARROW;
  const size = isPresenting() ? 18 : upright ? 13 : 14;
  const { queries, keys } = sidesOf(/** @type {any} */ ({ facts }), kind);
  const rows = Math.max(queries.length, keys.length);
  const width = level > 2 ? made.clientWidth : widthFor(made.clientWidth, rows, size, upright);
  const airy = size * (level > 2 ? 6 + AIRY * Math.min(ROWS, keys.length + 1) : 5 + AIRY * rows);
  // A class sees one screen.
  const least = size * (4 + PITCH * rows);
  const high = isPresenting() ? Math.max(least, Math.min(airy, freeBelow(made.querySelector(".sheet")))) : airy;
  return roomOf(width, Math.round(upright ? Math.max(520, level > 2 ? high : 0) : high), upright, size);
}

// A chapter's numbers by the library's names: those it was sent, and those that follow from them, which it has for all
// layers at once.
const named = new WeakMap();
function byName(tensors) {
  if (!named.has(tensors)) {
    const get = (known, name) => {
      known[name] ??= tensors[name] ?? ofLayer(tensors, name);
      return known[name];
    };
    named.set(tensors, new Proxy({}, { get }));
  }
  return named.get(tensors);
}

function ofLayer(tensors, name) {
  const [stack, layer, part, step] = name.split(".");
  const all = tensors[`${part === "cross_attention" ? "cross" : stack}.${step}`];
  if (!all) return undefined;
  const [layers, ...shape] = all.shape;
  const size = all.data.length / layers;
  return { shape, data: plainNumbers(all).subarray(layer * size, (Number(layer) + 1) * size), half: false };
}
