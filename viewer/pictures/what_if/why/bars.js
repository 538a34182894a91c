// One method's values as shares, as bars and as an order.

import { element } from "../../../widgets/elements.js";
import { sum } from "../../../widgets/numbers.js";

// Each value divided by the sum of all absolute values, with its sign; nothing if all are zero.
/** @param {number[]} values */
export function toShares(values) {
  const total = sum(values.map(Math.abs));
  return values.map((value) => (total > 0 ? value / total : 0));
}

// Where a bar begins and how long it is, as shares of its space, scaled to the largest in its column. With negative
// values, zero is between the two sides, each as wide as its own largest value needs.
/** @param {number[]} values */
export function layOutBars(values) {
  const above = Math.max(0, ...values);
  const below = Math.max(0, ...values.map((value) => -value));
  const room = above + below || 1;
  const zero = below / room;
  return values.map((value) => {
    const length = Math.abs(value) / room;
    return { zero, begin: value < 0 ? zero - length : zero, length };
  });
}

// A bar in its space, red for a positive value and blue for a negative one.
export function buildBar(value, begin, length) {
  return element("i", value < 0 ? "below" : "", { style: `left: ${100 * begin}%; width: ${100 * length}%` });
}

// The indices of the values, largest first, ties in order.
/** @param {number[]} values */
export function sortPlaces(values) {
  return values.map((_, place) => place).sort((one, other) => values[other] - values[one] || one - other);
}
