// The map of the architecture: both stacks with the shapes on their arrows; where you are is lit, every block is a
// link.

import { element, vector } from "../../widgets/elements.js";
import { remember } from "../../widgets/focus.js";
import { savedAs } from "../../widgets/pictures.js";
import { focusFor, knownFocus } from "./possible_focus.js";
import "./map.css";

const ATTENTION_PARTS = [
  ["projections", "Q K V: queries, keys, values"],
  ["scores", "scores"],
  ["heads", "heads"],
];

/** @param {AnyWalkView} view */
export function mapOf(view) {
  const { S, T, D, V, encoder_layers: encoderLayers, decoder_layers: decoderLayers } = view.sizes;
  const finalNorm = (stack) => (view.frame.norm === "pre" ? [norm(view, stack, "norm: the final LayerNorm")] : []);
  const map = element("nav", "map");
  map.setAttribute("aria-label", "Map of the architecture");
  const encoder = element("div", "lane encoder");
  encoder.append(
    terminal("source", "first"),
    arrow(`S = ${S}`, "ids"),
    block(view, "embedding", "encoder", "Embedding"),
    arrow(`${S} × ${D}`, "S × D"),
    block(view, "positions", "encoder", "+ Positions"),
    arrow(`${S} × ${D}`, "S × D"),
    element("span", "break"),
    stackOf(encoderLayers, [
      sublayer(view, "encoder", attention(view, "encoder", "Self-attention")),
      sublayer(view, "encoder", block(view, "residual", "encoder", "Feed-forward")),
    ]),
    ...finalNorm("encoder"),
    arrow(`${S} × ${D}`, "S × D, the memory: what keys and values of cross-attention are made of"),
    element("span", "memory", "memory"),
  );
  const decoder = element("div", "lane decoder");
  decoder.append(
    terminal("so far", "first"),
    arrow(`T = ${T}`, "ids, shifted right"),
    block(view, "embedding", "decoder", "Embedding"),
    arrow(`${T} × ${D}`, "T × D"),
    block(view, "positions", "decoder", "+ Positions"),
    arrow(`${T} × ${D}`, "T × D"),
    element("span", "break"),
    stackOf(decoderLayers, [
      sublayer(view, "decoder", attention(view, "decoder", "Masked self-attention")),
      sublayer(view, "decoder", attention(view, "cross", "Cross-attention")),
      sublayer(view, "decoder", block(view, "residual", "decoder", "Feed-forward")),
    ]),
    ...finalNorm("decoder"),
    arrow(`${T} × ${D}`, "T × D"),
    block(view, "output", "decoder", "Linear"),
    arrow(`${T} × ${V}`, "T × V, the logits"),
    block(view, "output", "decoder", "Softmax"),
    arrow(`${T} × ${V}`, "T × V, a probability for every token of the vocabulary"),
    terminal("next"),
  );
  const wire = vector("svg", "wire");
  wire.setAttribute("aria-hidden", "true");
  map.append(wire, encoder, decoder);
  decoder.append(...furtherBlocks(view, map));
  new ResizeObserver(() => drawWire(map, wire)).observe(map);
  return savedAs(map, { name: "Map of the architecture" });
}

// A chapter that has no part of the picture to itself gets a block at the end.
/** @param {AnyWalkView} view */
function furtherBlocks(view, map) {
  const drawn = new Set([...map.querySelectorAll("a")].map((link) => link.dataset.slug));
  const further = view.frame.chapters.filter(({ slug }) => !drawn.has(slug));
  return further.flatMap(({ slug, short }) => [arrow("", ""), block(view, slug, "decoder", short)]);
}

function terminal(text, place = "") {
  return element("span", `terminal ${place}`, text);
}

function arrow(shape, letters) {
  const made = element("span", "arrow");
  if (shape) made.dataset.letters = letters;
  made.append(element("span", "shape", shape), arrowHead());
  return made;
}

function arrowHead() {
  const head = vector("svg", "head");
  head.setAttribute("viewBox", "0 0 4 7");
  head.setAttribute("aria-hidden", "true");
  const line = vector("path");
  line.setAttribute("d", "M0 0l3.5 3.5l-3.5 3.5");
  head.append(line);
  return head;
}

/** @param {AnyWalkView} view */
function block(view, slug, kind, text) {
  const link = linkTo(view, slug, kind);
  link.classList.add("block");
  link.append(element("span", "", text));
  return link;
}

