// The browser's own model in a worker: it receives sentences, one after another, and replies with payloads: the
// decoding and the activations that the page asks for. In Chromium a sentence of eight words takes 40 ms and one of
// twenty-five 160 ms, which would delay the next keys.

import { loadAges, loadEngine } from "../engine.js";
import { EngineError, TOO_OLD } from "../error.js";
import { namedPayload } from "./decodings.js";

let engines = /** @type {(Engine & { tensors?: Record<string, Tensor> })[]} */ ([]); // the model, or one model at several ages

/** @param {object} message @param {ArrayBufferLike[]} [given] away with it */
const send = (message, given = []) => postMessage(message, { transfer: /** @type {ArrayBuffer[]} */ (given) });

globalThis.onmessage = async ({ data }) => {
  try {
    const { offer, sentence, age = 0, module } = data;
    if (offer) {
      const onProgress = (/** @type {number} */ loaded, /** @type {number} */ length) =>
        send({ coming: [loaded, length] });
      const isOne = !Array.isArray(offer.weights);
      engines = isOne ? [await loadEngine(offer, onProgress)] : await loadAges(offer, onProgress);
      send({ ready: true });
      return;
    }
    const payload = namedPayload(engines[age], sentence, data);
    if (payload && module) Object.assign(payload.tensors, copiesOf(engines[age].tensors ?? {}, module));
    const buffers = payload ? [...new Set(Object.values(payload.tensors).map(({ data: { buffer } }) => buffer))] : [];
    send({ payload }, buffers);
  } catch (error) {
    const message = error instanceof EngineError ? error.message : error instanceof SyntaxError ? TOO_OLD : "";
    send({ failed: String(error), message });
  }
};

// The parameters of a module, by their names in the model.
function copiesOf(/** @type {Record<string, Tensor>} */ tensors, /** @type {string} */ module) {
  const own = Object.entries(tensors).filter(([name]) => name.startsWith(`${module}.`));
  return Object.fromEntries(own.map(([name, tensor]) => [name, { ...tensor, data: tensor.data.slice() }]));
}
