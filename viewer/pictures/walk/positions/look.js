// Two words change places: each word's vector in both orders, without positions and with them.

import { setUrlParam, textFromUrl } from "../../../widgets/address.js";
import { buildChip } from "../../../widgets/chips.js";
import { choice } from "../../../widgets/choice.js";
import { element, spans, vector } from "../../../widgets/elements.js";
import { full, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { rowOf } from "../../../widgets/vectors.js";
import { strip, stripLimit } from "../strip.js";
import { outputsOf, pairsOf } from "./common.js";
import { differencesOf } from "./mistakes.js";
import "./look.css";

const SAME = 1e-3; // below it two vectors differ by nothing that is seen
const NAMES = { exchanged: "Your words, two swapped", backwards: "Your words, backwards", classic: "Our example" };
const TOLD = {
  off: ["Without positions", "Each word has the same vector in both orders."],
  on: ["With positions", "All vectors change, even of words that didn’t move: they see the others."],
};
const ORDERS = {
  exchanged: ["your order", "swapped"],
  backwards: ["your order", "backwards"],
  classic: ["one order", "the other"],
};

/** @param {PositionsView} view */
export function look(view) {
  const section = element("section", "swap-look stack", { "aria-label": "Two orders" });
  const names = pairsOf(view).map(({ name }) => name);
  view.pair = Math.max(0, names.indexOf(textFromUrl("order")));
  view.pickOrder = (index) => {
    view.pair = index;
    setUrlParam("order", index ? names[index] : "");
    drawLook(view, section);
    view.mistakes.renew();
  };
  view.drawLook = () => drawLook(view, section);
  return makeSavable(section, { name: "Two orders" });
}

/** @param {PositionsView} view */
function drawLook(view, section) {
  const pairs = pairsOf(view);
  const pair = pairs[view.pair];
  const count = pair.tokens.length;
  const orders = pairs.map(({ name }, index) => [NAMES[name], index]);
  const grid = element("div", "swap-grid sideways", { style: `--count: ${count}` });
  const moved = (place) => (pair.order[place] === place ? "" : " moved");
  const word = (chip, names) => {
    const made = buildChip("span", { ...chip, joined: false });
    made.className += names;
    return made;
  };
  const vectors = ["off", "on"].map((name) => vectorPairs(view, pair, name));
  grid.append(
    element("b", "swap-name", pair.name === "classic" ? "Our example" : "Your words"),
    ...["off", "on"].map((name) =>
      element(
        "div",
        `swap-name ${name}`,
        element("b", "", TOLD[name][0]),
        ...describeOrders(pair, name),
        describeDifference(view, pair, name),
        element("div", "swap-orders quiet", ...spans(...ORDERS[pair.name])),
      ),
    ),
    element("b", "swap-name last", "The other order"),
    ...pair.tokens.map((chip, place) =>
      element(
        "div",
        "swap-word",
        { style: `--at: ${place + 2}` },
        word(chip, moved(pair.order.indexOf(place))),
        ...vectors.map((pairOf) => pairOf(place)),
      ),
    ),
    drawLines(pair),
    element("div", "swap-after small", ...pair.reordered.map((chip, place) => word(chip, moved(place)))),
  );
  section.replaceChildren(
    choice("Change", orders, view.pair, view.pickOrder),
    element("p", "look-headline", `${describeChange(pair)} Only with positions does the encoder notice.`),
    grid,
  );
}

/** @param {OrderedPair} pair */
function describeChange({ name, swapped }) {
  if (swapped) return `Swap “${swapped[0]}” and “${swapped[1]}”.`;
  return name === "backwards" ? "Read the sentence backwards." : "Our example: who bites whom?";
}

// What becomes of both orders: of our own pair, their translations.
/** @param {OrderedPair} pair @param {string} name */
function describeOrders({ translations }, name) {
  if (!translations) return [element("span", "quiet", TOLD[name][1])];
  const [first, second] = translations[name];
  const made = first === second ? [`“${first}”`, "for both"] : [`“${first}”`, `“${second}”`];
  return made.map((each) => element("span", "serif", each));
}

/** @param {PositionsView} view */
function describeDifference(view, pair, name) {
  const value = differencesOf(view, pair)[name === "off" ? 0 : 1].moved;
  const figure = element("span", "mono", { title: full(value) }, short(value));
  return element("span", "hint measured", { "data-from": "understand" }, "largest difference ", figure);
}

// A word's vector in both orders, and whether it is the same.
/** @param {PositionsView} view */
function vectorPairs(view, pair, name) {
  const { D } = view.sizes;
  const [first, second] = outputsOf(view, pair, name);
  const limit = Math.max(...[first, second].map(({ data }) => stripLimit(data, D)));
  return (place) => {
    const both = [first, second].map((values) => rowOf(values, place));
    const same = both[0].every((value, at) => Math.abs(value - both[1][at]) < SAME);
    const [before, after] = both.map((each, at) =>
      strip(each, { means: "encoder", limit, told: `“${pair.tokens[place].text}”, ${at ? "after" : "before"}` }),
    );
    const verdict = [same ? "=" : "≠", element("span", "", same ? " the same" : " different")];
    return element("div", `swap-pair stack ${same ? "same" : "other"}`, before, after, element("b", "", ...verdict));
  };
}

// Draw a line from each word's old place to its new one.
function drawLines({ order }) {
  const x = (place) => 100 * (place + 0.5);
  const paths = order.map((from, place) => {
    const line = { d: `M${x(from)} 0L${x(place)} 100`, "vector-effect": "non-scaling-stroke" };
    return vector("path", from === place ? "" : "moved", line);
  });
  const box = { viewBox: `0 0 ${100 * order.length} 100`, preserveAspectRatio: "none", "aria-hidden": "true" };
  return vector("svg", "swap-lines", box, ...paths);
}
