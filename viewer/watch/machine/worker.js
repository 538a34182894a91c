// The browser's own model in a worker: it receives sentences, one after another, and replies with payloads. In
// Chromium a sentence of eight words takes 40 ms and one of twenty-five 160 ms, which would delay the next keys.

import { loadEngine } from "../../widgets/engine/engine.js";
import { livePayload } from "./live.js";

let engine = null;
let model = null;

/** @param {object} message @param {ArrayBufferLike[]} [given] away with it */
const tell = (message, given = []) => postMessage(message, { transfer: /** @type {ArrayBuffer[]} */ (given) });

globalThis.onmessage = async ({ data }) => {
  try {
    if (data.offer) {
      model = data.model;
      engine = await loadEngine(data.offer, (loaded, length) => tell({ coming: [loaded, length] }));
      tell({ ready: true });
      return;
    }
    const payload = livePayload(engine, data.sentence, model);
    const buffers = payload ? Object.values(payload.tensors).map(({ data: { buffer } }) => buffer) : [];
    tell({ payload, sentence: data.sentence }, buffers);
  } catch (error) {
    tell({ failed: String(error) });
  }
};
