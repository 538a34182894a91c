// The picture of the front page. It plays once when the page opens; then the slider, the arrow keys and a click go
// through it. What you type is drawn at every key, once the model is in the browser. Nothing here asks the server.

import { mounted } from "../../widgets/mount.js";
import { play } from "../../widgets/player.js";
import { headline } from "./headline.js";
import { fill, fit, rest } from "./picture.js";
import { followTyping, typedText } from "./typing.js";

const ARRIVAL = 6000; // milliseconds, the first time

export default mounted(open);

/** @param {MachineView} view */
function open(view, sent) {
  const { engine, ...facts } = /** @type {MachineSent} */ (sent.facts);
  const first = view.facts === undefined;
  const drawn = !first && view.model === engine?.weights.sha256 ? view.facts : null;
  view.model = engine?.weights.sha256;
  view.known = facts;
  view.isAlone = engine?.alone; // nobody has judged how far to trust typed text yet
  if (drawn && isSame(drawn, facts)) trusted(view, facts);
  else if (!isBehind(drawn, facts)) fill(view, { facts, tensors: sent.tensors });
  const observer = new ResizeObserver(() => fit(view));
  observer.observe(view.root);
  if (first && !matchMedia("(prefers-reduced-motion: reduce)").matches) arrive(view);
  followTyping(view, engine, (payload) => {
    if (payload.facts.sentence === view.facts.sentence) return; // the server was faster
    fill(view, payload);
    fit(view);
  });
  return () => observer.disconnect();
}

// Whether the server's answer is what the browser's model has shown already.
const isSame = (drawn, facts) =>
  drawn.sentence === facts.sentence && JSON.stringify(drawn.output) === JSON.stringify(facts.output);

// Whether it answers an earlier text than the one on screen.
const isBehind = (drawn, facts) => drawn && drawn.sentence === typedText() && facts.sentence !== drawn.sentence;

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
