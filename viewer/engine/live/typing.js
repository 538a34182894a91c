// The picture updates as you type: the browser's own model gets every key, the server only what you confirm with Enter
// or by leaving the field. Until that model is here, or if it can't be, the server answers as usual.

import { element } from "../../widgets/elements.js";
import { memory } from "../../widgets/focus.js";
import { linkWords } from "../../widgets/words.js";
import { EngineError, NEWER } from "../error.js";
import { isWhole, withActivations } from "./named.js";
import "./live.css";

const FIELD = ".st-key-sentence input";
const TRIES = 3; // to fetch the worker's script
const PAUSE = 1000; // milliseconds between them
const TYPED = "The picture changes as you type.";
const HERE = "The model is in your browser: the picture changes as you type, the rest when you press Enter.";
const BUSY = 3000; // milliseconds: a page that is never idle gets the model, too
const LONGEST = 1000; // characters of a sentence; the server cuts anything longer
const ALONE = "The model is in your browser: type any sentence, and the picture changes with it.";
const UNREACHED = "The model could not be downloaded. Check the network and reload the page.";
// On a page without a server: that would split several sentences, and say why nothing is drawn.
const ONE_AT_A_TIME = "The picture shows one sentence at a time: type only one.";
const NOTHING = "There is nothing to translate in this text.";
// A browser doesn't say whether it can't read a script or may not run it.
export const NO_WORKER = `The model can’t run here: this browser is too old, or a security policy forbids workers. ${NEWER}`;
// Matches a text that may contain several sentences: the server splits those.
const SEVERAL = /[\p{Sentence_Terminal}…][^\s\p{L}\p{N}]*\s+\S|[\n\u2028]/u;

// All pages share the picture that follows the typing, and the model that is here or will be: it outlives a page.
/** @type {BrowserModel} */
const NONE = {
  ...{ offer: null, ready: false, failed: "", worker: null, tries: 0, asked: null, next: null },
  ...{ waiting: [], apart: [] },
};
memory.live ??= { view: null, model: NONE, serverKnows: "" };
const shared = memory.live;

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
  if (!shared.view) listen();
  shared.view = view;
  if (!offer) return;
  showComing(view);
  const model = sharedModel(offer);
  const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 500));
  if (!(/** @type {any} */ (navigator).connection?.saveData)) whenIdle(() => fetchModel(model), { timeout: BUSY });
  showStatus(...(model.failed ? [explainFailure(model)] : model.ready ? explainFollowing(model) : []));
  catchUp(model);
}

// On a page without a server, somebody may have typed before the first picture or the model was here.
function catchUp(/** @type {BrowserModel} */ { offer, ready }) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(FIELD));
  if (ready && offer.alone && shared.view && field?.value !== shared.view.live.sentence) followTyping(field);
}

function sharedModel(/** @type {EngineOffer} */ offer) {
  if (shared.model.offer?.weights.sha256 !== offer.weights.sha256) {
    shared.model.worker?.terminate();
    shared.model = { ...NONE, waiting: [], apart: [], offer };
  }
  return /** @type {OfferedModel} */ (shared.model);
}

// Computes a payload of a sentence other than the typed one, once the model is here.
/**
 * @param {EngineOffer} offer
 * @param {{ sentence: string, needs: string[], decode: Decode }} request
 * @param {(text: string) => void} [onProgress]
 * @returns {Promise<Payload<any, any>>}
 */
export async function computeDetached(offer, request, onProgress) {
  const model = await requireModel(offer, onProgress);
  return new Promise((resolve, reject) => {
    model.apart.push({ resolve, reject });
    model.worker.postMessage({ ...request, apart: true });
  });
}

// Fetches the model, if it isn't here.
/**
 * @param {EngineOffer} offer
 * @param {(text: string) => void} [onProgress]
 * @returns {Promise<ReadyModel>}
 * @throws {EngineError} if it can't come or run
 */
export async function requireModel(offer, onProgress = () => {}) {
  const model = sharedModel(offer);
  if (model.failed) throw new EngineError(model.failed);
  if (model.ready) return model;
  const coming = new Promise((resolve, reject) => {
    model.waiting.push({ resolve: () => resolve(model), reject, onProgress });
  });
  fetchModel(model);
  return coming;
}

// Whether the model can compute now.
/** @param {EngineOffer} offer */
export const isModelHere = (offer) => sharedModel(offer).ready;

// Puts the line about the model back at the page's end: the picture may have replaced everything on it.
/** @param {Kept} view */
export function showComing({ root, live }) {
  if (live?.request && live.coming.parentNode !== root) root.append(live.coming);
}

const typedText = () => /** @type {HTMLInputElement | null} */ (document.querySelector(FIELD))?.value;

export const mayBeSeveral = (/** @type {string} */ text) => SEVERAL.test(text);

