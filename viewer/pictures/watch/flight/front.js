// The sheet of glass with all that is around it, as the front page and the tour have it: the sentence's numbers, and the
// player.

import { element, say } from "../../../widgets/elements.js";
import { pageLink } from "../../../widgets/page_link.js";
import { pause } from "../../../widgets/player.js";
import { bring, isReady } from "./bringing.js";
import { chosenCells } from "./cells.js";
import { footOf } from "./foot.js";
import { flyTo, layGlass, show } from "./glass.js";
import { linkToAsk } from "./numbers.js";
import { storyOf } from "./pictures.js";
import { clampPlace, followPlace, placeOf } from "./place.js";
import { answerOf, questionOf } from "./question.js";
import { roomFor } from "./room.js";
import { settle } from "./sheet.js";
import { titleOf } from "./title.js";

const EDGE = 16; // pixels beside what is scrolled to

/** @param {FlightView} view */
export function build(view) {
  view.title = titleOf(view);
  view.story = element("p", "story", { "aria-live": "polite" });
  layGlass(view, {
    top: 0,
    shownAt: (place) => shownOf(view, place),
    isReady: (place) => Boolean(view.facts) && isReady(view, place),
    enter: (to, mark) => goTo(view, to, { mark }),
    rise: (place) => goTo(view, place),
    tell: (shown, said) => tell(view, shown, said),
  });
  view.foot = footOf(view);
  view.root.classList.add("flight");
  view.root.replaceChildren(view.title.element, view.story, view.sheet.element, view.foot.element);
  view.go = (step) => {
    Object.assign(view, { step, row: null, isReading: false, isAsking: step === view.length - 1 && !view.aged });
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
  Object.assign(view, { facts, tensors, length, source: null, cells: chosenCells(facts, tensors) });
  const link = linkToAsk(/** @type {any} */ (view));
  const { layer, head, query, key } = link;
  Object.assign(view, { question: questionOf(facts, link), answer: answerOf(facts, link) });
  view.asked = placeOf({ level: 1, way: "attention", kind: "cross", layer, head: head ?? 0, query, key });
  view.place =
    before && view.place.level ? followPlace(view.place, before, facts) : { ...view.asked, level: 0, way: "whole" };
  Object.assign(view, { step: length - 1, row: query, isAsking: !view.aged, hover: null });
  view.title.show(facts);
  view.foot.renew();
  const showIt = () => {
    show(view);
    // A picture may be wider than its screen.
    const [sheet, here] = [view.sheet.element, view.sheet.element.querySelector(".output.here")];
    const over = here ? here.getBoundingClientRect().right - sheet.getBoundingClientRect().right : 0;
    if (over > 0) sheet.scrollLeft += over + EDGE;
  };
  if (isReady(view, view.place)) showIt();
  else bring(view, view.place, showIt);
}

/** @param {FlightView} view @returns {FlightShown} */
export function shownOf(view, place = view.place) {
  const { facts, tensors, cells, step, row, source, layer, isAsking, question, isStill, isReading, aged } = view;
  const own = { facts, tensors, cells, step, row, source, layer, isAsking, question, isStill, isReading, aged };
  return { ...own, place, room: roomFor(view, place) };
}

/** @param {FlightView} view */
export function goTo(view, wanted, { mark = undefined, isBack = false } = {}) {
  const place = clampPlace(wanted, view.facts);
  if (view.timer) pause(view);
  if (!isReady(view, place)) {
    if (!view.isStill) bring(view, place, () => goTo(view, wanted, { mark, isBack }));
    return;
  }
  flyTo(view, place, mark);
  if (!isBack) view.went?.();
}

// What is in sight, in words; of what is pointed at, nothing else changes.
/** @param {FlightView} view @param {FlightShown} shown @param {string} said */
function tell(view, shown, said) {
  if (said) return say(view.story, said);
  const story = storyOf(shown);
  const [slug, query] = view.answer;
  if (shown.place.level === 0 && view.isAsking) view.story.replaceChildren(pageLink(slug, story, query));
  else say(view.story, story);
  return view.foot.show(shown);
}
