// Where an axis has its marks, and what is written at them.

export function niceStep(least) {
  return [1, 2, 4, 8, 16, 32, 64, 128, 256].find((step) => step >= least) ?? 512;
}

// Round numbers (1, 2, 5 times a power of ten), none nearer to the one before than `room` pixels.
export function ticksOf({ low, high, scale, place }, room) {
  const ticks = [];
  const add = (value) => {
    if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) return;
    if (!ticks.length || Math.abs(place(value) - place(ticks.at(-1))) >= room) ticks.push(value);
  };
  if (scale === "linear") {
    const pixels = Math.abs(place(high) - place(low)) / (high - low || 1);
    const step = roundNumbers(1e-12, 1e15).find((each) => each * pixels >= room) ?? high;
    for (let number = Math.ceil(low / step - 1e-9) || 0; number * step <= high * (1 + 1e-9); number += 1)
      add(number * step);
    return ticks;
  }
  if (scale === "root") add(0);
  const tens = roundNumbers(1e-12, 1e15).filter((each) => each >= low && each <= high);
  const powers = tens.filter((each) => Number.isInteger(Number(Math.log10(each).toFixed(9))));
  (scale === "log" && powers.length > 2 ? powers : tens).forEach(add);
  return ticks;
}

function roundNumbers(from, to) {
  const made = [];
  for (let power = Math.round(Math.log10(from)); power <= Math.round(Math.log10(to)); power += 1)
    for (const lead of [1, 2, 5]) made.push(Number(`${lead}e${power}`));
  return made;
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
