// One model at several ages, in a worker of its own: it is fetched when it is first asked for, and outlives a page.

import { memory } from "../../widgets/memory.js";
import { EngineError } from "../error.js";
import { askModel, describeProgress, NO_WORKER, startWorker, workerOffer } from "./model.js";

/**
 * @typedef {{ sentence: string, needs: string[], decode: Decode, age: number, module?: string | null }} OfAge
 *   `module` is one whose parameters are wanted as well
 */

// How to ask it, once it is here; who asks gets null where there is nothing to translate.
/**
 * @param {AgesOffer} offer
 * @param {(text: string) => void} onProgress
 * @returns {Promise<(request: OfAge) => Promise<Payload<any, any> | null>>}
 * @throws {EngineError} if it can't come or run; the next call tries again
 */
export function bringAges(offer, onProgress) {
  const name = offer.weights.map(({ sha256 }) => sha256).join();
  if (memory.ages?.name !== name) memory.ages = { name, coming: begin(offer), onProgress };
  memory.ages.onProgress = onProgress;
  return memory.ages.coming;
}

/** @param {AgesOffer} offer */
function begin(offer) {
  const answers = /** @type {Followed["answers"]} */ ([]);
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ message, started = /** @type {Worker | null} */ (null)) => {
      started?.terminate();
      memory.ages = null;
      for (const each of [{ reject }, ...answers.splice(0)]) each.reject(new EngineError(message));
    };
    /** @type {Worker} */
    let worker;
    try {
      worker = startWorker(offer);
    } catch {
      // After `memory.ages` is set, which it clears.
      Promise.resolve().then(() => fail(NO_WORKER));
      return;
    }
    worker.onerror = () => fail(NO_WORKER, worker);
    worker.onmessage = ({ data }) => {
      if (data.failed) fail(data.message || "The recorded model doesn’t run in this browser.", worker);
      else if (data.coming) memory.ages?.onProgress(describeProgress(data.coming));
      else if (data.ready) resolve((/** @type {OfAge} */ request) => askModel({ worker, answers }, request));
      else answers.shift()?.resolve(data.payload);
    };
    worker.postMessage({ offer: workerOffer(offer) });
  });
}
