// The map of the architecture: both stacks with the shapes on their arrows; where you are is lit, every block is a
// link.

import { wholeLink } from "../widgets/address.js";
import { element, setAttributes, vector } from "../widgets/elements.js";
import { remember } from "../widgets/focus.js";
import { makeSavable } from "../widgets/pictures.js";
import { focusFor, isKnownFocus } from "./possible_focus.js";
import "./map.css";

const ATTENTION_PARTS = [
  ["projections", "Q K V: queries, keys, values"],
  ["scores", "scores"],
  ["heads", "heads"],
];

/** @param {AnyWalkView} view */
export function buildMap(view) {
  const wire = vector("svg", "wire overlay", { "aria-hidden": "true" });
  const arrowOf = (rows, columns, words = "") =>
    arrow(`${view.sizes[rows]} × ${view.sizes[columns]}`, `${rows} × ${columns}${words}`);
  const encoder = [
    ...lane(view, "encoder", "source", "ids", arrowOf, attention(view, "encoder", "Self-attention")),
    arrowOf("S", "D", ", the memory: what keys and values of cross-attention are made of"),
    element("span", "memory", "memory"),
  ];
  const attentions = [attention(view, "decoder", "Masked self-attention"), attention(view, "cross", "Cross-attention")];
  const decoder = [
    ...lane(view, "decoder", "so far", "ids, shifted right", arrowOf, ...attentions),
    arrowOf("T", "D"),
    block(view, "output", "decoder", "Linear"),
    arrowOf("T", "V", ", the logits"),
    block(view, "output", "decoder", "Softmax"),
    arrowOf("T", "V", ", a probability for every token of the vocabulary"),
    element("span", "terminal", "next"),
  ];
  const lanes = [element("div", "lane encoder", ...encoder), element("div", "lane decoder", ...decoder)];
  const attributes = { "aria-label": "Map of the architecture", "data-from": "prove" };
  const map = element("nav", "map stack", attributes, wire, ...lanes);
  lanes[1].append(...furtherBlocks(view, map));
  new ResizeObserver(() => drawWire(map, wire)).observe(map);
  return makeSavable(map, { name: "Map of the architecture" });
}

// A stack and the way to it.
/** @param {AnyWalkView} view @param {Stack} stack */
function lane(view, stack, from, ids, arrowOf, ...attentions) {
  const members = [...attentions, block(view, "residual", stack, "Feed-forward")];
  const length = stack === "encoder" ? "S" : "T";
  const times = element("span", "times", `× ${view.sizes[`${stack}_layers`]}`);
  return [
    element("span", "terminal first", from),
    arrow(`${length} = ${view.sizes[length]}`, ids),
    block(view, "embedding", stack, "Embedding"),
    arrowOf(length, "D"),
    block(view, "positions", stack, "+ Positions"),
    arrowOf(length, "D"),
    element("span", "break"),
    element("span", "stack", ...members.map((inside) => sublayer(view, stack, inside)), times),
    view.frame.norm === "pre" && norm(view, stack, "norm: the final LayerNorm"),
  ];
}

// Give a chapter without a part of the picture a block at the end.
/** @param {AnyWalkView} view */
function furtherBlocks(view, map) {
  const drawn = new Set([...map.querySelectorAll("a")].map((link) => link.dataset.slug));
  const further = view.frame.chapters.filter(({ slug }) => !drawn.has(slug));
  return further.flatMap(({ slug, short }) => [arrow("", null), block(view, slug, "decoder", short)]);
}

function arrow(shape, letters) {
  const line = vector("path", "", { d: "M0 0l3.5 3.5l-3.5 3.5" });
  const head = vector("svg", "head", { viewBox: "0 0 4 7", "aria-hidden": "true" }, line);
  return element("span", "arrow", { "data-letters": letters }, element("span", "shape", shape), head);
}

/** @param {AnyWalkView} view */
const block = (view, slug, kind, text) => linkTo(view, slug, kind, element("span", "", text));

// A sublayer with its LayerNorm where the model has it, first or last, and the residual connection around it.
/** @param {AnyWalkView} view */
function sublayer(view, stack, inside) {
  const plus = nameLink(block(view, "residual", stack, "+"), "plus", "Add: the residual connection");
  const layerNorm = norm(view, stack, "norm: LayerNorm");
  return element(
    "span",
    `sublayer aligned ${view.frame.norm}`,
    ...(view.frame.norm === "pre" ? [layerNorm, inside, plus] : [inside, plus, layerNorm]),
    element("span", "residual-arrow", { "aria-hidden": "true" }),
  );
}

/** @param {AnyWalkView} view */
const norm = (view, stack, words) => nameLink(block(view, "residual", stack, "norm"), "norm", words);

function nameLink(link, names, words) {
  link.classList.add(names);
  setAttributes(link, { title: words, "aria-label": words });
  return link;
}

/** @param {AnyWalkView} view */
function attention(view, kind, text) {
  const from = kind === "cross" && element("span", "from-memory", " (K and V from the memory)");
  const parts = ATTENTION_PARTS.map(([slug, name]) => {
    const inside =
      slug === "projections"
        ? [element("span", "", "Q\u2002"), element("span", "key-value", "K\u2002V")]
        : [element("span", "", name)];
    return linkTo(view, slug, kind, { "aria-label": `${text}: ${name}` }, ...inside);
  });
  return element("span", `attention ${kind}`, element("span", "name", text, from), element("span", "parts", ...parts));
}

// A real link, so that it opens in another tab too; a plain click changes the page without loading the app again.
/** @param {AnyWalkView} view */
function linkTo(view, slug, kind, ...parts) {
  const title = view.frame.chapters.find((each) => each.slug === slug)?.title ?? slug;
  const target = () => {
    const address = new URL(window.location.href);
    const { kind: goal, layer, head, token } = focusFor(view, kind);
    address.pathname = address.pathname.replace(/[^/]*$/, slug);
    address.searchParams.set("focus", `${goal}.${layer}.${head ?? "mean"}.${token}`);
    return wholeLink(address);
  };
  const click = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    // Streamlit's own link to that page, see `draw_doors` in viewer/frame/walk.py; without it, this link is followed.
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll(".st-key-walk_doors a");
    const streamlits = [...links].find((each) => each.pathname.endsWith(`/${slug}`));
    if (!streamlits) return;
    event.preventDefault();
    const focus = focusFor(view, kind);
    if (slug === view.frame.slug) {
      view.set(isKnownFocus(view, focus));
    } else {
      remember({ focus });
      streamlits.click();
    }
  };
  const pointerenter = () => link.setAttribute("href", target());
  const here = { "data-slug": slug, "data-kind": kind };
  const link = element("a", "block", { ...here, title, href: target(), pointerenter, click }, ...parts);
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
  const [begin, end] = [from.bottom - frame.top, to.top - frame.top - 6];
  const middle = map.querySelector(".stack").getBoundingClientRect().bottom - frame.top + 9;
  const d = `M${x} ${begin}V${middle}H${goal}V${end}m-4 -5l4 5l4 -5`;
  wire.replaceChildren(vector("path", "", { d }));
}
