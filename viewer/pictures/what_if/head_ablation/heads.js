// Remove a head: a map of all heads, what each contributes to this sentence and to held-out ones, and how many can go.
// Hovering, pinning and every choice stay here; the server is called only for a new sentence, and once per sentence for
// its many translations under each change.

import { choiceFromUrl, onAddressChange, setUrlParam, textFromUrl } from "../../../widgets/address.js";
import { choice } from "../../../widgets/choice.js";
import { element, say } from "../../../widgets/elements.js";
import { readFocus, remember } from "../../../widgets/focus.js";
import { mountOnData } from "../../../widgets/mount.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { allHeads, describeMap, describeSpare, findWorst, HEAD_CHANGES, HEAD_MEASURES, headLines } from "./figures.js";
import { drawHeads, headLegend, headMap, markHeads } from "./map.js";
import { buildPruned } from "./pruned.js";
import { showReading } from "./reading.js";
import "./heads.css";

const IN_ADDRESS = { change: "change", measure: "measure", corpus: "corpus", place: "head" };

export default mountOnData((/** @type {HeadAblationView} */ view, { facts }) => {
  Object.assign(view, { facts, pointed: null });
  readAddress(view);
  view.point = (place) => {
    if (place === view.pointed) return;
    view.pointed = place;
    showReading(view);
  };
  view.keep = (place) => {
    view.place = place;
    setUrlParam(IN_ADDRESS.place, place);
    shareFocus(place);
    markHeads(view);
    showReading(view);
  };
  view.map = headMap(view);
  view.reading = element("section", "head-reading stack", { "aria-label": "One head" });
  view.told = element("p", "told look-headline", { "aria-live": "polite" });
  view.bar = element("div", "choices", { "data-from": "understand" });
  view.legend = element("div", "", { "data-from": "understand" });
  view.does = element("p", "hint", { "data-from": "understand" });
  const keys = { changes: "a word changes", "": "the model is less sure of its words", better: "it is surer" };
  const key = element(
    "p",
    "hint flow",
    { "data-at": "look" },
    "Each cell is one head. Without it:",
    ...Object.entries(keys).map(([kind, name]) => element("span", `key ${kind}`, element("i"), name)),
  );
  const spare = element("p", "look-words", { "data-at": "look" }, describeSpare(facts));
  const figure = element("figure", "head-picture stack", key, view.map, view.legend, view.does);
  makeSavable(figure, { name: "Remove a head", lines: () => headLines(view.facts) });
  const chosen = focusedChoice(view);
  view.pruned = facts.heldOut ? buildPruned(view, facts.heldOut, () => corpusChoice(view)) : null;
  view.root.replaceChildren(view.bar, view.told, element("div", "head-both side-by-side", figure, view.reading), spare);
  const missing = facts.notMeasured && element("p", "note not-measured", facts.notMeasured);
  const more = element("div", "stack", { "data-from": "understand" }, missing, view.pruned?.element);
  view.root.append(more);
  drawAll(view);
  focusChoice(view.bar, chosen);
  const chosenNow = () => [view.change, view.measure, view.corpus, view.place].join();
  return onAddressChange(() => {
    const before = chosenNow();
    readAddress(view);
    if (chosenNow() !== before) drawAll(view);
  });
});

/** @param {HeadAblationView} view */
function readAddress(view) {
  const { facts } = view;
  view.change = choiceFromUrl(IN_ADDRESS.change, /** @type {HeadChange[]} */ (Object.keys(HEAD_CHANGES)));
  view.measure = choiceFromUrl(IN_ADDRESS.measure, chooseMeasures(facts));
  const names = (facts.heldOut?.corpora ?? []).map(({ name }) => name);
  view.corpus = Math.max(0, names.indexOf(choiceFromUrl(IN_ADDRESS.corpus, names)));
  const places = allHeads(facts);
  const written = textFromUrl(IN_ADDRESS.place);
  // Without one in the address, the one that the sentence names.
  view.place = places.find((each) => each === written) ?? findWorst(facts, view)?.place ?? places[0];
}

/** @param {HeadAblationFacts} facts */
function chooseMeasures({ sentence, heldOut }) {
  const all = /** @type {HeadMeasure[]} */ (Object.keys(HEAD_MEASURES));
  return all.filter((each) => (each === "likelihood" ? sentence : heldOut));
}

// Write the head into the shared focus, so that other pages look at it too.
function shareFocus(place) {
  const [kind, layer, head] = place.split(".");
  remember({ focus: { kind, layer: Number(layer), head: Number(head), token: readFocus()?.token ?? 0 } });
}

/** @param {HeadAblationView} view */
function drawAll(view) {
  view.bar.replaceChildren(...buildChoices(view));
  const missing = view.facts.sentence && !view.facts.sentence.changes[view.change];
  if (missing) view.trigger("change", view.change);
  say(view.told, describeMap(view.facts, view) || (missing ? "Translating with each head changed …" : ""));
  drawHeads(view);
  view.legend.replaceChildren(...(view.measure ? [headLegend(view)] : []));
  view.does.textContent = HEAD_CHANGES[view.change].does;
  showReading(view);
  view.pruned?.draw();
}

/** @param {HeadAblationView} view */
function buildChoices(view) {
  const changes = Object.entries(HEAD_CHANGES).map(([name, { button }]) => [button, name]);
  const measures = chooseMeasures(view.facts).map((each) => [HEAD_MEASURES[each], each]);
  return [
    headChoice(view, "change", "Change a head", changes),
    ...(measures.length > 1 ? [headChoice(view, "measure", "Colour", measures)] : []),
    ...(view.measure === "bleu" ? corpusChoice(view) : []),
  ];
}

/** @param {HeadAblationView} view */
function corpusChoice(view) {
  const names = (view.facts.heldOut?.corpora ?? []).map(({ name }) => [name, name]);
  return names.length > 1 ? [headChoice(view, "corpus", "Held-out set", names, names[view.corpus][1])] : [];
}

/** @param {HeadAblationView} view */
function headChoice(view, name, words, options, chosen = view[name]) {
  const made = choice(words, options, chosen, (value) => {
    const row = made.parentElement;
    setUrlParam(IN_ADDRESS[name], value);
    readAddress(view);
    drawAll(view);
    focusChoice(row, name);
  });
  made.dataset.choice = name;
  return made;
}

// The keyboard focus stays where it is when the choices are redrawn.
/** @param {HeadAblationView} view */
function focusedChoice({ root }) {
  const within = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  return /** @type {HTMLElement} */ (within.activeElement?.closest("[data-choice]"))?.dataset.choice;
}

function focusChoice(row, name) {
  if (name) row.querySelector(`[data-choice="${name}"] [aria-checked="true"]`)?.focus();
}
