// Marks as SVG: drawn, changed where they differ from what is drawn, and moved from one picture to the next.

import { setAttributes, vector as svg } from "../elements.js";

/** @typedef {import("./marks.js").Mark} Mark */

const SEEN = 0.1; // pixels: what is thinner is not seen
const STRONG = 0.4; // of a vector's limit: bars above it are drawn in full colour
const round = (/** @type {number} */ number) => Math.round(number * 100) / 100;

// How each kind is made, and how its geometry is set, which is all that a flight changes.
/** @type {Record<string, { make: (mark: any) => SVGElement, set: (made: any, mark: any, g: number[]) => void }>} */
const KINDS = {
  box: {
    make: () => svg("rect", "", { rx: 3 }),
    set: (made, _, [x, y, width, height]) => setAttributes(made, sized(x, y, width, height)),
  },
  line: {
    make: () => svg("line"),
    set: (made, _, [x1, y1, x2, y2]) => setAttributes(made, { x1, y1, x2, y2 }),
  },
  words: {
    make: ({ text, anchor }) => svg("text", "", { "text-anchor": anchor }, text),
    set(made, { turned }, [x, y, size]) {
      setAttributes(made, { x: round(x), y: round(y), "font-size": round(size) });
      if (turned) made.setAttribute("transform", `rotate(-90 ${round(x)} ${round(y)})`);
    },
  },
  token: {
    make: ({ text }) => svg("g", "", svg("rect", "", { rx: 5 }), svg("text", "", { "text-anchor": "middle" }, text)),
    set(made, _, [x, y, width, height, size, angle]) {
      made.setAttribute("transform", `translate(${round(x)} ${round(y)}) rotate(${round(angle)})`);
      setAttributes(made.firstChild, sized(-width / 2, -height / 2, width, height));
      made.lastChild.setAttribute("font-size", round(size));
    },
  },
  ribbon: {
    make: () => svg("path"),
    set: (made, { turned }, g) => made.setAttribute("d", ribbonPath(g, turned)),
  },
  ribbons: {
    make: () => svg("path"),
    set(made, { turned }, g) {
      let all = "";
      for (let at = 0; at < g.length; at += 5) if (g[at + 4] > SEEN) all += ribbonPath(g.slice(at, at + 5), turned);
      made.setAttribute("d", all);
    },
  },
  vectors: {
    make: () => svg("g"),
    set: (made, mark, g) => made.replaceChildren(...cellsOf({ ...mark, g })),
  },
  vector: {
    make: ({ values, limit, floor }) =>
      svg("g", "", svg("rect", "ground", { width: 1, height: 1 }), ...barsOf(values, limit, floor)),
    set(made, { turned }, [x, y, width, height]) {
      const [a, b] = [round(width), round(height)];
      const matrix = turned
        ? `matrix(0 ${b} ${a} 0 ${round(x)} ${round(y)})`
        : `matrix(${a} 0 0 ${b} ${round(x)} ${round(y)})`;
      made.setAttribute("transform", matrix);
    },
  },
};

/** @type {(x: number, y: number, width: number, height: number) => Record<string, number>} */
const sized = (x, y, width, height) => ({
  ...{ x: round(Math.min(x, x + width)), y: round(Math.min(y, y + height)) },
  ...{ width: round(Math.abs(width)), height: round(Math.abs(height)) },
});

// A band of the same thickness everywhere, across the picture: an uneven stretch leaves it right.
/** @param {number[]} g @param {boolean} [turned] */
function ribbonPath([x1, y1, x2, y2, thick], turned) {
  const half = thick / 2;
  /** @type {(x: number, y: number, by: number) => string} */
  const at = (x, y, by) => (turned ? `${round(x + by)} ${round(y)}` : `${round(x)} ${round(y + by)}`);
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const bend = (/** @type {number} */ by, /** @type {boolean} */ back) => {
    const bends = turned ? [at(x1, my, by), at(x2, my, by)] : [at(mx, y1, by), at(mx, y2, by)];
    return (back ? bends.reverse() : bends).join(" ");
  };
  return `M${at(x1, y1, -half)}C${bend(-half, false)} ${at(x2, y2, -half)}L${at(x2, y2, half)}C${bend(half, true)} ${at(x1, y1, half)}Z`;
}

const SHADES = ["pale", "weak", ""];

// Cells in three strengths above and below zero.
/** @param {{ g: number[], values: ArrayLike<number>, limits: number[], turned?: boolean }} mark */
function cellsOf({ g, values, limits, turned }) {
  const paths = /** @type {Record<string, string>} */ ({});
  const count = values.length / limits.length;
  for (let at = 0; at < values.length; at += 1) {
    const vector = Math.floor(at / count);
    const [x, y, width, height] = g.slice(4 * vector, 4 * vector + 4);
    const strength = Math.min(2, Math.floor((3.2 * Math.abs(values[at])) / limits[vector]));
    const name = `${values[at] < 0 ? "below" : "above"} ${SHADES[strength]}`;
    const [wide, high] = turned ? [width, (0.9 * height) / count] : [(0.9 * width) / count, height];
    const [left, top] = turned ? [x, y + ((at % count) * height) / count] : [x + ((at % count) * width) / count, y];
    paths[name] = `${paths[name] ?? ""}M${round(left)} ${round(top)}h${round(wide)}v${round(high)}h${round(-wide)}z`;
  }
  return Object.entries(paths).map(([look, d]) => svg("path", look, { d }));
}

