// The lines of a chart without its axes, for the seconds until Plotly's script is here.

import { vector } from "./elements.js";

const KINDS = { f8: Float64Array, f4: Float32Array, i1: Int8Array, i2: Int16Array, i4: Int32Array, u1: Uint8Array };

/** @param {any} numbers a list, or bytes as `charts.py` writes them */
function plain(numbers) {
  if (!numbers?.bdata) return Array.from(numbers ?? []);
  return Array.from(
    new KINDS[numbers.dtype](Uint8Array.from(atob(numbers.bdata), (each) => each.charCodeAt(0)).buffer),
  );
}

// Of the lines on the first pair of axes, in hundredths of its room; x from the left, y from the top.
/** @param {any} figure @returns {{ ink: string, points: [number, number][] }[]} */
export function linesOf({ data, layout }) {
  const isLog = [layout.xaxis, layout.yaxis].some((axis) => axis?.type === "log");
  const found = (isLog ? [] : data)
    .filter(({ type, yaxis }) => type === "scatter" && !yaxis)
    .map(({ x, y, meta }) => {
      const [across, up] = [plain(x), plain(y)];
      return {
        ink: meta.ink,
        points: across.map((each, at) => [each, up[at]]).filter((each) => each.every(Number.isFinite)),
      };
    });
  const all = found.flatMap(({ points }) => points);
  const extent = (at, range) =>
    range ?? [Math.min(0, ...all.map((each) => each[at])), Math.max(...all.map((each) => each[at]))];
  const [[left, right], [low, high]] = [extent(0, layout.xaxis?.range), extent(1, layout.yaxis?.range)];
  const place = ([x, y]) => [(100 * (x - left)) / (right - left || 1), 100 - (100 * (y - low)) / (high - low || 1)];
  return found.map(({ ink, points }) => ({ ink, points: points.map(place) }));
}

export function sketch(figure) {
  const drawn = linesOf(figure).map(({ ink, points }) => {
    const path = vector("polyline", "", {
      points: points.map((each) => each.map((n) => n.toFixed(1)).join()).join(" "),
    });
    path.style.stroke = ink;
    return path;
  });
  return vector(
    "svg",
    "sketch",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    ...drawn,
  );
}
