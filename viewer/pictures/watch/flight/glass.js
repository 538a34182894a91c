// The sheet of glass: the place that it shows, and the way to another. Its host, the front page or a chapter, says what is
// shown at a place (`shownAt`), whether its numbers are there (`isReady`), what a click and the way up do (`enter`, `rise`),
// from which level on it shows any (`top`); and it hears of what is drawn (`tell`).

import { element } from "../../../widgets/elements.js";
import { crumbOf, leadTo, marksOf } from "./pictures.js";
import { above, placeOf, trail } from "./place.js";
import { widthOf } from "./room.js";
import { draw, fly, sheetOf } from "./sheet.js";
import "./flight.css";

/** @param {any} view @param {GlassHost} host */
export function layGlass(view, host) {
  Object.assign(view, { ...host, place: placeOf({}), hover: null });
  view.sheet = sheetOf({
    enter: view.enter,
    leave: () => leave(view),
    point(mark) {
      view.hover = mark?.key ?? null;
      show(view, mark?.say);
    },
  });
}

const namesOf = ({ place, step, facts, room }) =>
  `level-${place.level} ${place.way}${step > facts.sizes.layers.encoder ? " writing" : ""}${room.upright ? " upright" : ""}`;

/** @param {any} view @param {string} [said]  of what is pointed at */
export function show(view, said = "") {
  if (!widthOf(view) || !view.isReady(view.place)) return;
  const shown = view.shownAt(view.place);
  draw(view.sheet, shown.room, marksOf(shown, view.hover), namesOf(shown));
  view.tell(shown, said);
}

/** @param {any} view @param {import("./place.js").Place} place @param {any} [mark]  what was clicked */
export function flyTo(view, place, mark) {
  const before = view.place;
  Object.assign(view, { place, hover: null });
  if (before.level === place.level && before.way === place.way) return show(view);
  const shown = view.shownAt(place);
  const marks = marksOf(shown, null);
  const isDown = place.level > before.level;
  const left = [...view.sheet.level.known.values()].map((each) => each.mark);
  const into = isDown ? (mark ?? leadTo(left, place)) : leadTo(marks, before);
  fly(view.sheet, shown.room, marks, namesOf(shown), { into, isDown, landed: () => view.tell(shown, "") });
  return view.tell(shown, "");
}

export function leave(view) {
  const goal = above(view.place);
  if (goal && goal.level >= view.top && !view.sheet.flying) view.rise(goal);
}

// The way here; `wayTo` makes a link or a button of a place above.
/** @param {FlightShown} shown @param {(place: import("./place.js").Place, name: string) => Element} wayTo */
export const crumbsOf = (shown, wayTo) =>
  trail(shown.place).map((place) => {
    const name = crumbOf(shown, place);
    const isHere = place === shown.place;
    return element("li", "", isHere ? element("b", "", { "aria-current": "step" }, name) : wayTo(place, name));
  });
