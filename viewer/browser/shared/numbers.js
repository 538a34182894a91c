// Numbers as they stand on the pages.

export const MINUS = "\u2212";

export function signed(value, digits) {
  return (value < 0 ? MINUS : "") + Math.abs(value).toFixed(digits);
}

// Three significant digits, as every number on the pages: 0.312, −1.25, 14.1, 1.20e−5.
export function short(value, digits = 3) {
  if (value === Infinity) return "∞";
  if (value === -Infinity) return `${MINUS}∞`;
  if (Number.isNaN(value)) return "not a number";
  const size = Math.abs(value);
  if (size === 0) return "0";
  const written = size >= 1e5 || size < 1e-3 ? size.toExponential(digits - 1) : size.toPrecision(digits);
  return (value < 0 ? MINUS : "") + written.replace("e-", `e${MINUS}`).replace("e+", "e");
}

export function full(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(9))).replace("-", MINUS) : short(value);
}

export function clock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function count(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** @param {Iterable<number>} values */
export function sum(values) {
  let total = 0;
  for (const each of values) total += each;
  return total;
}
