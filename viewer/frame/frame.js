// The frame of a chapter: map, focus, tokens, the chapter's own picture, the equation twice, the code.
//
// A chapter's file ends with `export default walkthrough({...})`; what it gives and what its `view` holds is in
// shapes.d.ts. All of it happens in the browser; the server is asked for a new sentence only where the browser has no
// model.

import { drawAndFollow, showComing } from "../engine/live/typing.js";
import { buildChip, coverChip, inWords } from "../widgets/chips.js";
import { choice, numbers } from "../widgets/choice.js";
import { depthNow, keepDepth, showFrom } from "../widgets/depth.js";
import { element, findIn, region, say } from "../widgets/elements.js";
import { KINDS, readFocus, remember, rowNames, SIDES, sensibleFocus } from "../widgets/focus.js";
import { coverUp, guessBox } from "../widgets/guess.js";
import { lettersBox } from "../widgets/letters.js";
import { memory } from "../widgets/memory.js";
import { mistakesBox } from "../widgets/mistakes.js";
import { mountOnData } from "../widgets/mount.js";
import { check, radios, replaceControls } from "../widgets/radio.js";
import { tryAgain } from "../widgets/try_again.js";
import { once } from "../widgets/vectors.js";
import { linkWords } from "../widgets/words.js";
import { codeBox, fillCode } from "./code.js";
import { constantsAt, fetchConstants, fetchParameters, hasParameters } from "./constants.js";
import { buildMap, lightMap } from "./map.js";
import { isKnownFocus } from "./possible_focus.js";
import { firstWord, layersOf, stackOf } from "./tokens.js";
import "../widgets/equation_and_code.css";
import "./frame.css";

/**
 * @template {AnyWalkView} Shown
 * @param {Chapter<Shown>} stage
 */
export function walkthrough(stage) {
  const chapter = mountOnData(open, { stage });
  return (page) => {
    keepDepth(); // before anything is drawn
    return chapter(page);
  };
}

// A chapter whose activations the browser's own model makes too follows what is typed; what only the server knows comes
// with its answer.
/** @param {AnyWalkView} view */
function open(view, payload) {
  const { engine: offer, sentence } = payload.facts;
  view.deepened = () => view.renew?.();
  const draw = (whole) => complete(view, framed(whole));
  const took = () => {
    view.facts.measured = payload.facts.measured;
    for (const [name, tensor] of Object.entries(payload.tensors))
      if (!(name in view.tensors)) view.tensors[name] = tensor;
    view.renew();
  };
  return drawAndFollow(view, payload, { offer, sentence, draw, took });
}

// The facts of the sentence belong to the frame.
const framed = ({ facts, tensors }) => ({ facts: { ...facts, frame: { ...facts.frame, ...facts.passage } }, tensors });

// Wait for the model's constants, then draw the chapter, unless another sentence has arrived meanwhile.
/** @param {AnyWalkView} view */
function complete(view, payload) {
  const { constants } = payload.facts.frame;
  view.awaited = payload;
  if (!constants) return show(view, payload);
  const known = constantsAt(constants);
  if (known) return show(view, joinPayloads(known, payload));
  if (!view.root.firstChild) view.root.append(element("p", "hint", "Loading the model’s numbers …"));
  fetchConstants(constants).then(
    () =>
      view.awaited === payload && view.root.isConnected && show(view, joinPayloads(constantsAt(constants), payload)),
    () => showFailure(view, payload),
  );
  return undefined;
}

// Tensors that the browser computes when they are first asked for.
/** @param {Record<string, () => Tensor>} derived */
function deriveTensors(tensors, derived) {
  for (const [name, compute] of Object.entries(derived)) {
    if (!(name in tensors)) Object.defineProperty(tensors, name, { enumerable: true, get: once(compute) });
  }
}

const joinPayloads = (constants, { facts, tensors }) => ({
  facts: { ...constants.facts, ...facts },
  tensors: { ...constants.tensors, ...tensors },
});

