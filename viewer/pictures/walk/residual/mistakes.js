// Common misreadings of the stream and its norms, each answered by what is measured on this sentence.

import { stackOf, tokenText } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { short } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { cosineOf, lengthOf } from "../../../widgets/vectors.js";
import { findExtremes, lastNorm } from "./lengths.js";
import { nameOfPlace, streamPlaces } from "./step.js";

/** @param {ResidualView} view */
export function mistakes(view) {
  return [
    { said: "LayerNorm makes all tokens the same length.", answer: () => lengthsDiffer(view) },
    { said: "A sublayer replaces the vector with a new one.", answer: () => mostStays(view) },
  ];
}

/** @param {ResidualView} view */
function lengthsDiffer(view) {
  const { D } = view.sizes;
  const found = lastNorm(view);
  const { shortest, longest } = findExtremes(found);
  const where = view.facts.preNorm ? "The last LayerNorm" : "The last LayerNorm of the stack";
  const line = (name, { token, before, between, after }) => [
    `${name}, “${tokenText(view, token)}”`,
    ...[before, between, after].map((length) => short(length)),
  ];
  return [
    `At first it does: mean 0 and variance 1 give every vector of ${D} numbers the length √${D} = ` +
      `${short(Math.sqrt(D), 4)}. Then every dimension is multiplied by its own γ and shifted by its own β, and ` +
      `the lengths differ again. ${where}, over the ${found.length} tokens here:`,
    plainTable(
      ["length ‖x‖₂", "before", "mean 0, variance 1", "after γ and β"],
      [line("shortest afterwards", shortest), line("longest afterwards", longest)],
    ),
  ];
}

/** @param {ResidualView} view */
function mostStays(view) {
  const { token } = view.focus;
  const added = part(view.tensors[`${stackOf(view)}.added`]);
  const vectorOf = (name, place) => part(view.tensors[`${stackOf(view)}.${name}`], place, token);
  const places = streamPlaces(view).slice(1, 1 + added.rows);
  return [
    `It adds to it, and what was there stays in the sum. How much of “${tokenText(view, token)}” is left, sublayer ` +
      `by sublayer: 1 is the old direction, 0 is at right angles to it.`,
    plainTable(
      ["after", "length before", "length of what is added", "cosine of before and sum"],
      places.map((place, at) => {
        const before = vectorOf("stream", at);
        const sum = view.facts.preNorm ? vectorOf("stream", at + 1) : vectorOf("beside", at);
        const numbers = [lengthOf(before), added.data[at * added.columns + token], cosineOf(before, sum)];
        return [nameOfPlace(place), ...numbers.map((each) => short(each))];
      }),
    ),
  ];
}
