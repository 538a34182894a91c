// What belongs to a model and not to a sentence, such as its weights, is fetched once for all sentences and kept for
// all chapters: viewer/walk/frame/constants.py says where it is found.

import { memory } from "../../widgets/focus.js";
import { unpack } from "../../widgets/payload.js";
import { persistent } from "../../widgets/persistent.js";
import { home, openStore } from "../../widgets/storage.js";

const STORE = "glassformer-constants";
const MOST_KEPT = 12; // a chapter of a model is one

// Facts and tensors from an address; null as long as they have not come.
/** @param {string} address */
export const constantsAt = (address) => memory.constants?.get(address) ?? null;

// Asks for them, if nobody has asked before.
/**
 * @param {string} address
 * @returns {Promise<unknown>}
 */
export function fetchConstants(address) {
  memory.constants ??= new Map();
  memory.fetching ??= new Map();
  if (!memory.fetching.has(address)) {
    const coming = persistent(() => fetched(address)).finally(() => memory.fetching.delete(address));
    memory.fetching.set(address, coming);
  }
  return memory.fetching.get(address);
}

/** @param {string} address */
async function fetched(address) {
  const answer = await keptOrFetched(new URL(address, document.baseURI).href);
  if (!answer.ok) throw new Error(`the model’s own numbers did not come: ${answer.status}`);
  memory.constants.set(address, unpack(new Uint8Array(await answer.arrayBuffer())));
}

// Megabytes that the next full load finds in the browser: other numbers have another address.
/** @param {string} address */
async function keptOrFetched(address) {
  const store = await openStore(STORE + home());
  const kept = await store?.match(address);
  if (kept) return kept;
  const answer = await fetch(address);
  if (!store || !answer.ok) return answer;
  const oldest = (await store.keys()).slice(0, 1 - MOST_KEPT);
  await Promise.all(oldest.map((request) => store.delete(request)));
  await store.put(address, answer.clone()).catch(() => {}); // it may be full
  return answer;
}
