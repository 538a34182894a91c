// The picture updates as you type: the browser's own model gets every key, the server only what you confirm with Enter
// or by leaving the field. Until that model is here, or if it can't be, the server answers as usual.

import { element } from "../../widgets/elements.js";
import { memory } from "../../widgets/memory.js";
import { linkWords } from "../../widgets/words.js";
import { askModel, computeDetached, fetchModel, modelNow, savesData, sharedModel, tellFollower } from "./model.js";
import { isWhole, withActivations } from "./named.js";
import "./live.css";

const FIELD = ".st-key-sentence input";
const TYPED = "The picture changes as you type.";
const HERE = "The model is in your browser: the picture changes as you type, the rest when you press Enter.";
const BUSY = 3000; // milliseconds: a page that is never idle gets the model, too
const LONGEST = 1000; // characters of a sentence; the server cuts anything longer
const ALONE = "The model is in your browser: type any sentence, and the picture changes with it.";
// On a page without a server: that would split several sentences, and say why nothing is drawn.
const ONE_AT_A_TIME = "The picture shows one sentence at a time: type only one.";
const NOTHING = "There is nothing to translate in this text.";
// Matches a text that may contain several sentences: the server splits those.
const SEVERAL = /[\p{Sentence_Terminal}…][^\s\p{L}\p{N}]*\s+\S|[\n\u2028]/u;

// All pages share the picture that follows the typing.
memory.typing ??= { view: null, serverKnows: "" };
const shared = memory.typing;

// Draw what the server sent, and from then on what is typed. If it left out what the browser's own model makes, that is
// made first.
/**
 * @param {Kept} view
 * @param {Sent<Kept>} payload  the server's
 * @param {object} page
 * @param {EngineOffer | null} page.offer  where the browser finds the model; null if the server is to answer
 * @param {string} page.sentence  what the payload is of, as typed
 * @param {(payload: any) => void} page.draw  draws a complete payload
 * @param {(sent: any, made: any, isSame: boolean) => any} [page.join]  joins the server's payload with what the browser
 *   made; `isSame` if both are of the same sentence
 * @param {() => void} [page.took]  called instead of `draw` if the picture of this sentence is on the page already
 * @param {unknown} [page.choices]  what else the server's picture shows, which the browser's own never does
 * @param {() => string[]} [page.deeper]  which activations it needs now besides those of the offer
 */
export function drawAndFollow(view, payload, page) {
  const { offer, sentence, draw, join = withActivations, took = () => {}, choices = null, deeper } = page;
  const model = offer?.weights.sha256;
  const before = view.live?.model === model ? view.live : null;
  const request = offer && { needs: offer.needs, decode: offer.decode };
  const shows = shownKey(request, choices);
  const isBehind = before?.isOwn && before.sentence !== sentence && before.sentence === typedText();
  const isDrawn = request && before?.sentence === sentence && before.shows === shows;
  const coming = view.live?.coming ?? element("p", "coming hint");
  const now = isBehind || isDrawn ? before : { sentence: null, isOwn: false, shows };
  view.live = { ...now, server: sentence, model, coming, request, deeper };
  view.live.draw = (/** @type {any} */ made, /** @type {string} */ of) =>
    draw(of === sentence && isWhole(payload) ? payload : join(payload, made, of === sentence));
  if (isDrawn) {
    view.live.isOwn = false;
    took();
  } else if (!isBehind) drawNow(view, payload, page);
  follow(view, offer);
}

// Identifies what a picture shows of its sentence, which may be decoded in several ways.
const shownKey = (/** @type {unknown} */ request, /** @type {unknown} */ choices) => JSON.stringify([request, choices]);

/** @type {typeof drawAndFollow} */
function drawNow(view, payload, { offer, sentence, draw }) {
  const { live } = view;
  if (isWhole(payload)) {
    live.sentence = sentence;
    draw(payload);
    return;
  }
  computeDetached(/** @type {EngineOffer} */ (offer), { ...live.request, sentence }).then(
    (made) => {
      if (view.live !== live || live.sentence !== null || !view.root.isConnected) return;
      live.sentence = sentence;
      live.draw(made, sentence);
    },
    () => view.live === live && view.trigger("lacking", true), // the server is to send all of it
  );
}

function follow(/** @type {Kept} */ view, /** @type {EngineOffer | null} */ offer) {
  if (!shared.view) {
    listen();
    tellFollower(heed);
  }
  shared.view = view;
  if (!offer) return;
  showComing(view);
  const model = sharedModel(offer);
  const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 500));
  if (!savesData()) whenIdle(() => fetchModel(model), { timeout: BUSY });
  heed(model);
}

// Says what became of the model, and goes on.
function heed(/** @type {OfferedModel} */ model) {
  if (model.failed) letGo();
  showStatus(...explain(model));
  catchUp(model);
}

