// Puts back what elsewhere.py left out of a payload.

import { computeDetached } from "../engine/live/model.js";
import { isWhole, withActivations } from "../engine/live/named.js";

/**
 * @param {Payload<any, string>} payload
 * @param {object} sources
 * @param {Payload<any, string> | null} sources.first  the page's first example, as it is stored
 * @param {EngineOffer} sources.engine
 * @param {string} sources.sentence
 * @param {(text: string) => void} sources.onProgress  while the model is being downloaded
 * @returns {Promise<Payload<any, string>>}
 */
export async function completePayload(payload, { first, engine, sentence, onProgress }) {
  const { elsewhere = {}, ...own } = payload.facts;
  const { facts = [], tensors: same = [] } = elsewhere;
  const whole = {
    facts: { ...own, ...only(first?.facts, facts) },
    tensors: { ...payload.tensors, ...only(first?.tensors, same) },
  };
  if (isWhole(whole)) return whole;
  const { needs, decode } = whole.facts.engine;
  return withActivations(whole, await computeDetached(engine, { needs, decode, sentence }, onProgress), true);
}

const only = (all, names) => Object.fromEntries(names.map((name) => [name, all[name]]));
