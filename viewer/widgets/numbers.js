// Numbers as written on the pages.

export const MINUS = "\u2212";

// Zero has no sign, and neither does anything that rounds to it.
export function formatSigned(/** @type {number} */ value, /** @type {number} */ digits) {
  const written = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(written) ? MINUS : "") + written;
}

// Three significant digits, as every number on the pages: 0.312, −1.25, 14.1, 3969, 1.20e−5.
export function short(/** @type {number} */ value, digits = 3) {
  if (value === Infinity) return "∞";
  if (value === -Infinity) return `${MINUS}∞`;
  if (Number.isNaN(value)) return "not a number";
  const size = Math.abs(value);
  if (size === 0) return "0";
  const plain = Number(size.toPrecision(digits)) >= 10 ** digits ? size.toFixed(0) : size.toPrecision(digits);
  const written = size >= 1e5 || size < 1e-3 ? size.toExponential(digits - 1) : plain;
  return (value < 0 ? MINUS : "") + written.replace("e-", `e${MINUS}`).replace("e+", "e");
}

// A number with only its reliable digits. The model computes in 32 bits: its results are off by up to about a millionth
// of the largest number nearby (tests/transformer/model/test_precision.py measures that). Whole numbers are counts.
export function full(/** @type {number} */ value, largest = 1) {
  if (!Number.isFinite(value)) return short(value);
  if (Number.isInteger(value)) return String(value).replace("-", MINUS);
  if (largest <= 1 && Math.abs(value) < 1e-3) return short(value);
  const decimals = Math.max(0, 5 - Math.floor(Math.log10(Math.max(largest, Math.abs(value)))));
  const written = formatSigned(value, decimals);
  return /[1-9]/.test(written) ? written.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") : written;
}

// An attention weight in a small cell: only exactly 1 is written as 1, so .997 next to .003 is .99.
export function inCell(/** @type {number} */ weight) {
  return weight === 1 ? "1" : Math.min(weight, 0.99).toFixed(2).slice(1);
}

// A weight from the model's file: nothing was computed, so every digit is exact.
export function formatStored(/** @type {number} */ value) {
  return String(Number(value.toPrecision(9))).replace("-", MINUS);
}

// A probability or a weight in words; a softmax never gives exactly 0 or 1.
export function percent(/** @type {number} */ share) {
  if (share < 0.001) return "under 0.1%";
  if (share >= 0.995) return "over 99%";
  return `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)}%`;
}

export function clock(/** @type {number} */ seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function count(/** @type {number} */ number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

// The sum of the values up to and including each.
/** @param {number[]} values */
export function runningTotals(values) {
  let total = 0;
  return values.map((each) => {
    total += each;
    return total;
  });
}

/** @param {Iterable<number>} values */
export function sum(values) {
  let total = 0;
  for (const each of values) total += each;
  return total;
}