// On a page without a server, somebody may have typed before the first picture or the model was here.
function catchUp(/** @type {BrowserModel} */ { offer, ready }) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(FIELD));
  if (ready && offer.alone && shared.view && field?.value !== shared.view.live.sentence) followTyping(field);
}

// Puts the line about the model back at the page's end: the picture may have replaced everything on it.
/** @param {Kept} view */
export function showComing({ root, live }) {
  if (live?.request && live.coming.parentNode !== root) root.append(live.coming);
}

const typedText = () => /** @type {HTMLInputElement | null} */ (document.querySelector(FIELD))?.value;

export const mayBeSeveral = (/** @type {string} */ text) => SEVERAL.test(text);

// What the line about the model says.
function explain(/** @type {OfferedModel} */ { offer, ready, failed, coming }) {
  if (failed)
    return [`${failed} ${offer.alone ? "This page shows only its examples." : "The server translates instead."}`];
  if (!ready) return [coming];
  if (offer.alone) return [ALONE];
  return [element("span", "", { "data-at": "look" }, TYPED), element("span", "", { "data-from": "understand" }, HERE)];
}

function showStatus(/** @type {(string | Node)[]} */ ...parts) {
  if (shared.view) shared.view.live.coming.replaceChildren(...parts);
}

// One sentence is computed at a time; next comes the last one typed in the meantime.
/** @param {ReadyModel} model @param {Kept["live"]} live @param {string} sentence */
function ask(model, { request, deeper }, sentence) {
  model.next = sentence;
  if (model.isAsked) return;
  Object.assign(model, { isAsked: true, next: null });
  const needs = deeper ? [...request.needs, ...deeper()] : request.needs;
  askModel(model, { ...request, needs, sentence }).then(
    (payload) => takeAnswer(model, sentence, payload),
    () => {}, // `heed` says so
  );
}

/** @param {ReadyModel} model @param {string} sentence @param {Payload<any, any> | null} payload */
function takeAnswer(model, sentence, payload) {
  const { next } = model;
  const { view } = shared;
  Object.assign(model, { isAsked: false, next: null });
  // The server draws what is on the page by now.
  if (!view?.live.request) letGo();
  else if (next !== null) ask(model, view.live, next);
  else if (!payload) {
    letGo();
    if (model.offer.alone) showStatus(NOTHING);
  } else if (sentence === typedText() && sentence !== view.live.sentence && view.root.isConnected) {
    const isOwn = sentence !== view.live.server;
    Object.assign(view.live, { sentence, isOwn, shows: shownKey(view.live.request, null) });
    view.live.draw(payload, sentence);
    showComing(view);
    linkWords(view.root);
  }
}

// Tells the server, with the next sentence, that this browser has the model: it then sends no more activations.
function tellServer(/** @type {Event} */ { target }) {
  const { view } = shared;
  const model = modelNow();
  if (!model.ready || !view?.root.isConnected || !(target instanceof HTMLInputElement) || !target.matches(FIELD))
    return;
  const { alone, weights } = model.offer;
  const { request, server } = view.live;
  if (alone || !request || target.value === server || shared.serverKnows === weights.sha256) return;
  shared.serverKnows = weights.sha256;
  view.trigger("ready", weights.sha256);
}

function listen() {
  // Once Streamlit has sent the sentence: its latest request is the one whose address the page keeps.
  const tellAfterwards = (/** @type {Event} */ event) => setTimeout(tellServer, 0, event);
  addEventListener("keydown", (event) => event.key === "Enter" && tellAfterwards(event), true);
  addEventListener("focusout", tellAfterwards, true);
  addEventListener("input", ({ target }) => followTyping(target), true);
  addEventListener("compositionend", ({ target, isTrusted }) => isTrusted && followTyping(target));
}

function followTyping(/** @type {EventTarget | null} */ field) {
  if (!(field instanceof HTMLInputElement) || !field.matches(FIELD)) return;
  const { view } = shared;
  const model = modelNow();
  const text = field.value;
  const live = view?.root.isConnected && view.live;
  const isHere = model.ready && live?.request && live.model === model.offer.weights.sha256;
  const isOwn = isHere && text.trim() && text.length <= LONGEST && !mayBeSeveral(text);
  if (isHere && model.offer.alone) showStatus(mayBeSeveral(text) ? ONE_AT_A_TIME : ALONE);
  if (!isOwn) {
    model.next = null;
    letGo();
    return;
  }
  hold(field);
  ask(model, live, text);
}

// Streamlit sends a text after a pause, but never one still being composed, as in Japanese.
function hold(/** @type {HTMLInputElement} */ field) {
  field.dataset.held = "";
  field.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
}

function letGo() {
  const field = /** @type {HTMLElement | null} */ (document.querySelector(`${FIELD}[data-held]`));
  if (!field) return;
  delete field.dataset.held;
  field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
}
