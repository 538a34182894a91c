// The numbers that a place needs: activations from the browser's own model, or else from the server, and the module of
// whose matrix a product shows a row.

import { EngineError } from "../../../engine/error.js";
import { computeDetached, isModelHere } from "../../../engine/live/model.js";
import { fetchParameters, hasParameters } from "../../../frame/constants.js";
import { say } from "../../../widgets/elements.js";
import { moduleOf, namesOf } from "./needs.js";

const LACKING = "The model’s numbers couldn’t be loaded: check the network.";

const missing = (view, place) => namesOf(place).filter((name) => !view.tensors[name]);
const lacksModule = (view, module) => module !== null && !hasParameters(view, module);

export const isReady = (view, place) =>
  missing(view, place).length === 0 && !lacksModule(view, moduleOf(place, view.facts.matrix));

/** @param {FlightView} view @param {import("./place.js").Place} place @param {() => void} go */
export async function bring(view, place, go) {
  const { facts, offer } = view;
  view.waiting = { place, go };
  view.root.classList.add("bringing");
  try {
    const module = moduleOf(place, facts.matrix);
    const needs = missing(view, place);
    if (view.age?.isOn) {
      const made = await view.age.bring(needs, module);
      if (view.facts !== facts) return;
      Object.assign(view.tensors, made.tensors);
      return goOn(view);
    }
    if (module && lacksModule(view, module)) await fetchParameters(view, module);
    if (needs.length > 0) {
      if (!offer || !(offer.alone || isModelHere(offer))) {
        view.trigger("needs", needs);
        return;
      }
      const request = { sentence: facts.sentence, needs, decode: /** @type {Decode} */ ({ kind: "passage" }) };
      const made = await computeDetached(offer, request, (text) => say(view.story, text));
      if (view.facts !== facts) return;
      Object.assign(view.tensors, made.tensors);
    }
    goOn(view);
  } catch (error) {
    say(view.story, error instanceof EngineError ? error.message : LACKING);
  } finally {
    view.root.classList.remove("bringing");
  }
}

// The server's answer about a sentence that is drawn already.
/** @param {FlightView} view */
export function took(view, { facts, tensors }) {
  view.facts.trust = facts.measured;
  view.tensors = { ...tensors, ...view.tensors };
  goOn(view);
}

// Goes to the place that waited for numbers, if they are here.
/** @param {FlightView} view */
export function goOn(view) {
  const then = view.waiting;
  if (!then || !isReady(view, then.place)) return;
  view.waiting = null;
  then.go();
}
