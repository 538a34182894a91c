// The numbers that a place needs: from the browser's own model, or else from the server.

import { computeDetached } from "../../../engine/live/typing.js";
import { say } from "../../../widgets/elements.js";
import { memory } from "../../../widgets/focus.js";
import { needsOf } from "./pictures.js";

export const isReady = (view, place) => needsOf(place).every((need) => view.got.has(need));

/** @param {FlightView} view */
export async function bring(view, place, go) {
  const needs = needsOf(place);
  const sentence = view.facts.sentence;
  view.waiting = { place, go };
  if (!view.offer || (!memory.live?.model.ready && !view.offer.alone)) {
    view.trigger("needs", needs);
    return;
  }
  view.root.classList.add("bringing");
  try {
    const known = { ...view.model, needs, ids: view.facts.ids };
    const made = await computeDetached(
      view.offer,
      /** @type {any} */ ({ maker: view.offer.maker, sentence, known }),
      (text) => say(view.story, text),
    );
    if (view.facts.sentence !== sentence || view.waiting?.place !== place) return;
    keep(view, needs, made.tensors);
  } catch (error) {
    say(view.story, error.message);
  } finally {
    view.root.classList.remove("bringing");
  }
}

// The server's answer about a sentence that is drawn already.
/** @param {FlightView} view */
export function took(view, { facts, tensors }) {
  view.facts.trust = facts.trust;
  keep(view, facts.needs ?? [], Object.fromEntries(Object.entries(tensors).filter(([, each]) => !each.half)));
}

// Of rows of the model's own matrices, only the last ones asked for are kept.
function keep(view, needs, tensors) {
  for (const need of needs) {
    const [what] = need.split(".");
    if (what === "next" || what === "neuron")
      for (const other of view.got) if (other.startsWith(`${what}.`)) view.got.delete(other);
    view.got.add(need);
  }
  view.tensors = { ...view.tensors, ...tensors };
  const then = view.waiting;
  if (then && isReady(view, then.place)) {
    view.waiting = null;
    then.go();
  }
}
