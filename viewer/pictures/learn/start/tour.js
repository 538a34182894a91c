// The tour: the picture of the whole model, and next to it a card that goes from stop to stop. The picture shows no
// more than the stop has come to, and nothing of an answer before the guess. Guesses and the stop outlive a reload.

import { numberFromUrl, setUrlParam } from "../../../widgets/address.js";
import { AS_IS, element, findIn } from "../../../widgets/elements.js";
import { focusFirst } from "../../../widgets/guess.js";
import { allGuesses, forgetGuesses, keepGuess } from "../../../widgets/guesses.js";
import { mountOnData } from "../../../widgets/mount.js";
import { isReady } from "../../watch/flight/bringing.js";
import { build, fill } from "../../watch/flight/front.js";
import { show } from "../../watch/flight/glass.js";
import { placeOf } from "../../watch/flight/place.js";
import { factsOf } from "../../watch/flight/shown.js";
import { endCard, stopCard } from "./card.js";
import "./tour.css";

const STOP = "stop"; // in the address, counted from 1
const PAGE = "Tour"; // of its guesses
const READING = ["pieces", "vector", "order", "encoder"]; // stops that come before the decoder

export default mountOnData(open);

/** @param {TourView} view @param {Payload<TourFacts, string>} payload */
function open(view, { facts, tensors }) {
  const { tour, ...drawn } = facts;
  const before = view.facts?.tour;
  const isSameSentence = before?.model === tour.model && before.sentence === tour.sentence;
  if (isSameSentence) keepStops(before, tour);
  Object.assign(view, { facts, tensors });
  view.card ??= element("section", "tour-card guess on", { "aria-label": "Tour" });
  view.glass ??= /** @type {any} */ ({ root: element("div", "walk watch touring"), isStill: true });
  view.cutting ??= element("div", "cutting");
  if (!view.card.isConnected)
    view.root.replaceChildren(element("div", "tour", view.card, view.cutting, view.glass.root));
  if (!isSameSentence || before.hidden !== tour.hidden) {
    if (!view.glass.sheet) build(view.glass);
    fill(view.glass, { facts: factsOf(drawn), tensors });
  }
  // A visitor who plays the picture wants to see all of it.
  const look = () => delete view.glass.root.dataset.stop;
  for (const event of ["pointerdown", "keydown"]) view.glass.root.addEventListener(event, look);
  stay(view, numberFromUrl(STOP, { least: 1, most: tour.stops.length + 1, fallback: 1 }) - 1);
  askForStop(view);
  const observer = new ResizeObserver(() => show(view.glass));
  observer.observe(view.glass.root);
  draw(view);
  return () => observer.disconnect();
}

// What the server has worked out for this sentence stays; it sends the stop that is shown.
/** @param {TourFacts["tour"]} before @param {TourFacts["tour"]} tour */
function keepStops(before, tour) {
  tour.stops = tour.stops.map((stop, at) => (stop.waits ? before.stops[at] : stop));
}

/** @param {TourView} view */
function draw(view) {
  const { stops } = view.facts.tour;
  const stop = stops[view.at];
  const made = stop && guessAt(view, stop);
  const found = stops.map((each) => latest(view, each));
  const focused = /** @type {ShadowRoot} */ (view.root.getRootNode()).activeElement?.getAttribute("data-name");
  const moves = {
    go: (at) => go(view, at),
    answer: (name) => answer(view, stop, name),
    hide: (word) => {
      findIn(view.card, ".compared").classList.add("waiting");
      view.trigger("hide", word);
    },
    restart: () => {
      forgetGuesses(PAGE);
      go(view, 0);
    },
  };
  view.card.replaceChildren(...(stop ? stopCard(view, { stop, made, found }, moves) : endCard(view, found, moves)));
  if (focused) focusFirst(view.card, `[data-name="${focused}"]`);
  const isCut = Boolean(made || !stop?.question);
  const { words } = view.facts.tour;
  const rowOf = (others) =>
    (stop?.cuts ?? []).filter(([word]) => others === (stop.options.includes(word) && !words.includes(word)));
  const row = (others) => element("div", "cuts flow", ...rowOf(others).map((each) => cutWord(each, isCut)));
  view.cutting.replaceChildren(row(false), ...(isCut ? [row(true)] : []));
  point(view, stop, made);
}

