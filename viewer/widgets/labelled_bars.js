// A few values as bars with their names and numbers next to them.

import { element } from "./elements.js";
import "./labelled_bars.css";

// Bars are drawn to `most`, the largest of them where it is not given.
/** @param {LabelledBars} facts @param {number} [most] */
export function labelledBars({ title, rows }, most = Math.max(...rows.map(({ value }) => value))) {
  const bars = rows.flatMap(({ name, value, before = value, written, words, ours }) => [
    element("span", "bar-name", name, words && element("span", "bar-words quiet", words)),
    element("span", "bar-room", element("i", ours ? "ours" : "", { style: grown(before / most, value / most) })),
    element(ours ? "b" : "span", "bar-value", written),
  ]);
  return element(
    "figure",
    "labelled",
    element("figcaption", "", title),
    element("div", "labelled-bars aligned", ...bars),
  );
}

// A bar grows from what it was.
const grown = (before, now) => `--before: ${inPercent(before)}; width: ${inPercent(now)}`;
const inPercent = (share) => `${(100 * share).toFixed(1)}%`;
