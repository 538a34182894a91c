// How much room a picture has: the window below the sentence, and more where its words need more.

import { roomOf } from "../../../widgets/marks/marks.js";
import { isPresenting } from "../../../widgets/presenting.js";
import { sidesOf } from "./numbers.js";

export const NARROW = 640; // pixels, below which layers follow one another downwards
const LEAST = 13; // pixels, of letters
const FOOT = 54; // pixels under the picture, for where one is
const BAR = 40; // pixels of projector mode's own buttons
const LAYERS = 610; // pixels that all layers need, one below the other
const ENCODER = 400; // and those of the encoder
const PITCH = 1.45; // sizes of a letter that a word's row takes, at least
const AIRY = 2.3; // and in a chapter, where the page scrolls
const ROWS = 14; // that a chapter's picture grows for, from level 3

// Words lie across an upright picture: one that has too many for its screen is wider, and scrolls.
export const widthFor = (width, rows, size, upright) =>
  upright ? Math.max(width, Math.round((rows * PITCH + 4) * size)) : width;

// As last seen, where it is observed: to measure it again, the browser would lay out what is being changed.
export const widthOf = ({ root, width = root.clientWidth }) => width;

/** @param {FlightView} view */
export function roomFor({ root, sheet, facts, age, isReading }, { level }) {
  const width = Math.round(root.clientWidth);
  const upright = width < NARROW;
  const floor = upright && !isReading ? 520 : 400;
  const free = Math.max(floor, freeBelow(sheet.element) - (age?.told.offsetHeight ?? 0)); // the slider's first line shows
  const size = upright ? LEAST : Math.max(isPresenting() ? 18 : LEAST, Math.min(width / 98, free / 38, 24));
  const rows = Math.max(facts.source.length, facts.target.length);
  const least = upright ? (level ? 0 : isReading ? ENCODER : LAYERS) : (rows * PITCH + 4) * size; // of the picture, across its rows
  if (level > 2) return roomOf(width, Math.round(free), upright, size);
  return roomOf(widthFor(width, rows, size, upright), Math.round(Math.max(free, least)), upright, size);
}

// Inside a chapter, as high as its rows need.
export function roomInside(glass, { facts, place: { level, kind } }) {
  const width = widthOf(glass);
  const upright = width < NARROW;
  const size = isPresenting() ? 18 : upright ? 13 : 14;
  const { queries, keys } = sidesOf(/** @type {any} */ ({ facts }), kind);
  const rows = Math.max(queries.length, keys.length);
  const airy = size * (level > 2 ? 6 + AIRY * Math.min(ROWS, keys.length + 1) : 5 + AIRY * rows);
  // A class sees one screen.
  const least = size * (4 + PITCH * rows);
  const high = isPresenting() ? Math.max(least, Math.min(airy, freeBelow(glass.sheet.element))) : airy;
  const tall = upright ? Math.max(level === 2 ? 440 : 520, level > 2 ? high : 0) : high;
  return roomOf(level > 2 ? width : widthFor(width, rows, size, upright), Math.round(tall), upright, size);
}

// What the window has left for a picture that begins where this element does.
function freeBelow(element) {
  const top = element.getBoundingClientRect().top + scrolled();
  return window.innerHeight - top - FOOT - (isPresenting() ? BAR : 0);
}

// The app scrolls within its own element, the site with its window.
const scrolled = () => document.querySelector(".stMain")?.scrollTop || window.scrollY;