// A sublayer with its LayerNorm where the model has it, first or last, and the residual connection around it.
/** @param {AnyWalkView} view */
function sublayer(view, stack, inside) {
  const group = element("span", `sublayer ${view.frame.norm}`);
  const plus = named(block(view, "residual", stack, "+"), "plus", "Add: the residual connection");
  const around = element("span", "residual-arrow");
  around.setAttribute("aria-hidden", "true");
  const layerNorm = norm(view, stack, "norm: LayerNorm");
  group.append(...(view.frame.norm === "pre" ? [layerNorm, inside, plus] : [inside, plus, layerNorm]), around);
  return group;
}

/** @param {AnyWalkView} view */
function norm(view, stack, words) {
  return named(block(view, "residual", stack, "norm"), "norm", words);
}

function named(link, names, words) {
  link.classList.add(names);
  link.title = words;
  link.setAttribute("aria-label", words);
  return link;
}

/** @param {AnyWalkView} view */
function attention(view, kind, text) {
  const group = element("span", `attention ${kind}`);
  const name = element("span", "name", text);
  if (kind === "cross") name.append(element("span", "from-memory", " (K and V from the memory)"));
  group.append(name);
  const parts = element("span", "parts");
  for (const [slug, name] of ATTENTION_PARTS) {
    const link = linkTo(view, slug, kind);
    link.classList.add("block");
    link.setAttribute("aria-label", `${text}: ${name}`);
    if (slug === "projections") link.append(element("span", "", "Q\u2002"), element("span", "key-value", "K\u2002V"));
    else link.append(element("span", "", name));
    parts.append(link);
  }
  group.append(parts);
  return group;
}

function stackOf(count, members) {
  const frame = element("span", "stack");
  frame.append(...members, element("span", "times", `× ${count}`));
  return frame;
}

// A real link, so that it opens in another tab too; a plain click changes the page without loading the app again.
/** @param {AnyWalkView} view */
function linkTo(view, slug, kind) {
  const link = element("a");
  const title = view.frame.chapters.find((each) => each.slug === slug)?.title ?? slug;
  link.dataset.slug = slug;
  link.dataset.kind = kind;
  link.title = title;
  const target = () => {
    const address = new URL(window.location.href);
    address.pathname = address.pathname.replace(/[^/]*$/, slug);
    const focus = focusFor(view, kind);
    address.searchParams.set("focus", `${focus.kind}.${focus.layer}.${focus.head ?? "mean"}.${focus.token}`);
    return address.href;
  };
  link.href = target();
  link.addEventListener("pointerenter", () => {
    link.href = target();
  });
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    // Streamlit's own link to that page, see `_doors` in viewer/walk/frame/walk.py; without it, this link is followed.
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const doors = document.querySelectorAll(".st-key-walk_doors a");
    const door = [...doors].find((each) => each.pathname.endsWith(`/${slug}`));
    if (!door) return;
    event.preventDefault();
    const focus = focusFor(view, kind);
    if (slug === view.frame.slug) {
      view.set(knownFocus(view, focus));
    } else {
      remember({ focus });
      door.click();
    }
  });
  return link;
}

/** @param {AnyWalkView} view */
export function lightMap(view) {
  const { kind } = view.focus;
  // A chapter without a choice of attention shows a whole stack: cross-attention belongs to the decoder's.
  const stack = view.stage.focus.kind !== true && kind === "cross" ? "decoder" : kind;
  /** @type {NodeListOf<HTMLElement>} */ (view.root.querySelectorAll(".map a")).forEach((link) => {
    const here = link.dataset.slug === view.frame.slug && link.dataset.kind === stack;
    link.classList.toggle("here", here);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
}

// From the memory to the keys and values of cross-attention: the one wire between the two stacks.
function drawWire(map, wire) {
  const frame = map.getBoundingClientRect();
  const from = map.querySelector(".memory").getBoundingClientRect();
  const to = map.querySelector(".attention.cross .key-value").getBoundingClientRect();
  if (!frame.width) return;
  map.classList.toggle("wrapped", to.top - from.bottom > 80);
  const x = from.left + from.width / 2 - frame.left;
  const goal = to.left + to.width / 2 - frame.left;
  const begin = from.bottom - frame.top;
  const end = to.top - frame.top - 6;
  const middle = map.querySelector(".stack").getBoundingClientRect().bottom - frame.top + 9;
  const line = vector("path");
  line.setAttribute("d", `M${x} ${begin}V${middle}H${goal}V${end}m-4 -5l4 5l4 -5`);
  wire.replaceChildren(line);
}