const absoluteUrl = (/** @type {string} */ address) =>
  memory.held?.(address) ?? new URL(address, document.baseURI).href;

function fetchModel(/** @type {OfferedModel} */ model) {
  if (model !== shared.model || model.worker || model.failed) return;
  const fail = (/** @type {unknown} */ reason, message = "The model doesn’t run in this browser.") => {
    console.debug("The model does not run in this browser:", reason);
    model.worker?.terminate();
    Object.assign(model, { ready: false, worker: null, failed: message });
    showStatus(explainFailure(model));
    letGo();
    for (const { reject } of [...model.waiting.splice(0), ...model.apart.splice(0)]) reject(new EngineError(message));
  };
  try {
    model.worker = startWorker(model.offer);
  } catch (error) {
    fail(error, NO_WORKER);
    return;
  }
  model.tries += 1;
  model.worker.onerror = async ({ message }) => {
    if (message) return fail(message, NO_WORKER);
    // The event says nothing of a script, or a module of it, that did not come, can't be read or may not run.
    if (model.tries < TRIES) {
      model.worker = null;
      return setTimeout(() => fetchModel(model), PAUSE);
    }
    const hasCome = await fetch(absoluteUrl(model.offer.script)).then(
      ({ ok }) => ok,
      () => false,
    );
    fail("no reason", hasCome ? NO_WORKER : UNREACHED);
  };
  model.worker.onmessage = ({ data }) => {
    if (model !== shared.model) return;
    if (data.failed) fail(data.failed, data.message || undefined);
    else if (data.coming) {
      const text = describeProgress(data.coming);
      showStatus(text);
      for (const { onProgress } of model.waiting) onProgress(text);
    } else if (data.ready) {
      model.ready = true;
      showStatus(...explainFollowing(model));
      for (const { resolve } of model.waiting.splice(0)) resolve();
      catchUp(model);
    } else if (data.apart) model.apart.shift()?.resolve(data.payload);
    else if (model.ready && shared.view) takeAnswer(model, shared.view, data);
  };
  model.worker.postMessage({ offer: workerOffer(model.offer) });
}

// Starts a worker with the engine in it, which waits for what `workerOffer` says.
/** @param {Pick<EngineOffer, "script" | "alone">} offer */
export function startWorker({ script, alone }) {
  const address = absoluteUrl(script);
  // What is part of a page is one script, and a page from a file may start no modules.
  return new Worker(address, { type: alone && !address.startsWith("blob:") ? "module" : "classic" });
}

/** @param {EngineOffer | AgesOffer} offer */
export function workerOffer({ weights, languages, tokenizer, config, reading, kernels, fused }) {
  const addresses = Object.entries({ tokenizer, config, reading, kernels, fused });
  const wholeFile = (/** @type {EngineOffer["weights"]} */ file) => ({ ...file, address: absoluteUrl(file.address) });
  const own = Array.isArray(weights) ? weights.map(wholeFile) : wholeFile(weights);
  return { ...Object.fromEntries(addresses.map(([name, each]) => [name, absoluteUrl(each)])), weights: own, languages };
}

const explainFollowing = (/** @type {OfferedModel} */ { offer }) =>
  offer.alone
    ? [ALONE]
    : [element("span", "", { "data-at": "look" }, TYPED), element("span", "", { "data-from": "understand" }, HERE)];
const explainFailure = (/** @type {OfferedModel} */ { failed, offer }) =>
  `${failed} ${offer.alone ? "This page shows only its examples." : "The server translates instead."}`;

export function describeProgress(/** @type {[loaded: number, length: number]} */ [loaded, length]) {
  const millions = (/** @type {number} */ bytes) => Math.round(bytes / 1e6);
  return `Downloading the model to your browser: ${millions(loaded)} of ${millions(length)} MB`;
}

function showStatus(/** @type {(string | Node)[]} */ ...parts) {
  if (shared.view) shared.view.live.coming.replaceChildren(...parts);
}

// One sentence is computed at a time; next comes the last one typed in the meantime.
/** @param {ReadyModel} model @param {Kept["live"]} live @param {string} sentence */
function ask(model, { request, deeper }, sentence) {
  model.next = sentence;
  if (model.asked !== null) return;
  Object.assign(model, { asked: sentence, next: null });
  const needs = deeper ? [...request.needs, ...deeper()] : request.needs;
  model.worker.postMessage({ ...request, needs, sentence });
}

/** @param {ReadyModel} model @param {Kept} view @param {{ sentence: string, payload: any }} answer */
function takeAnswer(model, view, { sentence, payload }) {
  const { next } = model;
  Object.assign(model, { asked: null, next: null });
  // The server draws what is on the page by now.
  if (!view.live.request) letGo();
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
  const { model, view } = shared;
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
  const { model, view } = shared;
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
