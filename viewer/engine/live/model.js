// The browser's own model, in a worker: all pages share it, and it outlives a page. It is fetched when it is needed
// first, and says why if it can't come or run.

import { memory } from "../../widgets/memory.js";
import { EngineError, NEWER } from "../error.js";

const TRIES = 3; // to fetch the worker's script
const PAUSE = 1000; // milliseconds between them
const UNREACHED = "The model could not be downloaded. Check the network and reload the page.";
// A browser doesn't say whether it can't read a script or may not run it.
export const NO_WORKER = `The model can’t run here: this browser is too old, or a security policy forbids workers. ${NEWER}`;

/** @type {BrowserModel} */
const NONE = {
  ...{ offer: null, ready: false, coming: "", failed: "", worker: null, tries: 0, isAsked: false, next: null },
  ...{ waiting: [], answers: [] },
};
memory.live ??= { model: NONE, follower: null };
const shared = memory.live;

// Whether the visitor wants few bytes: then nothing large comes unasked.
export const savesData = () => Boolean(/** @type {any} */ (navigator).connection?.saveData);

// The model that is here or will be.
export const modelNow = () => shared.model;

// Whether the model can compute now.
/** @param {EngineOffer} offer */
export const isModelHere = (offer) => sharedModel(offer).ready;

export function sharedModel(/** @type {EngineOffer} */ offer) {
  if (shared.model.offer?.weights.sha256 !== offer.weights.sha256) {
    shared.model.worker?.terminate();
    shared.model = { ...NONE, waiting: [], answers: [], offer };
  }
  return /** @type {OfferedModel} */ (shared.model);
}

// Whom to tell, from now on, what becomes of the model.
export function tellFollower(/** @type {(model: OfferedModel) => void} */ follower) {
  shared.follower = follower;
}

// Computes a payload of a sentence other than the typed one, once the model is here.
/**
 * @param {EngineOffer} offer
 * @param {{ sentence: string, needs: string[], decode: Decode }} request
 * @param {(text: string) => void} [onProgress]
 * @returns {Promise<Payload<any, any>>}
 */
export async function computeDetached(offer, request, onProgress) {
  return askModel(await requireModel(offer, onProgress), request);
}

// What the worker of a model that is here makes of a request.
/** @param {Pick<ReadyModel, "worker" | "answers">} model @param {object} request @returns {Promise<Payload<any, any>>} */
export function askModel({ worker, answers }, request) {
  return new Promise((resolve, reject) => {
    answers.push({ resolve, reject });
    worker.postMessage(request);
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

export function fetchModel(/** @type {OfferedModel} */ model) {
  if (model !== shared.model || model.worker || model.failed) return;
  try {
    model.worker = startWorker(model.offer);
  } catch (error) {
    fail(model, error, NO_WORKER);
    return;
  }
  model.tries += 1;
  model.worker.onerror = ({ message }) => (message ? fail(model, message, NO_WORKER) : tryAgain(model));
  model.worker.onmessage = ({ data }) => model === shared.model && hear(model, data);
  model.worker.postMessage({ offer: workerOffer(model.offer) });
}

// The event said nothing of a script, or a module of it, that did not come, can't be read or may not run.
async function tryAgain(/** @type {OfferedModel} */ model) {
  if (model.tries < TRIES) {
    model.worker = null;
    setTimeout(() => fetchModel(model), PAUSE);
    return;
  }
  const hasCome = await fetch(absoluteUrl(model.offer.script)).then(
    ({ ok }) => ok,
    () => false,
  );
  fail(model, "no reason", hasCome ? NO_WORKER : UNREACHED);
}

/** @param {OfferedModel} model @param {unknown} reason @param {string} [message] */
function fail(model, reason, message = "The model doesn’t run in this browser.") {
  console.debug("The model does not run in this browser:", reason);
  model.worker?.terminate();
  Object.assign(model, { ready: false, worker: null, failed: message });
  shared.follower?.(model);
  for (const { reject } of [...model.waiting.splice(0), ...model.answers.splice(0)]) reject(new EngineError(message));
}

/** @param {OfferedModel} model @param {any} data  from the worker, see worker.js */
function hear(model, data) {
  if (data.failed) fail(model, data.failed, data.message || undefined);
  else if (data.coming) {
    model.coming = describeProgress(data.coming);
    shared.follower?.(model);
    for (const { onProgress } of model.waiting) onProgress(model.coming);
  } else if (data.ready) {
    model.ready = true;
    shared.follower?.(model);
    for (const { resolve } of model.waiting.splice(0)) resolve();
  } else model.answers.shift()?.resolve(data.payload);
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

const absoluteUrl = (/** @type {string} */ address) =>
  memory.held?.(address) ?? new URL(address, document.baseURI).href;

export function describeProgress(/** @type {[loaded: number, length: number]} */ [loaded, length]) {
  const millions = (/** @type {number} */ bytes) => Math.round(bytes / 1e6);
  return `Downloading the model to your browser: ${millions(loaded)} of ${millions(length)} MB`;
}
