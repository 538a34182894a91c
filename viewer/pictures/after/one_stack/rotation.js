// RoPE: a query and a key, each turned by its place; their score depends on the distance alone.

import { element, say, vector } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { short } from "../../../widgets/numbers.js";

const DRAWN = [0, 4, 8]; // pairs of dimensions, from fast to slow
const SLIDERS = { query: "Place of the query", key: "Place of the key", by: "Both are moved by" };

// As `rotate` of the library: pair i turns by place / 10,000^(2i / d).
/** @param {ArrayLike<number>} numbers */
export function turn(numbers, place) {
  return Float64Array.from(numbers, (own, at) => {
    const angle = place / 10_000 ** ((at - (at % 2)) / numbers.length);
    return own * Math.cos(angle) + (at % 2 ? 1 : -1) * numbers[at ^ 1] * Math.sin(angle);
  });
}

export default mountOnData((/** @type {RotationView} */ view, { facts, tensors }) => {
  view.places ??= { query: 5, key: 2, by: 20 };
  const [dials, told] = [element("div", "flow"), element("p", "look-words", { "aria-live": "polite" })];
  const draw = () => {
    const { places } = view;
    const turned = (by) => [turn(tensors.query.data, places.query + by), turn(tensors.key.data, places.key + by)];
    const tell = (by) =>
      `At places ${places.query + by} and ${places.key + by}, their score is ${scoreOf(turned(by))}.`;
    dials.replaceChildren(...DRAWN.map((pair) => dialOf(turned(places.by), pair)));
    say(told, `The query of “${facts.query}” and the key of “${facts.key}”. ${tell(0)} ${tell(places.by)}`);
  };
  const sliders = Object.entries(SLIDERS).map(([name, label]) => {
    const input = ({ target }) => {
      view.places[name] = target.valueAsNumber;
      draw();
    };
    const range = { type: "range", min: 0, max: 50, value: view.places[name], input };
    return element("label", "row", { style: `color: var(--ink-${name})` }, label, element("input", "", range));
  });
  view.root.replaceChildren(element("div", "stack", element("div", "flow", ...sliders), dials, told));
  draw();
});

/** @param {Float64Array[]} both */
const scoreOf = ([query, key]) =>
  short(query.reduce((sum, each, at) => sum + each * key[at], 0) / Math.sqrt(key.length));

// Where a pair of both points.
function dialOf(both, pair) {
  const arrows = both.map((numbers, which) => {
    const [x, y] = [numbers[2 * pair], numbers[2 * pair + 1]];
    const ends = { x2: x / Math.hypot(x, y), y2: -y / Math.hypot(x, y) };
    return vector("line", "", { ...ends, stroke: `var(--${which ? "key" : "query"})`, "stroke-width": 0.06 });
  });
  const label = `Pair ${pair + 1} of ${both[0].length / 2}`;
  const ring = vector("circle", "", { r: 1, fill: "none", stroke: "var(--edge)", "stroke-width": 0.03 });
  const shape = { viewBox: "-1.05 -1.05 2.1 2.1", width: 120, role: "img", "aria-label": label };
  return element("figure", "", vector("svg", "", shape, ring, ...arrows), element("figcaption", "hint", label));
}
