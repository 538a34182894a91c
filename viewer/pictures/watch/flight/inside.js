// A part of the flight inside a chapter: the same sheet of glass, opened at the chapter's level on what is in focus. From
// there one flies down to a number, as far as the chapter has the numbers; what lies higher is on the front page.

import { plainNumbers } from "../../../transport/payload.js";
import { depthNow } from "../../../widgets/depth.js";
import { element, say } from "../../../widgets/elements.js";
import { pageLink } from "../../../widgets/page_link.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { highest } from "../../../widgets/vectors.js";
import { crumbsOf, flyTo, layGlass, show } from "./glass.js";
import { lines } from "./lines.js";
import { attention, weightsOf } from "./numbers.js";
import { STEPS } from "./pair.js";
import { storyOf, whyOf } from "./pictures.js";
import { placeOf, spellPlace } from "./place.js";
import { roomInside } from "./room.js";

/**
 * Made once for a view: of another sentence, what has changed is drawn.
 * @param {AnyWalkView} view
 * @param {number} level
 * @param {{ key?: () => number | null, choose?: (key: number) => void, until?: () => number }} [own]  the key in focus,
 *   where a chapter has one, and how many of the six steps are shown while one guesses
 * @returns {{ element: HTMLElement, update: () => void }}
 */
export function flightAt(view, level, { key = () => null, choose = () => {}, until = () => STEPS.length } = {}) {
  let home = "";
  const story = element("p", "look-headline", { "aria-live": "polite" });
  const why = element("p", "look-words");
  const crumbs = element("ol", "crumbs");
  const where = element("nav", "", { "aria-label": "Where you are" }, crumbs);
  const root = element("section", "flight inside", { "aria-label": "Inside the model" });
  const glass = /** @type {any} */ ({ root });
  const isGuessed = () => until() < STEPS.length;
  /** @returns {FlightShown} */
  const shownAt = (place) => {
    const isMean = view.focus.head === null && place.level === 1;
    const isLook = level === 3 && place.level === 3 && depthNow() === "look" && !isGuessed();
    const shown = { facts: factsOf(view), tensors: byName(view.tensors), place, until: until(), isMean, isLook };
    return /** @type {any} */ ({ ...shown, room: roomInside(glass, shown) });
  };
  // What lies above the chapter's level is a link to the front page.
  const wayTo = (to, name) => {
    if (to.level < level) return pageLink("translate", name, { at: to.level ? spellPlace(to) : "whole" });
    return element("button", "", { type: "button", click: () => flyTo(glass, to) }, name);
  };
  layGlass(glass, {
    top: level,
    shownAt,
    isReady: () => home !== "",
    enter(to, mark) {
      if (to.level > level && has(view.tensors, to)) return flyTo(glass, to, mark);
      view.set({ layer: to.layer, head: to.head, token: to.query });
      return choose(to.key);
    },
    rise: (to) => flyTo(glass, to),
    tell(shown, said) {
      say(story, isGuessed() ? "" : said || storyOf(shown));
      if (!said) say(why, isGuessed() ? "" : whyOf(shown));
      crumbs.replaceChildren(...crumbsOf(shown, wayTo));
    },
  });
  root.append(story, why, glass.sheet.element, where);
  makeSavable(glass.sheet.element, {
    name: "Inside the model",
    lines: () => (isGuessed() ? [] : lines(shownAt(glass.place))),
  });
  new ResizeObserver(() => {
    glass.width = root.clientWidth;
    show(glass);
  }).observe(root);
  return {
    element: root,
    update() {
      const { focus } = view;
      const begun = placeOf({ ...focus, level, way: "attention", head: focus.head ?? 0, query: focus.token });
      const now = shownAt(begun);
      begun.head = focus.head ?? surestHead(now);
      begun.key =
        key() ?? highest(weightsOf(now, begun.kind, begun.layer, now.isMean ? null : begun.head, begun.query));
      // What is chosen here leads nowhere else; a chosen word, head or layer leads back to the chapter's level.
      const named = JSON.stringify([focus, begun.key, view.frame.sentence]);
      if (named !== home) glass.place = begun;
      home = named;
      glass.hover = null;
      show(glass);
    },
  };
}

// The head that looks at one word hardest.
function surestHead(now) {
  const { kind, layer, query } = now.place;
  const heads = Array.from({ length: now.facts.sizes.heads }, (_, head) => weightsOf(now, kind, layer, head, query));
  return highest(heads.map((weights) => Math.max(...weights)));
}

const has = (tensors, place) => Boolean(byName(tensors)[`${attention({ place })}.key`]);

/** @param {AnyWalkView} view @returns {any} */
function factsOf({ sizes, tokens }) {
  const layers = { encoder: sizes.encoder_layers, decoder: sizes.decoder_layers };
  return { ...tokens, sizes: { layers, heads: sizes.H, D: sizes.D, d_k: sizes.d_k }, candidates: [] };
}

// A chapter's numbers by the library's names: those it was sent, and those that follow from them, which it has for all
// layers at once.
const named = new WeakMap();
function byName(tensors) {
  if (!named.has(tensors)) {
    const get = (known, name) => {
      known[name] ??= tensors[name] ?? ofLayer(tensors, name);
      return known[name];
    };
    named.set(tensors, new Proxy({}, { get }));
  }
  return named.get(tensors);
}

function ofLayer(tensors, name) {
  const [stack, layer, part, step] = name.split(".");
  const all = tensors[`${part === "cross_attention" ? "cross" : stack}.${step}`];
  if (!all) return undefined;
  const [layers, ...shape] = all.shape;
  const size = all.data.length / layers;
  return { shape, data: plainNumbers(all).subarray(layer * size, (Number(layer) + 1) * size), half: false };
}