/** @param {AnyWalkView} view */
function show(view, { facts, tensors }) {
  const { frame } = facts;
  if (view.stage.derive) deriveTensors(tensors, view.stage.derive({ facts, tensors }));
  Object.assign(view, { facts, tensors, frame, sizes: frame.sizes, tokens: frame.tokens, extra: {} });
  // At Look a page opens with what shows best what it is about, not with what another one has left in focus.
  const isLeft = depthNow() === "look" && memory.focusOf && memory.focusOf !== frame.slug;
  const kept = isLeft && view.stage.first ? null : readFocus();
  /** @type {Focus} */
  const usual = { kind: "encoder", layer: 0, head: 0, token: firstWord(view.tokens.source) };
  view.focus = isKnownFocus(view, sensibleFocus(view, kept ?? { ...usual, ...view.stage.first?.(view) }));
  view.set = (change) => setFocus(view, change);
  view.retell = () => retell(view);
  view.renew = () => setFocus(view, {});
  const { title } = frame.chapters.find(({ slug }) => slug === frame.slug);
  view.guess = guessBox({ page: title, ask: () => view.stage.ask?.(view) ?? null, changed: view.renew });
  view.covered = false;
  const place = element("div", "stage stack");
  const telling = element("div", "telling", { "data-from": "understand" }, equationBox(view), codeBox(view));
  view.root.dataset.sizes = JSON.stringify(view.sizes);
  view.root.replaceChildren(focusBar(view), view.guess.card, place, telling);
  view.mistakes = mistakesBox(view.stage.mistakes?.(view) ?? [], () => !missing(view).length);
  showFrom("understand", view.guess.card, view.guess.switch);
  showFrom("prove", view.mistakes.element);
  if (view.stage.mistakes) view.root.append(view.mistakes.element);
  showComing(view);
  view.stage.build(view, place);
  setFocus(view, {});
  view.root.ontransitionend = (event) => {
    // The page went from light to dark, or back: pictures on canvases must be repainted.
    if (event.target !== view.root) return;
    if (!missing(view).length) view.stage.update(view);
    linkWords(view.root);
  };
}

/** @param {AnyWalkView} view */
function setFocus(view, change) {
  const before = view.focus.kind;
  view.focus = sensibleFocus(view, { ...view.focus, ...change });
  const last = lastToken(view);
  if (last !== undefined) view.focus.token = Math.min(view.focus.token, last);
  remember(view);
  memory.focusOf = view.frame.slug;
  view.root.style.setProperty("--tone", `var(--${stackOf(view)})`);
  if (before !== view.focus.kind) replaceControls(findIn(view.root, ".focus"), focusBar(view));
  refresh(view);
  linkWords(view.root);
}

/** @param {AnyWalkView} view */
function refresh(view) {
  markFocus(view);
  if (depthNow() === "prove" && !view.root.querySelector(".map")) view.root.prepend(buildMap(view));
  lightMap(view);
  const needed = missing(view);
  if (needed.length) return awaitParameters(view, needed);
  const { ask } = view.stage;
  const guessed = ask !== undefined && view.guess.on;
  view.covered = guessed && view.guess.covers(ask(view));
  coverUp(view.mistakes.element, guessed); // they are answered by the same numbers
  view.stage.update(view);
  view.mistakes.renew();
  retell(view);
  if (ask) view.guess.show();
}

// The modules whose parameters the focus needs and that have not come.
/** @param {AnyWalkView} view @returns {string[]} */
const missing = (view) =>
  [view.stage.parameterModules?.(view) ?? []].flat().filter((module) => !hasParameters(view, module));

/** @param {AnyWalkView} view @param {string[]} modules */
function awaitParameters(view, modules) {
  const { frame } = view;
  const hint = element("p", "hint", "Loading the model’s numbers …");
  findIn(view.root, ".stage").prepend(hint);
  const coming = Promise.all(modules.map((module) => fetchParameters(view, module))).finally(() => hint.remove());
  view.coming = coming;
  coming.then(
    () => view.coming === coming && view.frame === frame && view.root.isConnected && refresh(view),
    () => view.frame === frame && showFailure(view, view.awaited),
  );
}

/** @param {AnyWalkView} view */
function showFailure(view, payload) {
  if (view.awaited !== payload || !view.root.isConnected) return;
  const again = () => {
    view.root.replaceChildren();
    complete(view, payload);
  };
  view.root.replaceChildren(tryAgain("The model’s numbers couldn’t be loaded.", again));
}

// ---- the controls
/** @param {AnyWalkView} view */
function focusBar(view) {
  const { focus: controls, ask } = view.stage;
  const choices = buildChoices(view);
  const guess = ask && view.guess.switch;
  return element(
    "section",
    ask && !choices.length ? "focus stack one-row" : "focus stack",
    { "aria-label": "What to look at" },
    choices.length > 0 && element("div", "choices", { "data-from": "understand" }, ...choices, guess),
    controls.token && tokenRow(view),
    !choices.length && guess,
  );
}

