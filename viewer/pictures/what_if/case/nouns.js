// The nouns of a case: which can be asked for, and what this browser's model makes of them.

import { computeDetached, requireModel } from "../../../engine/live/model.js";
import { mayBeSeveral } from "../../../engine/live/typing.js";
import { BLANK, NO_WEIGHTS } from "./shown.js";

export const LONGEST_NOUN = 40; // characters of a noun
const MOST = 3; // words of it

export const keyOf = (model, name, filling) => JSON.stringify([model, name, filling]);

// A noun as it is asked for, or what is wrong with it.
export function checkNoun(text) {
  const noun = text
    .normalize("NFC")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^(the|a|an) /i, "")
    .slice(0, LONGEST_NOUN);
  if (!/[\p{L}\p{N}]/u.test(noun)) return { noun: "", problem: "Type a word: there is none in this." };
  if (noun.split(" ").length > MOST || mayBeSeveral(noun) || /\p{Sentence_Terminal}$|[[\]]/u.test(noun))
    return { noun: "", problem: "Type one word, or three at most, without a sentence around them." };
  return { noun, problem: "" };
}

/** @param {CaseView} view @param {EngineOffer} engine @param {CaseFacts} own @param {string} filling */
export async function computeNoun({ facts, known }, engine, own, filling, onProgress) {
  const request = { sentence: own.frame.replace(BLANK, filling), needs: [], decode: askedOf(own, filling) };
  const made = await computeDetached(engine, request, onProgress);
  const found = made && { passage: made.facts, weights: made.tensors.weights ?? NO_WEIGHTS };
  if (found) known.set(keyOf(facts.model, own.name, filling), found);
}

// Brings the model, and makes what the wheel can turn to, before it turns; the server answers where that fails.
/** @param {CaseView} view @param {EngineOffer} engine */
export async function prepare(view, engine) {
  try {
    await requireModel(engine);
    const { case: own, model } = view;
    for (const { filling } of own.rows)
      if (view.root.isConnected && view.case === own && !view.known.has(keyOf(model, own.name, filling)))
        await computeNoun(view, engine, own, filling, () => {});
  } catch (error) {
    console.debug(error);
  }
}

// As asked_of in records.py.
/** @param {CaseFacts} own @param {string} filling @returns {Extract<Decode, { kind: "rivals" }>} */
export function askedOf({ rivals, first, layer, changes }, filling) {
  return { kind: "rivals", rivals, clue: [first, filling.split(" ").length], layer, changes: [...changes] };
}
