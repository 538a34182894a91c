// One word's vector on its way through a stack: what attention and feed-forward of each layer add flows in from below,
// each as wide as it is long, and on beside what was there. Above the decoder's, what it would write next if it ended
// there.

import { layersOf, stackOf, tokenText } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { element, label, say, vector } from "../../../widgets/elements.js";
import { percent, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { chipsWithin } from "../../../widgets/tokens.js";
import { highest, lengthOf, rowOf } from "../../../widgets/vectors.js";
import { NAMES, sublayersOf } from "./step.js";
import "./look.css";

const NARROW = 600; // pixels
const NAMED = 50; // pixels, of a layer that is called one
const SHAPES = {
  wide: { left: 60, right: 190, deep: 200, drop: 66, funnel: 60, card: 150 },
  narrow: { left: 40, right: 82, deep: 130, drop: 70, funnel: 18, card: 78 },
};
const TOP = 110; // pixels, above the stream: captions and cards
const LETTER = 10; // pixels, of a word on a card
const BEND = 14; // pixels, of an inflow's inner bend
const WIDTH = "A pipe is as wide as its vector is long; vectors can partly cancel, so lengths don’t simply add up.";
const LENS = "After each layer: what the model would write next if it stopped there.";
const FINAL = ["final norm:", "to the usual", "length"];
const NORMED =
  "The final norm brings the vectors of all words to similar lengths, whatever was added. Before it, this model norms " +
  "only what attention and feed-forward read; the 2017 paper norms the stream itself, after every sum.";

/** @param {ResidualView} view */
export function look(view) {
  const drawing = vector("svg", "river", { role: "img" });
  const verdict = element("p", "look-headline", { "aria-live": "polite" });
  const paint = () => drawing.clientWidth && paintRiver(drawing, view);
  const lens = element("p", "hint");
  const key = element("p", "hint flow");
  view.drawLook = () => {
    say(verdict, describeVerdict(view));
    say(lens, stackOf(view) === "encoder" ? "" : LENS);
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
    lens,
    makeSavable(element("div", "", drawing), { name }),
    key,
  );
}

/** @param {ResidualView} view */
function keyOf(view) {
  const { language, source } = view.frame;
  const isEncoder = stackOf(view) === "encoder";
  const from = {
    self_attention: isEncoder ? "from the other words" : `from the ${language} so far`,
    cross_attention: `from the ${source}`,
    feed_forward: "from its own vector",
  };
  const entry = (look, name) => element("span", "", element("i", `pipe ${look}`), name);
  return [
    entry("own", "the word itself"),
    ...sublayersOf(view).map((each) => entry(each, `${NAMES[each]}: ${from[each]}`)),
    element("span", "", WIDTH),
    view.facts.preNorm && element("span", "", { "data-from": "understand" }, NORMED),
  ].filter(Boolean);
}

// The token that goes in, and the likeliest one after each layer, with its probability.
/** @param {ResidualView} view */
function stationsOf(view) {
  const { token } = view.focus;
  const guesses = stackOf(view) === "decoder" ? view.facts.passage.guesses : [];
  return [
    { text: tokenText(view), probability: null },
    ...guesses.map((layer) => ({
      text: chipsWithin([layer[token].token])[0].text,
      probability: layer[token].probability,
    })),
  ];
}

// Find the word at which the guess changes most often on its way.
/** @param {ResidualView} view */
export function mostChanged(view) {
  const count = (_, token) => {
    const all = stationsOf({ ...view, focus: { ...view.focus, kind: "decoder", token } }).map(({ text }) => text);
    return [all[0], all[all.length - 1]].every((each) => /^\p{L}+$/u.test(each)) ? new Set(all).size : 0;
  };
  return highest(view.tokens.target.map(count));
}

/** @param {ResidualView} view */
function describeVerdict(view) {
  const stations = stationsOf(view);
  const [goes, comes] = [stations[0].text, stations[stations.length - 1].text];
  const adds = view.facts.preNorm ? "each layer adds to it" : "each layer adds, then rescales the sum";
  if (stations.length === 1) return `“${goes}” goes in, and ${adds}.`;
  return goes === comes
    ? `“${goes}” goes in and comes out again: ${adds}.`
    : `“${goes}” goes in, “${comes}” comes out: ${adds}.`;
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
function paintRiver(drawing, view) {
  const wide = drawing.clientWidth;
  const shape = SHAPES[wide < NARROW ? "narrow" : "wide"];
  const { lengths, added, normed } = computeLengths(view);
  const step = (wide - shape.left - shape.right) / added.length;
  const deepest = view.facts.preNorm ? lengths[0] + sum(added) : Math.max(...lengths);
  const scale = Math.min(shape.deep / deepest, (0.85 * step) / Math.max(...added));
  const [deep, floor] = [scale * deepest, TOP + scale * deepest + shape.drop];
  const places = { ...shape, wide, step, scale, deep, floor, end: wide - shape.right };
  drawing.setAttribute("height", String(floor + 26));
  drawing.replaceChildren(
    vector("title", "", describePicture(view, added)),
    ...flows(view, places, lengths, added),
    ...Array.from({ length: layersOf(view) }, (_, layer) => {
      const each = sublayersOf(view).length;
      return label(
        middle(places, layer * each + (each - 1) / 2),
        floor + 18,
        `${each * step < NAMED ? "" : "layer "}${layer + 1}`,
        "layer-number",
      );
    }),
    ...ends(view, places, lengths, normed),
    ...cards(view, places, normed),
  );
}

const middle = ({ left, step }, place) => left + (place + 0.5) * step;

// Each addition's own part of the stream, from where it flows in to the end. With post-norm the vector is scaled again
// after every sum: what was added can't be followed, and the stream is as wide as the vector is.
/** @param {ResidualView} view */
function flows(view, places, lengths, added) {
  const { left, scale, step, end, floor } = places;
  if (!view.facts.preNorm) {
    const bands = lengths.map((long, at) => {
      const from = at ? middle(places, at - 1) : left;
      const to = at < added.length ? middle(places, at) : end;
      return vector("rect", "own", { x: from, y: TOP, width: to - from, height: scale * long });
    });
    const inflows = added.map((long, at) => {
      const [x, y] = [middle(places, at) - (scale * long) / 2, TOP + scale * lengths[at + 1] + 6];
      return inflow(view, at, lengths, long, `M${x} ${floor}V${y}h${scale * long}V${floor}Z`);
    });
    return [...bands, ...inflows];
  }
  let depth = TOP + scale * lengths[0];
  const own = vector("rect", "own", { x: left, y: TOP, width: end - left, height: depth - TOP });
  const inflows = added.map((long, at) => {
    const x = middle(places, at);
    const half = (scale * long) / 2;
    const [from, to] = [depth, depth + 2 * half];
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

// Where the vector goes: through the final norm of a pre-norm stack.
/** @param {ResidualView} view */
function ends(view, { scale, end, wide, funnel, deep }, lengths, normed) {
  const middle = TOP + deep / 2;
  const way = stackOf(view) === "encoder" ? [label(wide, TOP - 12, "to the decoder →", "end")] : [];
  if (normed === null) {
    const half = (scale * lengths.at(-1)) / 2;
    const tip = vector("path", "river-tip", { d: `M${end + 4} ${TOP}l14 ${half}l-14 ${half}` });
    return [...way, tip];
  }
  const half = Math.max(1, scale * normed) / 2;
  const [from, to] = [end + 3, end + 3 + funnel];
  const d = `M${from} ${TOP}L${to} ${middle - half}H${to + funnel}V${middle + half}H${to}L${from} ${TOP + deep}Z`;
  const told = `The final norm takes the length from ${short(lengths.at(-1))} to ${short(normed)}.`;
  const funnelled = vector("path", "final-norm", { d }, vector("title", "", told));
  return [
    ...way,
    funnelled,
    ...FINAL.map((words, at) => label(end + Math.max(funnel, 46), TOP + deep + 18 * (at + 1), words, "layer-number")),
  ];
}

// A card over each place where the vector is read, or over fewer if they are many.
/** @param {ResidualView} view */
function cards(view, { left, step, scale, end, funnel, card, deep }, normed) {
  const stations = stationsOf(view);
  const layer = step * sublayersOf(view).length;
  const [last, every] = [stations.length - 1, Math.ceil(card / layer)];
  return stations.flatMap(({ text, probability }, at) => {
    if (at && (last - at) % every) return [];
    const isLast = at > 0 && at === last;
    const x = isLast ? end + 1.5 * funnel : left + at * layer;
    const depth = isLast && normed !== null ? (deep - scale * normed) / 2 : 0;
    const most = Math.floor((card - 16) / LETTER);
    const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text;
    const width = LETTER * Math.max(4, shown.length) + 16;
    const where = at ? (isLast ? "comes out" : `after layer ${at}`) : "goes in";
    const height = at ? 52 : 34;
    return [
      label(x, 14, where, "layer-number"),
      vector("path", "card-line", { d: `M${x} ${24 + height}V${TOP + depth}` }),
      vector("rect", text === stations[stations.length - 1].text ? "card comes" : "card", {
        ...{ x: x - width / 2, y: 24, width, height, rx: 6 },
      }),
      label(x, 47, shown, "river-word"),
      ...(at ? [label(x, 67, percent(probability ?? 0), "layer-number")] : []),
    ];
  });
}

/** @param {ResidualView} view */
function describePicture(view, added) {
  const { layer, name } = whoAdds(view, highest(added));
  const most = `${NAMES[name].toLowerCase()} of layer ${layer} adds most`;
  return `The vector of “${tokenText(view)}” through ${layersOf(view)} layers; ${most}`;
}
