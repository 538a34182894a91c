// The picture of the front page. It plays once when the page opens; then the slider, the arrow keys and a click go
// through it. What you type is drawn at every key, once the model is in the browser. Nothing here asks the server.

import { drawAndFollow } from "../../../engine/live/typing.js";
import { mounted } from "../../../widgets/mount.js";
import { play } from "../../../widgets/player.js";
import { headline } from "./headline.js";
import { fill, fit, rest } from "./picture.js";

const ARRIVAL = 6000; // milliseconds, the first time

export default mounted(open);

/** @param {MachineView} view */
function open(view, sent) {
  const { engine: offer, ...facts } = /** @type {MachineSent} */ (sent.facts);
  const first = view.facts === undefined;
  view.known = facts;
  view.isAlone = offer?.alone; // nobody has judged how far to trust typed text yet
  drawAndFollow(
    view,
    { facts, tensors: sent.tensors },
    {
      offer,
      sentence: facts.sentence,
      known: { language: facts.language, reads: facts.reads, alignedLayer: facts.alignedLayer },
      draw: (payload) => {
        fill(view, payload);
        fit(view);
      },
      join: (_, made) => made,
      took: () => trusted(view, facts),
    },
  );
  const observer = new ResizeObserver(() => fit(view));
  observer.observe(view.root);
  if (first && !matchMedia("(prefers-reduced-motion: reduce)").matches) arrive(view);
  return () => observer.disconnect();
}

// What only the server knows.
/** @param {MachineView} view @param {Omit<MachineSent, "engine">} facts */
function trusted(view, { trust }) {
  view.facts.trust = trust;
  const shown = headline(view.facts, trust);
  view.headline.replaceWith(shown);
  view.headline = shown;
  view.story.setAttribute("aria-live", "polite");
}

// Once from the first vector to the last piece, then the piece that shows best what attention does.
/** @param {MachineView} view */
function arrive(view) {
  view.step = 0;
  view.pace = ARRIVAL / view.length;
  play(view, () => {
    view.pace = undefined;
    rest(view);
  });
}
