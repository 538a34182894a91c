// The numbers of a picture as a table, for a file.

import { uniqueNames } from "../../../widgets/csv.js";
import { KINDS } from "../../../widgets/focus.js";
import { productOf } from "./dot.js";
import { numberOf } from "./number.js";
import { attention, rowOf, sidesOf, weightsOf } from "./numbers.js";

/** @param {FlightShown} shown @returns {(string | number)[][]} */
export function lines(shown) {
  const { place, facts } = shown;
  if (place.level === 5) {
    const { name, index, value, factors } = numberOf(shown);
    return [
      ["name", "index", "value"],
      ...[...factors, /** @type {typeof factors[0]} */ ([name, index, value])].map(([named, at, own]) => [
        named,
        at.join(" "),
        own,
      ]),
    ];
  }
  if (place.level === 4) {
    const { one, other } = productOf(shown);
    return [
      ["number", "one", "other", "product"],
      ...Array.from(one.values, (value, at) => [at, value, other.values[at], value * other.values[at]]),
    ];
  }
  if (place.way === "next")
    return [
      ["piece", "probability"],
      ...facts.candidates[place.query].map(({ text, probability }) => [text, probability]),
    ];
  if (place.level === 2 && place.way !== "attention") {
    const { stack } = KINDS[place.kind];
    const name =
      place.way === "embed"
        ? `${stack}.input`
        : `${stack}.${place.layer}.feed_forward.${place.way === "feed" ? "hidden" : "norm"}`;
    return [["number", name], ...Array.from(rowOf(shown, name, place.query), (value, at) => [at, value])];
  }
  const { queries, keys } = sidesOf(shown, place.kind);
  if (place.level === 3) {
    const names = ["raw_scores", "scores", "masked_scores", "weights"];
    const rows = names.map((name) => rowOf(shown, `${attention(shown)}.${name}`, place.head, place.query));
    return [["word", ...names], ...keys.map((chip, at) => [chip.text, ...rows.map((row) => row[at])])];
  }
  /** @type {[Kind, number, number | null]} */
  const [kind, layer, head] = place.level
    ? [place.kind, place.layer, place.level === 2 ? place.head : null]
    : ["cross", facts.alignedLayer, null];
  const sides = place.level ? { queries, keys } : sidesOf(shown, "cross");
  return [
    [
      "written",
      ...uniqueNames(
        sides.keys.map((chip) => chip.text),
        ["written"],
      ),
    ],
    ...sides.queries.map((chip, row) => [chip.text, ...weightsOf(shown, kind, layer, head, row)]),
  ];
}