// A word in one piece, until it has been guessed which are cut; then each piece with its number.
function cutWord([word, pieces], isCut) {
  const shown = isCut ? pieces : [[word]];
  const cut = shown.map(([text, number]) =>
    element("span", "piece", AS_IS, text, number && element("small", "mono quiet", number)),
  );
  return element("span", "cut", ...cut);
}

/** @param {TourView} view */
function stay(view, at) {
  view.at = at;
  setUrlParam(STOP, at ? String(at + 1) : "");
}

/** @param {TourView} view */
function askForStop(view, at = view.at) {
  if (view.facts.tour.stops[at]?.waits) view.trigger("stop", at);
}

/** @param {TourView} view */
function go(view, at) {
  stay(view, at);
  askForStop(view);
  if (view.facts.tour.hidden !== null && view.facts.tour.stops[at]?.slug !== "hide") view.trigger("hide", "");
  draw(view);
  focusFirst(view.card, "h3");
  const { top } = view.card.getBoundingClientRect();
  if (top < 0) view.card.scrollIntoView();
}

/** @param {TourView} view @param {Stop} stop @param {string | null} guess */
function answer(view, stop, guess) {
  const { options, right, told } = stop;
  keepGuess({ ...about(view, stop), guess, answer: options[right], told });
  // A student's guess goes to the teacher.
  const { taught } = view.facts.tour;
  if (taught) view.trigger("guessed", { stop: view.at + 1, guess: guess ?? "", right: guess === options[right] });
  if (stop.after.hidden !== undefined) view.trigger("hide", stop.after.hidden);
  draw(view);
  askForStop(view, view.at + 1); // while the answer is read
  focusFirst(view.card, ".guess-verdict");
  // On a phone the picture is below the card: it proves what is said.
  if (view.card.offsetWidth > 0.9 * view.root.offsetWidth) findIn(view.card, ".guess-verdict").scrollIntoView();
}

const questionId = ({ facts: { tour } }, stop) => [PAGE, tour.model, tour.sentence, stop.slug].join(" | ");

const guessAt = (view, stop) => allGuesses().find(({ id }) => id === questionId(view, stop));

// Find the guess made at a stop: about this sentence, or else about the last one.
const latest = (view, stop) =>
  guessAt(view, stop) ?? allGuesses().findLast(({ page, id }) => page === PAGE && id.endsWith(` | ${stop.slug}`));

const about = (view, stop) => ({
  id: questionId(view, stop),
  page: PAGE,
  sentence: view.facts.tour.sentence,
  question: stop.question,
});

// Have the picture show what the stop speaks of.
/** @param {TourView} view @param {Stop | undefined} stop @param {Guess | undefined} made */
function point({ glass }, stop, made) {
  const { root, length, facts } = glass;
  const { step, written, token, layer } = (stop && (made ? stop.after : stop.before)) ?? {};
  const isWhole = !stop || stop.slug === "hide";
  const isReading = READING.includes(stop?.slug ?? "");
  const isAsking = Boolean(stop?.question || stop?.waits) && !made;
  root.classList.toggle("asking", isAsking);
  root.inert = isAsking;
  root.dataset.stop = stop?.slug ?? "end";
  const at = written === undefined ? (step ?? 0) : facts.sizes.layers.encoder + 1 + written;
  const row = Math.min(written ?? glass.asked.query, facts.output.length - 1); // another word may be hidden
  const now = isWhole ? { step: length - 1, row } : { step: at, row: null };
  const third = placeOf({ level: 2, way: "embed", kind: "encoder", query: Math.min(2, facts.source.length - 1) });
  const place = stop?.slug === "order" && isReady(glass, third) ? third : placeOf({});
  Object.assign(glass, { place, ...now, source: token ?? null, layer, isReading, isAsking: false });
  show(glass);
}
