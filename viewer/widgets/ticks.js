// The labels of axes.

export function niceStep(least) {
  return [1, 2, 4, 8, 16, 32, 64, 128, 256].find((step) => step >= least) ?? 512;
}

// 0.002, 4,000, 2·10⁵.
export function axisNumber(value) {
  if (value === 0) return "0";
  if (value >= 1e5 || value < 1e-3) {
    const [lead, power] = value.toExponential(2).split("e");
    const written = `10${[...String(Number(power))].map((each) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[each] ?? "⁻").join("")}`;
    return Number(lead) === 1 ? written : `${Number(lead)}·${written}`;
  }
  return Number(value.toPrecision(4)).toLocaleString("en", { maximumFractionDigits: 6 });
}
