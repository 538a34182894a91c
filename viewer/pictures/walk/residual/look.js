// One word's vector on its way through a stack: a stream as wide as the vector is long, and what attention and
// feed-forward of each layer add flows in from below, on the same scale.

import { layersOf, stackOf, tokenText } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { element, label, say, vector } from "../../../widgets/elements.js";
import { short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { highest, lengthOf, rowOf } from "../../../widgets/vectors.js";
import { NAMES, sublayersOf } from "./step.js";
import "./look.css";

const NARROW = 600; // pixels
const SHAPES = {
  wide: { left: 60, right: 240, top: 36, deep: 190, drop: 90, funnel: 60 },
  narrow: { left: 4, right: 60, top: 30, deep: 130, drop: 70, funnel: 26 },
};
const BEND = 14; // pixels, of an inflow's inner bend
const TIMES = [
  "",
  "",
  "twice",
  ..."three four five six seven eight nine ten".split(" ").map((each) => `${each} times`),
];
const WAYS = { encoder: "to the decoder", decoder: "to the output" };
const WIDTH = "The wider a pipe, the longer its vector.";
const NORMED =
  "Where a pipe joins, the stream grows by less than the pipe is wide: the two vectors point different ways. The final " +
  "norm brings the vectors of all words to similar lengths, whatever was added.";

/** @param {ResidualView} view */
export function look(view) {
  const drawing = vector("svg", "river", { role: "img" });
  const verdict = element("p", "look-headline", { "aria-live": "polite" });
  const paint = () => drawing.clientWidth && paintRiver(drawing, view);
  const key = element("p", "hint flow");
  view.drawLook = () => {
    say(verdict, describeVerdict(view));
    key.replaceChildren(...keyOf(view));
    paint();
  };
  new ResizeObserver(() => verdict.textContent && paint()).observe(drawing); // before, parameters may be missing
  const name = "What each layer adds";
  return element(
    "section",
    "river-part stack",
    { "aria-label": name },
    verdict,
    makeSavable(element("div", "", drawing), { name }),
    key,
  );
}

/** @param {ResidualView} view */
function keyOf(view) {
  const entry = (look, name) => element("span", "", element("i", `pipe ${look}`), name);
  const words = view.facts.preNorm ? `${WIDTH} ${NORMED}` : WIDTH;
  return [entry("own", "the word"), ...sublayersOf(view).map((each) => entry(each, NAMES[each])), words];
}

// How long the vector of the token in focus is before and after each sublayer and after the final norm, and how long
// what each sublayer adds.
/** @param {ResidualView} view */
function computeLengths(view) {
  const count = layersOf(view) * sublayersOf(view).length;
  const at = (place) => rowOf(part(view.tensors[`${stackOf(view)}.stream`], place), view.focus.token);
  const vectors = Array.from({ length: count + 1 }, (_, place) => at(place));
  const added = vectors.slice(1).map((after, place) => lengthOf(after.map((value, d) => value - vectors[place][d])));
  const normed = view.facts.preNorm ? lengthOf(at(count + 1)) : null;
  return { lengths: vectors.map(lengthOf), added, normed };
}

/** @param {ResidualView} view */
function describeVerdict(view) {
  const { lengths, normed } = computeLengths(view);
  const times = Math.round(lengths[lengths.length - 1] / lengths[0]);
  const grown = times > 1 ? ` and ends about ${TIMES[times] ?? `${times} times`} as long as it began` : "";
  if (normed === null) return `The vector of “${tokenText(view)}” goes all the way through${grown}.`;
  const norm = `the final norm takes it to ${Math.round((100 * normed) / lengths[0])}% of the start`;
  if (times < 2) return `The vector of “${tokenText(view)}” goes all the way through; ${norm}.`;
  return `“${tokenText(view)}” grows to about ${TIMES[times] ?? `${times} times`} its length; ${norm}.`;
}

/** @param {ResidualView} view */
function paintRiver(drawing, view) {
  const wide = drawing.clientWidth;
  const shape = SHAPES[wide < NARROW ? "narrow" : "wide"];
  const { lengths, added, normed } = computeLengths(view);
  const step = (wide - shape.left - shape.right) / added.length;
  const scale = Math.min(shape.deep / Math.max(...lengths), (0.85 * step) / Math.max(...added));
  const floor = shape.top + scale * Math.max(...lengths) + shape.drop;
  const places = { ...shape, wide, step, scale, floor, end: wide - shape.right };
  drawing.setAttribute("height", String(floor + 26));
  drawing.replaceChildren(
    vector("title", "", describePicture(view, added)),
    ...flows(view, places, lengths, added),
    ...Array.from({ length: layersOf(view) }, (_, layer) => {
      const each = sublayersOf(view).length;
      return label(middle(places, layer * each + (each - 1) / 2), floor + 18, String(layer + 1), "layer-number");
    }),
    ...ends(view, places, lengths, normed),
  );
}

const middle = ({ left, step }, place) => left + (place + 0.5) * step;

// Each addition's own part of the stream, from where it flows in to the end. With post-norm the vector is scaled again
// after every sum: what was added can't be followed, and the stream is as wide as the vector is.
/** @param {ResidualView} view */
function flows(view, places, lengths, added) {
  const { left, top, scale, step, end, floor } = places;
  if (!view.facts.preNorm) {
    const bands = lengths.map((long, at) => {
      const from = at ? middle(places, at - 1) : left;
      const to = at < added.length ? middle(places, at) : end;
      return vector("rect", "own", { x: from, y: top, width: to - from, height: scale * long });
    });
    const inflows = added.map((long, at) => {
      const [x, y] = [middle(places, at) - (scale * long) / 2, top + scale * lengths[at + 1] + 6];
      return inflow(view, at, lengths, long, `M${x} ${floor}V${y}h${scale * long}V${floor}Z`);
    });
    return [...bands, ...inflows];
  }
  let depth = top + scale * lengths[0];
  const own = vector("rect", "own", { x: left, y: top, width: end - left, height: depth - top });
  const inflows = added.map((long, at) => {
    const x = middle(places, at);
    const half = Math.max(1, scale * long) / 2;
    const [from, to] = [depth, depth + Math.max(1, scale * (lengths[at + 1] - lengths[at]))];
    depth = to;
    const bend = Math.min(BEND, step / 2 - half);
    const turn = Math.min(2 * half + bend, floor - from);
    const outer = `M${x - half} ${floor}V${from + turn}Q${x - half} ${from} ${x - half + turn} ${from}`;
    const inner = `H${end}V${to}H${x + half + bend}Q${x + half} ${to} ${x + half} ${to + bend}V${floor}Z`;
    return inflow(view, at, lengths, long, outer + inner);
  });
  return [own, ...inflows];
}

/** @param {ResidualView} view */
function inflow(view, at, lengths, long, d) {
  const { layer, name } = whoAdds(view, at);
  const said =
    `${NAMES[name]} of layer ${layer} adds a vector of length ${short(long)} to “${tokenText(view)}”, which goes from ` +
    `${short(lengths[at])} to ${short(lengths[at + 1])}.`;
  return vector("path", `inflow ${name}`, { d }, vector("title", "", said));
}

/** @param {ResidualView} view */
function whoAdds(view, at) {
  const names = sublayersOf(view);
  return { layer: Math.floor(at / names.length) + 1, name: names[at % names.length] };
}

// The word at the left, and at the right where its vector goes: through the final norm of a pre-norm stack.
/** @param {ResidualView} view */
function ends(view, { left, top, scale, end, wide, floor, funnel }, lengths, normed) {
  const deep = scale * lengths.at(-1);
  const middle = top + deep / 2;
  const way = WAYS[stackOf(view)];
  const isNarrow = wide < NARROW;
  const made = [label(left, top - 12, `“${tokenText(view)}” →`, "river-word")];
  if (!isNarrow) made.push(label(left - 14, floor + 18, "Layer", "end"));
  if (normed === null) {
    if (isNarrow) return [...made, label(wide, top - 12, `${way} →`, "end")];
    const tip = vector("path", "river-tip", { d: `M${end + 4} ${top}l14 ${deep / 2}l-14 ${deep / 2}` });
    return [...made, label(end + 26, middle + 5, way), tip];
  }
  const half = Math.max(1, scale * normed) / 2;
  const [from, to] = [end + 3, end + 3 + funnel];
  const d = `M${from} ${top}L${to} ${middle - half}H${to + funnel}V${middle + half}H${to}L${from} ${top + deep}Z`;
  const told = `The final norm takes the length from ${short(lengths.at(-1))} to ${short(normed)}.`;
  made.push(vector("path", "final-norm", { d }, vector("title", "", told)));
  if (isNarrow) return [...made, label(wide, top - 12, `final norm, ${way} →`, "end")];
  return [...made, label(to, top + 12, "final norm"), label(to + funnel + 8, middle + 5, `→ ${way}`)];
}

/** @param {ResidualView} view */
function describePicture(view, added) {
  const { layer, name } = whoAdds(view, highest(added));
  const most = `${NAMES[name].toLowerCase()} of layer ${layer} adds most`;
  return `The vector of “${tokenText(view)}” through ${layersOf(view)} layers; ${most}`;
}
