// Puts back what elsewhere.py left out of a payload.

import { bytesOf } from "../engine/files.js";
import { isWhole, withActivations } from "../engine/live/named.js";
import { madeApart, progress } from "../engine/live/typing.js";
import { fromHalves, readTensors } from "../transport/payload.js";

/**
 * @param {Payload<any, string>} payload
 * @param {object} sources
 * @param {Payload<any, string> | null} sources.first  the page's first example, as it is stored
 * @param {EngineOffer} sources.engine
 * @param {string} sources.sentence
 * @param {(text: string) => void} sources.onProgress  while the model is being downloaded
 * @returns {Promise<Payload<any, string>>}
 */
export async function completed(payload, { first, engine, sentence, onProgress }) {
  const { elsewhere = {}, ...own } = payload.facts;
  const { facts = [], tensors: same = [] } = elsewhere;
  const whole = {
    facts: { ...own, ...only(first?.facts, facts) },
    tensors: { ...payload.tensors, ...only(first?.tensors, same) },
  };
  if (isWhole(whole)) return whole;
  const { needs, decode } = whole.facts.engine;
  return withActivations(whole, await madeApart(engine, { needs, decode, sentence }, onProgress), true);
}

const only = (all, names) => Object.fromEntries(names.map((name) => [name, all[name]]));

// The model's own numbers, of which some are its weights.
/** @param {Payload<any, string>} constants @param {EngineOffer} engine @param {(text: string) => void} onProgress */
export async function withWeights({ facts: { elsewhere, ...facts }, tensors }, engine, onProgress) {
  const found = Object.entries(elsewhere?.weights ?? {});
  if (!found.length) return { facts, tensors };
  const bytes = await bytesOf(engine.weights, (...loaded) => onProgress(progress(loaded)));
  const { tensors: weights } = readTensors(bytes);
  const made = found.map(([name, { shape, names, half }]) => {
    const halves = joined(names, weights);
    return [name, { shape, data: half ? halves : fromHalves(halves), half }];
  });
  return { facts, tensors: { ...tensors, ...Object.fromEntries(made) } };
}

function joined(names, weights) {
  const parts = names.map((name) => weights[name].data);
  const data = new Uint16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  return data;
}