/** @param {AnyWalkView} view */
function buildChoices(view) {
  const { focus: controls } = view.stage;
  const { kind, layer, head } = view.focus;
  const of = (name, part, options, chosen) => choice(name, options, chosen, (value) => view.set({ [part]: value }));
  const kinds = Object.entries(KINDS).map(([key, { name }]) => [name, key]);
  const sides = Object.entries(SIDES).map(([key, name]) => [name, key]);
  const all = controls.head === "mean";
  return [
    controls.kind === true && of("Attention", "kind", kinds, kind),
    controls.kind === "side" && of("Side", "kind", sides, KINDS[kind].stack),
    controls.layer && of("Layer", "layer", numbers(layersOf(view)), layer),
    controls.head &&
      of("Head", "head", [...(all ? [["mean", null]] : []), ...numbers(view.sizes.H)], all ? head : (head ?? 0)),
  ].filter(Boolean);
}

// Name a query of cross-attention by the token that it writes, on pages that let you choose the kind of attention.
/** @param {AnyWalkView} view */
const tokenAxis = ({ stage, focus: { kind } }) => (stage.focus.kind === true ? rowNames(kind) : KINDS[kind].rows);

/** @param {AnyWalkView} view */
function tokenRow(view) {
  const named = tokenAxis(view);
  const tokens = view.tokens[named];
  const chips = radios(
    tokens.map((chip, token) => buildChip("button", chip, tokens[token + 1])),
    (token) => view.set({ token }),
  );
  const title = { source: "The encoder reads", target: "The decoder reads", output: "The decoder writes" }[named];
  const lang = view.frame.codes[named === "source" ? "source" : "target"];
  const group = { role: "radiogroup", "aria-label": "The token in focus", lang };
  return element(
    "div",
    `chips tokens ${stackOf(view)}`,
    group,
    element("span", "lead", { lang: "en" }, title),
    ...inWords(chips),
    element("span", "lead beside", { lang: "en" }),
  );
}

/** @param {AnyWalkView} view */
function markFocus(view) {
  const shown = view.root.querySelectorAll(".tokens .chip");
  check(shown, view.focus.token);
  nameTokens(view, shown);
  // A chapter may change layer or head itself: the controls follow.
  const groups = { Layer: view.focus.layer, Head: view.focus.head };
  for (const [name, value] of Object.entries(groups)) {
    const buttons = [...view.root.querySelectorAll(`.focus [aria-label="${name}"] button`)];
    const shift = name === "Head" && buttons.length > view.sizes.H ? 1 : 0;
    check(buttons, value === null ? 0 : value + shift);
  }
}

// While the visitor guesses the next token, show it as a question mark.
/** @param {AnyWalkView} view */
function nameTokens(view, shown) {
  const named = tokenAxis(view);
  const { target, output } = view.tokens;
  const last = lastToken(view) ?? shown.length;
  const told = (token) =>
    named !== "source" && token < last
      ? `it has read “${target[token].text}”, then writes “${output[token].text}”`
      : "";
  say(findIn(view.root, ".tokens .beside"), told(view.focus.token));
  shown.forEach((chip, token) => {
    const next = token < last ? view.tokens[named][token + 1] : undefined;
    coverChip(chip, view.tokens[named][token], next, token > last);
    chip.title = [`token ${token + 1}`, told(token)].filter(Boolean).join(", ");
  });
}

/** @param {AnyWalkView} view */
const lastToken = (view) => (view.stage.ask && view.guess.on ? view.stage.furthest?.(view) : undefined);

// ---- equation and code
/** @param {AnyWalkView} view */
function equationBox(view) {
  // Chromium shows no tooltip of a MathML element: the box shows the number's.
  const pointerover = ({ target }) => {
    box.title = (target !== box && target.getAttribute("title")) || "";
  };
  const box = element(
    "section",
    "equation",
    { pointerover },
    element("h3", "", "The equation"),
    element("div", "general sideways", region("The equation")),
    element("h3", "", "With the numbers in focus"),
    element("div", "filled sideways", region("The equation with the numbers in focus")),
    element("p", "note"),
    lettersBox(view.sizes),
  );
  return box;
}

/** @param {AnyWalkView} view */
function retell(view) {
  if (depthNow() === "look") return;
  const { general, filled, words: note } = view.stage.equation(view);
  const covered = element("p", "quiet", "Guess first, then you’ll see the numbers.");
  const box = findIn(view.root, ".equation");
  findIn(box, ".general").replaceChildren(...general);
  findIn(box, ".filled").replaceChildren(...(view.covered ? [covered] : filled));
  say(findIn(box, ".note"), view.covered ? "" : (note ?? ""));
  fillCode(view);
}
