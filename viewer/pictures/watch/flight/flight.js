// The front page: the sentence, its translation beside it, and below them one sheet of glass. It plays once when the
// page opens; then one flies into it, down to a single number. What you type is drawn at every key, once the model is in
// the browser; until then the server sends what a place needs.

import { drawAndFollow } from "../../../engine/live/typing.js";
import { mountOnData } from "../../../widgets/mount.js";
import { play } from "../../../widgets/player.js";
import { offerAge, showAge } from "./age.js";
import { goOn, took } from "./bringing.js";
import { build, fill, goTo } from "./front.js";
import { leave, show } from "./glass.js";
import { namesOf } from "./needs.js";
import { placeOf, readPlace, spellPlace } from "./place.js";
import { factsOf } from "./shown.js";

// Milliseconds, the first time: of a layer that reads, of a piece that is written, at most of all pieces, and of one
// on the way back to the piece to ask about.
const [READS, WRITES, ALL, BACK] = [420, 1000, 9000, 150];
const AT = "at"; // in the address

export default mountOnData(open);

/** @param {FlightView} view */
function open(view, sent) {
  const { engine: offer, sentence, frame, measured, ages } = /** @type {FlightSent} */ (sent.facts);
  Object.assign(view.age?.isOn ? view.age : view, { frame, trusted: measured });
  view.offer = offer;
  if (!view.sheet) build(view);
  view.went = () => writePlace(view);
  const draw = ({ facts, tensors }) => {
    const first = view.facts === undefined;
    view.base = { facts: factsOf(facts), tensors };
    offerAge(view, ages ?? null);
    if (view.age?.isOn) showAge(view);
    else fill(view, view.base);
    if (first) begin(view);
    else goOn(view); // a model that no browser runs: the server has sent what a place needs
  };
  drawAndFollow(view, sent, {
    ...{ offer, sentence, draw },
    deeper: () => namesOf(view.place),
    took: () => {
      if (!view.facts) return;
      took(view.age?.isOn ? view.base : view, sent);
      view.title.show(view.facts);
    },
  });
  const onBack = () => {
    if (!view.facts) return;
    const place = readPlace(keptPlaceNow(), view.facts) ?? placeOf({ ...view.place, level: 0, way: "whole" });
    if (spellPlace(place) !== spellPlace(view.place)) goTo(view, place, { isBack: true });
  };
  const onKey = (event) => {
    const [typed] = event.composedPath();
    if (event.key === "Escape" && !typed.closest?.("input, textarea, select, [popover], [role=dialog]")) leave(view);
  };
  const resized = () => {
    if (view.facts) view.title.place();
    show(view);
  };
  view.listening?.abort(); // the app may open a page anew without having left it
  view.listening = new AbortController();
  const { signal } = view.listening;
  const observer = new ResizeObserver(resized);
  observer.observe(view.root);
  signal.addEventListener("abort", () => observer.disconnect());
  window.addEventListener("resize", resized, { signal });
  window.addEventListener("popstate", onBack, { signal });
  window.addEventListener("keydown", onKey, { signal });
  return () => view.listening.abort();
}

const keptPlaceNow = () => new URL(window.location.href).searchParams.get(AT) ?? "";

/** @param {FlightView} view */
function writePlace(view) {
  const address = new URL(window.location.href);
  address.searchParams.set(AT, view.place.level ? spellPlace(view.place) : "whole");
  try {
    window.history.pushState(window.history.state, "", address);
  } catch {
    // Nothing on the page depends on it.
  }
}

// Play once, from the first vector to the last piece, then ask the question. A link to a place skips it.
/** @param {FlightView} view */
function begin(view) {
  const place = readPlace(keptPlaceNow(), view.facts);
  if (place?.level) {
    goTo(view, place, { isBack: true });
    return;
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  view.go(0);
  const { output, sizes } = view.facts;
  const writes = () => playAt(view, Math.min(WRITES, ALL / output.length), () => returnTo(view, view.asked.query));
  playAt(view, READS, writes, sizes.layers.encoder);
}

function playAt(view, pace, ended, last = view.length - 1) {
  view.pace = pace;
  play(view, ended, last);
  view.pace = undefined; // this time only
}

function returnTo(view, query) {
  const row = Math.max(query, (view.row ?? view.facts.output.length) - 1);
  Object.assign(view, { row, isAsking: true });
  view.timer = row > query ? setTimeout(() => returnTo(view, query), BACK) : null;
  show(view);
}
