// The question before each of the six steps.

import { keysOf, queriesOf } from "../../../frame/tokens.js";
import { textsOf } from "../../../widgets/chips.js";
import { distinctNames, whichLargest } from "../../../widgets/guesses.js";
import { short } from "../../../widgets/numbers.js";
import { cosineOf, furthest, highest, lengthOf, rowOf } from "../../../widgets/vectors.js";
import { STEPS } from "../../watch/flight/pair.js";
import { numbersOfQuery } from "./numbers.js";

const SHARES = [0.25, 0.5, 0.75]; // where one answer to "how much of the weight?" ends and the next begins

// The name of a step of the query in focus, among all questions.
/** @param {ScoresView} view */
function questionId(view, step) {
  const { kind, layer, head, token } = view.focus;
  return { place: `${kind}.${layer}.${head ?? 0}.${token} step ${step}`, sentence: view.frame.sentence };
}

// The first step whose answer has not been guessed or shown; six, if there is none.
/** @param {ScoresView} view */
export function furthestStep(view) {
  let step = 1;
  while (step < STEPS.length && !view.guess.covers(questionId(view, step))) step += 1;
  return step;
}

// How many steps may be seen.
/** @param {ScoresView} view */
export const visibleSteps = (view) => (view.covered ? view.step - 1 : view.step);

/** @param {ScoresView} view */
export function stepQuestion(view) {
  const keys = distinctNames(textsOf(keysOf(view)));
  const query = queriesOf(view)[view.focus.token].text;
  const ask = [askProduct, askScaled, askMask, askWeight, askValue, askSum][view.step - 1];
  const onward = view.step < STEPS.length ? { name: "Next step →", go: () => view.goToStep(view.step + 1) } : undefined;
  return { ...questionId(view, view.step), ...ask(numbersOfQuery(view), { keys, query }, view), onward };
}

function askProduct({ raw }, { keys, query }) {
  const { options, right, best } = whichLargest(raw, keys);
  return {
    words: `Step 1, Compare: which key has the largest product with the query “${query}”?`,
    options,
    right,
    told: `q · k is largest for “${keys[best]}”: ${short(raw[best])}.`,
  };
}

function askScaled({ raw, scaled, size }, { keys }) {
  const far = furthest(raw);
  const value = raw[far];
  const guesses = [value / size, scaled[far], value / 2, value * Math.sqrt(size)];
  const options = [...new Set(guesses.map((each) => short(each)))];
  return {
    words: `Step 2, Scale by √${size}: q · k of “${keys[far]}” is ${short(value)}. What is its score after the division?`,
    options,
    right: options.indexOf(short(scaled[far])),
    told: `${short(value)} ÷ √${size} = ${short(value)} ÷ ${short(Math.sqrt(size))} = ${short(scaled[far])}.`,
  };
}

function askMask({ masked, count }, { query }, { focus }) {
  const open = focus.kind === "decoder" ? "it’s the last and can see all before it" : "nothing is hidden here";
  const hidden = masked.filter((each) => !Number.isFinite(each)).length;
  const counts = [...new Set([0, focus.token, hidden, count - 1])].filter((each) => each >= 0 && each <= count);
  const options = counts.sort((one, other) => one - other).map(String);
  return {
    words: `Step 3, Hide: how many of the ${count} keys are hidden from the query “${query}”?`,
    options,
    right: options.indexOf(String(hidden)),
    told: hidden ? `${hidden} of ${count}: those that come after it.` : `None: ${open}.`,
  };
}

function askWeight({ weight }, { keys }) {
  const best = highest(weight);
  const bounds = [0, ...SHARES, 1];
  return {
    words: `Step 4, Share: “${keys[best]}” has the largest score. How much of the total weight of 1 does it get?`,
    options: bounds.slice(1).map((end, at) => `${bounds[at]} to ${end}`),
    right: SHARES.filter((end) => weight[best] >= end).length,
    told: `Its weight is ${short(weight[best])}.`,
  };
}

function askValue({ values, weight, size }, { keys }) {
  const lengths = Array.from(weight, (share, key) => share * lengthOf(vectorAt(values, size, key)));
  const { options, right, best } = whichLargest(lengths, keys);
  return {
    words: "Step 5, Weigh: which value is the longest vector once it’s multiplied by its weight?",
    options,
    right,
    told: `That of “${keys[best]}”, with a length of ${short(lengths[best])}.`,
  };
}

function askSum({ values, context, size }, { keys }) {
  const cosines = keys.map((_, key) => cosineOf(vectorAt(values, size, key), context));
  const { options, right, best } = whichLargest(cosines, keys);
  return {
    words: "Step 6, Add up: which key’s value points most nearly in the direction of the context, the sum of all?",
    options,
    right,
    told: `That of “${keys[best]}”: the cosine of the two is ${short(cosines[best])}.`,
  };
}

const vectorAt = (data, columns, key) => rowOf({ data, columns }, key);
