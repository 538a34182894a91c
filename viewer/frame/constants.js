// What belongs to a model and not to a sentence, such as its parameters, is fetched once for all sentences and kept for
// all chapters: viewer/frame/parameters.py and viewer/transport/constants.py say where it is found.

import { readBytes } from "../engine/files.js";
import { readTensors, unpack } from "../transport/payload.js";
import { retry } from "../transport/persistent.js";
import { home, openStore } from "../transport/storage.js";
import { memory } from "../widgets/memory.js";

const STORE = "glassformer-constants";
const MOST_KEPT = 100; // an attention of a model is one, or a LayerNorm

// Facts and tensors from an address; null as long as they have not come.
/** @param {string} address */
export const constantsAt = (address) => memory.constants?.get(address) ?? null;

// Request the constants, unless that was done before.
/** @param {string} address */
export const fetchConstants = (address) => fetchOnce(address, () => retry(() => loadConstants(address)));

/** @param {string} source @param {() => Promise<any>} load @returns {Promise<any>} */
function fetchOnce(source, load) {
  memory.fetching ??= new Map();
  const { fetching } = memory;
  const coming = fetching.get(source) ?? load().finally(() => fetching.delete(source));
  fetching.set(source, coming);
  return coming;
}

// Where the parameters of a module are: at an address of their own or, on a page without a server, among the weights.
/** @param {OfParameters} view @param {string} module such as `decoder_layers.2.cross_attention` */
const sourceOf = ({ frame, facts }, module) =>
  frame.parameters?.[module] ?? `${facts.engine?.weights.sha256}#${module}`;

// Whether the page has a module's parameters among its tensors, by their names in the model; if they have been fetched,
// it has them now.
/** @param {OfParameters} view @param {string} module */
export function hasParameters(view, module) {
  if (Object.keys(view.tensors).some((name) => name.startsWith(`${module}.`))) return true;
  const known = constantsAt(sourceOf(view, module));
  if (known) Object.assign(view.tensors, known.tensors);
  return Boolean(known);
}

/** @param {OfParameters} view @param {string} module */
export function fetchParameters(view, module) {
  const source = sourceOf(view, module);
  const { engine } = view.facts;
  return engine && source.includes("#") ? fetchFromWeights(engine.weights, module, source) : fetchConstants(source);
}

// The weights are read once for all modules that are asked for together.
/** @param {EngineOffer["weights"]} weights @param {string} module @param {string} source */
async function fetchFromWeights(weights, module, source) {
  const file = { ...weights, address: new URL(weights.address, document.baseURI).href };
  const { tensors } = await fetchOnce(weights.sha256, () => readBytes(file).then(readTensors));
  const own = Object.entries(tensors).filter(([name]) => name.startsWith(`${module}.`));
  memory.constants ??= new Map();
  memory.constants.set(source, { facts: {}, tensors: Object.fromEntries(own) });
}

/** @param {string} address */
async function loadConstants(address) {
  const answer = await fetchCached(new URL(address, document.baseURI).href);
  if (!answer.ok) throw new Error(`the model’s own numbers did not come: ${answer.status}`);
  memory.constants ??= new Map();
  memory.constants.set(address, unpack(new Uint8Array(await answer.arrayBuffer())));
}

// Megabytes that the next full load finds in the browser: other numbers have another address.
/** @param {string} address */
async function fetchCached(address) {
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
