// What one may have read of the stream and its norms, each with what is measured on this sentence.

import { short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { plainTable } from "../../widgets/plain_table.js";
import { furthestApart, lastNorm, lengthOf } from "./lengths.js";
import { nameOfPlace, placesOf, stackOfFocus, tokenText } from "./step.js";

/** @param {ResidualView} view */
export function residualMistakes(view) {
  return [
    { said: "LayerNorm makes all tokens the same length.", answer: () => lengthsDiffer(view) },
    { said: "A sublayer replaces the vector by a new one.", answer: () => mostStays(view) },
  ];
}

/** @param {ResidualView} view */
function lengthsDiffer(view) {
  const { sizes, facts } = view;
  const found = lastNorm(view);
  const { shortest, longest } = furthestApart(found);
  const where = facts.preNorm ? "The last LayerNorm" : "The last LayerNorm of the stack";
  const line = (name, { token, before, between, after }) => [
    `${name}, “${tokenText(view, token)}”`,
    short(before),
    short(between),
    short(after),
  ];
  return [
    `At first it does: mean 0 and variance 1 give every vector of ${sizes.D} numbers the length √${sizes.D} = ` +
      `${short(Math.sqrt(sizes.D), 4)}. Then every dimension is multiplied by its own γ and moved by its own β, and ` +
      `the lengths part again. ${where}, over the ${found.length} tokens here:`,
    plainTable(
      ["length ‖x‖₂", "before", "mean 0, variance 1", "after γ and β"],
      [line("shortest afterwards", shortest), line("longest afterwards", longest)],
    ),
  ];
}

/** @param {ResidualView} view */
function mostStays(view) {
  const { tensors, facts } = view;
  const { token } = view.focus;
  const stack = stackOfFocus(view);
  const added = part(tensors[`${stack}.added`]);
  const places = placesOf(view).slice(1, 1 + added.rows);
  return [
    `It adds to it, and what was there stays in the sum. How much of “${tokenText(view, token)}” is left, sublayer ` +
      `by sublayer: 1 is the old direction, 0 a right angle to it.`,
    plainTable(
      ["after", "length before", "length of what is added", "cosine of before and sum"],
      places.map((place, at) => {
        const before = part(tensors[`${stack}.stream`], at, token);
        const sum = facts.preNorm
          ? part(tensors[`${stack}.stream`], at + 1, token)
          : part(tensors[`${stack}.beside`], at, token);
        const product = before.reduce((total, value, index) => total + value * sum[index], 0);
        return [
          nameOfPlace(place),
          short(lengthOf(before)),
          short(added.data[at * added.columns + token]),
          short(product / (lengthOf(before) * lengthOf(sum))),
        ];
      }),
    ),
  ];
}
