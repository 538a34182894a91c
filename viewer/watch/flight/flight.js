// The front page: the sentence, its translation beside it, and below them one sheet of glass. It plays once when the
// page opens; then one flies into it, down to a single number. What you type is drawn at every key, once the model is in
// the browser; until then the server sends what a place needs.

import { element, say } from "../../widgets/elements.js";
import { drawAndFollow, madeApart, modelHere } from "../../widgets/live/typing.js";
import { mounted } from "../../widgets/mount.js";
import { pause, play } from "../../widgets/player.js";
import { chosenCells } from "./cells.js";
import { footOf } from "./foot.js";
import { linkToAsk } from "./numbers.js";
import { crumbOf, marksOf, needsOf, storyOf } from "./pictures.js";
import { above, clamped, followed, placeOf, readPlace, trail, written } from "./place.js";
import { roomFor } from "./room.js";
import { draw, fly, settle, sheetOf } from "./sheet.js";
import { titleOf } from "./title.js";
import "./flight.css";

const ARRIVAL = 7000; // milliseconds, the first time
const AT = "at"; // in the address

export default mounted(open);

/** @param {FlightView} view */
function open(view, sent) {
  const { engine: offer, ...facts } = /** @type {FlightSent} */ (sent.facts);
  const first = view.facts === undefined;
  view.offer = offer;
  view.server = facts;
  if (first) build(view);
  const { language, reads, alignedLayer, leaves, sizes } = facts;
  view.model = { language, reads, alignedLayer, leaves, sizes, needs: first ? [] : needsOf(view.place) };
  drawAndFollow(
    view,
    { facts, tensors: sent.tensors },
    {
      offer,
      sentence: facts.sentence,
      known: view.model,
      draw: (payload) => fill(view, payload),
      isSame: () => JSON.stringify(view.facts.output) === JSON.stringify(facts.output),
      took: () => took(view, sent),
    },
  );
  const onBack = () => {
    const place = readPlace(keptPlaceNow(), view.facts) ?? placeOf({ ...view.place, level: 0, way: "whole" });
    if (written(place) !== written(view.place)) goTo(view, place, { isBack: true });
  };
  const resized = () => show(view);
  const observer = new ResizeObserver(resized);
  observer.observe(view.root);
  window.addEventListener("resize", resized);
  window.addEventListener("popstate", onBack);
  if (first) begin(view);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", resized);
    window.removeEventListener("popstate", onBack);
  };
}

const keptPlaceNow = () => new URL(window.location.href).searchParams.get(AT) ?? "";

/** @param {FlightView} view */
function build(view) {
  view.place = placeOf({});
  view.hover = null;
  view.title = titleOf(view);
  view.story = element("p", "story", { "aria-live": "polite" });
  view.sheet = sheetOf({
    enter: (to, mark) => goTo(view, /** @type {any} */ (to), { mark }),
    leave: () => leave(view),
    point: (mark) => point(view, mark),
  });
  view.foot = footOf(view, (place) => goTo(view, place));
  view.root.classList.add("flight");
  view.root.replaceChildren(view.title.element, view.story, view.sheet.element, view.foot.element);
  view.go = (step) => {
    Object.assign(view, { step, row: null, isAsking: step === view.length - 1 });
    show(view);
  };
}

// A sentence's numbers, at rest, at the place where one is.
/** @param {FlightView} view @param {{facts: FlightFacts, tensors: Record<string, Tensor>}} payload */
function fill(view, { facts, tensors }) {
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
    got: new Set(facts.needs),
  });
  const asked = linkToAsk(shownOf(view));
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

// The server's answer about a sentence that is drawn already.
/** @param {FlightView} view */
function took(view, { facts, tensors }) {
  view.facts.trust = facts.trust;
  view.title.show(view.facts);
  for (const need of facts.needs ?? []) view.got.add(need);
  view.tensors = { ...tensors, ...view.tensors, ...only(tensors, facts.needs?.length > 0) };
  const then = view.waiting;
  if (then && isReady(view, then.place)) {
    view.waiting = null;
    then.go();
  }
}

const only = (tensors, all) =>
  all ? Object.fromEntries(Object.entries(tensors).filter(([, each]) => !each.half)) : {};

/** @param {FlightView} view @returns {FlightShown} */
export function shownOf(view, place = view.place) {
  const { facts, tensors, cells, step, row, source, isAsking, question } = view;
  return { facts, tensors, cells, step, row, source, isAsking, question, place, room: roomFor(view, place) };
}

