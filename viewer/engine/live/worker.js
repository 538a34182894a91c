// The browser's own model in a worker: it receives sentences, one after another, and replies with payloads: with the
// decoding and the activations that the page asks for. In Chromium a sentence of
// eight words takes 40 ms and one of twenty-five 160 ms, which would delay the next keys.

import { loadEngine } from "../engine.js";
import { EngineError, TOO_OLD } from "../error.js";
import { namedPayload } from "./decodings.js";

let engine = null;

/** @param {object} message @param {ArrayBufferLike[]} [given] away with it */
const tell = (message, given = []) => postMessage(message, { transfer: /** @type {ArrayBuffer[]} */ (given) });

globalThis.onmessage = async ({ data }) => {
  try {
    if (data.offer) {
      engine = await loadEngine(data.offer, (loaded, length) => tell({ coming: [loaded, length] }));
      tell({ ready: true });
      return;
    }
    const { sentence, apart } = data;
    const payload = namedPayload(engine, sentence, data);
    const buffers = payload ? [...new Set(Object.values(payload.tensors).map(({ data: { buffer } }) => buffer))] : [];
    tell({ payload, sentence, apart }, buffers);
  } catch (error) {
    const told = error instanceof EngineError ? error.message : error instanceof SyntaxError ? TOO_OLD : "";
    tell({ failed: String(error), told });
  }
};