// Bars in a square of side 1, in as few paths as there are looks: above and below zero, strong and weak.
function barsOf(/** @type {Vector} */ values, /** @type {number} */ limit, /** @type {boolean} */ floor) {
  /** @type {Record<string, string>} */
  const paths = { above: "", "above weak": "", below: "", "below weak": "" };
  const wide = 1 / values.length;
  const base = floor ? 1 : 0.5; // what is never negative stands on the floor
  for (let at = 0; at < values.length; at += 1) {
    const share = Math.max(-1, Math.min(1, values[at] / limit));
    if (Math.abs(share) < 0.008) continue;
    const name = `${share < 0 ? "below" : "above"}${Math.abs(share) < STRONG ? " weak" : ""}`;
    const high = base * share;
    paths[name] +=
      `M${(at * wide).toFixed(4)} ${base}v${(-high).toFixed(3)}h${(0.86 * wide).toFixed(4)}v${high.toFixed(3)}Z`;
  }
  return Object.entries(paths).flatMap(([look, d]) => (d ? [svg("path", look, { d })] : []));
}

/** @param {Mark} mark */
export function drawMark(mark) {
  const made = KINDS[mark.kind].make(mark);
  made.dataset.key = mark.key;
  dress(made, mark);
  KINDS[mark.kind].set(made, mark, mark.g);
  return made;
}

/** @param {SVGElement} made @param {Mark} mark */
function dress(made, { kind, look, opacity, to, say }) {
  const tone = /head-\d/.exec(look)?.[0];
  if (tone) made.style.setProperty("--tone", `var(--${tone})`);
  if (opacity !== undefined) made.style.fillOpacity = opacity.toFixed(2);
  made.setAttribute("class", `mark ${kind} ${look}${to ? " leads" : ""}`);
  if (to)
    setAttributes(made, { role: "button", "aria-label": say ?? "", tabindex: made.getAttribute("tabindex") ?? -1 });
}

/**
 * Draws marks into a group that may hold others of the same picture: what has not changed stays as it is.
 * @param {SVGElement} place @param {Mark[]} marks @param {Map<string, any>} known by key
 */
export function redraw(place, marks, known) {
  const isSame = marks.length === known.size && marks.every(({ key }) => known.has(key));
  const made = marks.map((mark) => {
    const before = known.get(mark.key);
    if (before && !isNew(before.mark, mark)) {
      if (before.mark.look !== mark.look || before.mark.say !== mark.say) dress(before.element, mark);
      if (!sameNumbers(before.mark.g, mark.g)) KINDS[mark.kind].set(before.element, mark, mark.g);
      return { mark, element: before.element };
    }
    const element = drawMark(mark);
    if (before && isSame) before.element.replaceWith(element);
    return { mark, element };
  });
  if (!isSame)
    arrange(
      place,
      made.map(({ element }) => element),
    );
  known.clear();
  for (const each of made) known.set(each.mark.key, each);
}

// Puts elements into their order and takes others away; what stays is not moved, which would take the focus from it.
function arrange(/** @type {Element} */ place, /** @type {Element[]} */ elements) {
  const staying = new Set(elements);
  for (const each of [...place.children]) if (!staying.has(each)) each.remove();
  let next = place.firstElementChild;
  for (const each of elements) {
    if (each === next) next = next.nextElementSibling;
    else place.insertBefore(each, next);
  }
}

const sameNumbers = (/** @type {number[]} */ one, /** @type {number[]} */ other) =>
  one.length === other.length && one.every((each, at) => each === other[at]);

const isNew = (/** @type {Mark} */ one, /** @type {Mark} */ other) =>
  one.kind !== other.kind ||
  one.text !== other.text ||
  one.values !== other.values ||
  one.limit !== other.limit ||
  one.turned !== other.turned ||
  one.anchor !== other.anchor ||
  Boolean(one.to) !== Boolean(other.to);

// A mark on its way from one geometry to another.
/** @param {SVGElement} element @param {Mark} from @param {Mark} to @param {number} progress */
export function moveMark(element, from, to, progress) {
  const g = to.g.map((each, at) => from.g[at] + progress * (each - from.g[at]));
  KINDS[to.kind].set(element, to, g);
}

// Where a mark is on the screen: x, y, width, height.
/** @param {Mark} mark */
export function edgesOf({ kind, g, text = "" }) {
  if (kind === "token")
    return g[5] ? [g[0] - g[3] / 2, g[1] - g[2] / 2, g[3], g[2]] : [g[0] - g[2] / 2, g[1] - g[3] / 2, g[2], g[3]];
  if (kind === "words") return [g[0] - (text.length * g[2]) / 4, g[1] - g[2], (text.length * g[2]) / 2, 2 * g[2]];
  if (kind === "ribbon" || kind === "line") {
    const [x, y] = [Math.min(g[0], g[2]), Math.min(g[1], g[3])];
    return [x, y - g[4] / 2, Math.abs(g[2] - g[0]), Math.abs(g[3] - g[1]) + g[4]];
  }
  return g.slice(0, 4);
}