const isReady = (view, place) => needsOf(place).every((need) => view.got.has(need));

// Brings the numbers that a place needs: from the browser's own model, or else from the server.
/** @param {FlightView} view */
async function bring(view, place, go) {
  const needs = needsOf(place);
  const sentence = view.facts.sentence;
  view.waiting = { place, go };
  if (!view.offer || (!view.isModelHere && !view.offer.alone)) {
    view.trigger("needs", needs);
    return;
  }
  view.root.classList.add("bringing");
  try {
    const known = { ...view.model, needs, ids: view.facts.ids };
    const made = await madeApart(view.offer, { maker: view.offer.maker, sentence, known }, (text) =>
      say(view.story, text),
    );
    if (view.facts.sentence !== sentence || view.waiting?.place !== place) return;
    for (const need of needs) view.got.add(need);
    const keep = needs.some((need) => need.startsWith("next")) ? {} : view.tensors;
    view.tensors = { ...view.tensors, ...made.tensors };
    if (keep === view.tensors) return;
    view.waiting = null;
    go();
  } catch (error) {
    say(view.story, error.message);
  } finally {
    view.root.classList.remove("bringing");
  }
}

/** @param {FlightView} view */
function goTo(view, wanted, { mark = undefined, isBack = false } = {}) {
  const place = clamped(wanted, view.facts);
  if (view.timer) pause(view);
  if (!isReady(view, place)) {
    bring(view, place, () => goTo(view, wanted, { mark, isBack }));
    return;
  }
  const before = view.place;
  view.place = place;
  view.hover = null;
  view.model.needs = needsOf(place);
  if (!isBack) writePlace(view);
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
        view,
        [...view.sheet.level.known.values()].map((each) => each.mark),
        place,
      ))
    : leadTo(view, marks, before);
  fly(view.sheet, shown.room, marks, namesOf(view), { into, isDown, landed: () => tell(view) });
  tell(view);
}

// The mark of a picture that leads towards a place.
function leadTo(_view, marks, place) {
  const ways = trail(place).map(written);
  return (
    marks.find(({ to }) => to && ways.includes(written(to))) ??
    marks.find(({ look }) => / (chosen|asked|here)/.test(look ?? ""))
  );
}

/** @param {FlightView} view */
function leave(view) {
  const goal = above(view.place);
  if (goal && !view.sheet.flying) goTo(view, goal);
}

/** @param {FlightView} view */
function writePlace(view) {
  const address = new URL(window.location.href);
  address.searchParams.set(AT, view.place.level ? written(view.place) : "whole");
  try {
    window.history.pushState(window.history.state, "", address);
  } catch {
    // Nothing on the page depends on it.
  }
}

/** @param {FlightView} view */
function point(view, mark) {
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
  if (!view.facts || !view.root.clientWidth) return;
  view.title.place();
  const shown = shownOf(view);
  draw(view.sheet, shown.room, marksOf(shown, view.hover), namesOf(view));
  tell(view);
}

/** @param {FlightView} view */
function tell(view) {
  const shown = shownOf(view);
  const isQuestion = view.place.level === 0 && view.isAsking;
  const story = storyOf(shown);
  const ask = element("button", "ask", { type: "button", click: () => goTo(view, view.asked) }, story);
  if (isQuestion) view.story.replaceChildren(ask);
  else say(view.story, story);
  view.foot.show(trail(view.place).map((place) => ({ place, name: crumbOf(shown, place) })));
}

// Once from the first vector to the last piece, then it asks; a link opens at its place.
/** @param {FlightView} view */
function begin(view) {
  modelHereSoon(view);
  const place = readPlace(keptPlaceNow(), view.facts);
  if (place?.level) {
    goTo(view, place, { isBack: true });
    return;
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  view.go(0);
  view.pace = ARRIVAL / view.length;
  play(view, () => {
    view.pace = undefined;
    Object.assign(view, { row: view.asked.query, isAsking: true });
    show(view);
  });
}

async function modelHereSoon(view) {
  if (!view.offer || view.offer.alone || /** @type {any} */ (navigator).connection?.saveData) return;
  try {
    await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
    await modelHere(view.offer);
    view.isModelHere = true;
  } catch {
    // The server answers instead.
  }
}
