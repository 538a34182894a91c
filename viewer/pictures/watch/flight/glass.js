// The sheet of glass with all that is around it, as the front page and the tour have it: the sentence's numbers, the
// place where one is, and the way to another.

import { element, say } from "../../../widgets/elements.js";
import { pause } from "../../../widgets/player.js";
import { bring, isReady } from "./bringing.js";
import { chosenCells } from "./cells.js";
import { footOf } from "./foot.js";
import { linkToAsk } from "./numbers.js";
import { crumbOf, leadTo, marksOf, storyOf } from "./pictures.js";
import { above, clamped, followed, placeOf, trail } from "./place.js";
import { roomFor } from "./room.js";
import { draw, fly, settle, sheetOf } from "./sheet.js";
import { titleOf } from "./title.js";
import "./flight.css";

/** @param {FlightView} view */
export function build(view) {
  view.place = placeOf({});
  view.hover = null;
  view.title = titleOf(view);
  view.story = element("p", "story", { "aria-live": "polite" });
  view.sheet = sheetOf({
    enter: (to, mark) => goTo(view, /** @type {any} */ (to), { mark }),
    leave: () => leave(view),
    point: (mark) => point(view, mark),
  });
  view.foot = footOf(view, (place) => goTo(view, place), shownOf);
  view.root.classList.add("flight");
  view.root.replaceChildren(view.title.element, view.story, view.sheet.element, view.foot.element);
  view.go = (step) => {
    Object.assign(view, { step, row: null, isAsking: step === view.length - 1 });
    show(view);
  };
}

// A sentence's numbers, at rest, at the place where one is.
/** @param {FlightView} view @param {{facts: FlightFacts, tensors: Record<string, Tensor>}} payload */
export function fill(view, { facts, tensors }) {
  if (view.timer) pause(view);
  settle(view.sheet);
  const before = view.facts;
  const length = facts.sizes.layers.encoder + 1 + facts.output.length;
  Object.assign(view, {
    facts,
    tensors,
    length,
    source: null,
    cells: chosenCells(facts, tensors),
  });
  const asked = linkToAsk(/** @type {any} */ (view));
  const [who, whom] = [facts.output[asked.query]?.text, facts.source[asked.key]?.text];
  view.question = `Why does “${who}” look at “${whom}”?`;
  const link = {
    kind: /** @type {const} */ ("cross"),
    layer: asked.layer,
    head: asked.head ?? 0,
    query: asked.query,
    key: asked.key,
  };
  view.asked = placeOf({ ...link, level: 1, way: "attention" });
  view.place =
    before && view.place.level ? followed(view.place, before, facts) : placeOf({ ...link, level: 0, way: "whole" });
  Object.assign(view, { step: length - 1, row: asked.query, isAsking: true, hover: null });
  view.title.show(facts);
  view.foot.renew(length);
  if (isReady(view, view.place)) show(view);
  else bring(view, view.place, () => show(view));
}

/** @param {FlightView} view @returns {FlightShown} */
export function shownOf(view, place = view.place) {
  const { facts, tensors, cells, step, row, source, layer, isAsking, question, isStill, aged } = view;
  const own = { facts, tensors, cells, step, row, source, layer, isAsking, question, isStill, aged };
  return { ...own, place, room: roomFor(view, place) };
}

/** @param {FlightView} view */
export function goTo(view, wanted, { mark = undefined, isBack = false } = {}) {
  const place = clamped(wanted, view.facts);
  if (view.timer) pause(view);
  if (!isReady(view, place)) {
    if (!view.isStill) bring(view, place, () => goTo(view, wanted, { mark, isBack }));
    return;
  }
  const before = view.place;
  view.place = place;
  view.hover = null;
  if (!isBack) view.went?.();
  if (before.level === place.level && before.way === place.way) {
    show(view);
    return;
  }
  const shown = shownOf(view);
  const marks = marksOf(shown, null);
  const isDown = place.level > before.level;
  const into = isDown
    ? (mark ??
      leadTo(
        [...view.sheet.level.known.values()].map((each) => each.mark),
        place,
      ))
    : leadTo(marks, before);
  fly(view.sheet, shown.room, marks, namesOf(view), { into, isDown, landed: () => tell(view) });
  tell(view);
}

/** @param {FlightView} view */
export function leave(view) {
  const goal = above(view.place);
  if (goal && !view.sheet.flying) goTo(view, goal);
}

/** @param {FlightView} view */
function point(view, mark) {
  if (!isReady(view, view.place)) return;
  view.hover = mark?.key ?? null;
  const shown = shownOf(view);
  draw(view.sheet, shown.room, marksOf(shown, view.hover), namesOf(view));
  say(view.story, mark?.say ?? storyOf(shown));
}

/** @param {FlightView} view */
const namesOf = ({ place, step, facts, root }) =>
  `level-${place.level} ${place.way}${step > facts.sizes.layers.encoder ? " writing" : ""}${root.clientWidth < 640 ? " upright" : ""}`;

/** @param {FlightView} view */
export function show(view) {
  if (!view.facts || !view.root.clientWidth || !isReady(view, view.place)) return;
  view.title.place();
  const shown = shownOf(view);
  draw(view.sheet, shown.room, marksOf(shown, view.hover), namesOf(view));
  tell(view, shown);
}

// Reuse `shown`: measuring again would lay the page out once more.
/** @param {FlightView} view */
function tell(view, shown = shownOf(view)) {
  const isQuestion = view.place.level === 0 && view.isAsking;
  const story = storyOf(shown);
  const ask = element("button", "ask", { type: "button", click: () => goTo(view, view.asked) }, story);
  if (isQuestion) view.story.replaceChildren(ask);
  else say(view.story, story);
  view.foot.show(trail(view.place).map((place) => ({ place, name: crumbOf(shown, place) })));
}
