// Two words change places: each word's vector in both orders, without positions and with them. At Look how one word's
// vector and its place add up.

import { part } from "../../../transport/payload.js";
import { setUrlParam, textFromUrl } from "../../../widgets/address.js";
import { buildChip, joinChips } from "../../../widgets/chips.js";
import { choice } from "../../../widgets/choice.js";
import { depthNow } from "../../../widgets/depth.js";
import { AS_IS, element, vector } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { buildStackedTable } from "../../../widgets/stacked_table.js";
import { largest, rowOf } from "../../../widgets/vectors.js";
import { outputsOf, pairsOf, plot } from "./common.js";
import "./look.css";

const SAME = 1e-3; // below it two vectors differ by nothing that is seen
const NAMES = { exchanged: "Two words swapped", backwards: "Backwards", classic: "Who bites whom?" };
const TOLD = {
  off: ["Encoder without positions", "Each word has the same vector in both orders."],
  on: ["With positions", "All vectors change, even of words that didn’t move: they see the others."],
};
const [BARS, FEW] = [48, 12]; // of a vector's numbers, the first
const ADDED =
  "The same word at another place gives another sum, and the sum is all that the encoder reads. Without positions it " +
  `would read the same numbers at both. Bars: the first ${BARS} numbers, all on one scale, up above 0 and down below.`;

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
  const orders = pairs.map(({ name }, index) => [NAMES[name], index]);
  section.replaceChildren(
    choice("Change", orders, view.pair, view.pickOrder),
    element("p", "look-headline", describeChange(pair)),
    bothTranslations(pair),
    depthNow() === "look" ? oneWord(view) : allWords(view, pair),
    element("p", "hint", { "data-at": "look" }, ADDED),
  );
}

// The visitor's first word that would move, at both places: its own vector, the place's, and their sum.
/** @param {PositionsView} view */
function oneWord(view) {
  const [{ order }] = view.facts.passage.orders;
  const place = order.findIndex((from, at) => from !== at);
  const of = (name, row) => rowOf(part(view.tensors[`encoder.${name}`]), row).slice(0, BARS);
  const word = of("embedding", place);
  const limit = largest(word) + largest(part(view.tensors["encoder.positions"]).data);
  const line = (name, look, values) => element("div", "row", element("span", "quiet", name), bars(look, values, limit));
  const text = `“${view.tokens.source[place].text}”`;
  const added = [place, order.indexOf(place)].map((at, after) => {
    const chips = order.map((from, own) => view.tokens.source[after ? from : own]);
    const pattern = of("positions", at);
    const sum = word.map((value, dimension) => value + pattern[dimension]);
    const drawn = [line(text, "word", word), line(`+ place ${at + 1}`, "place", pattern), line("= sum", "input", sum)];
    return element("div", "stack", element("b", "", `${text} at place ${at + 1}`), numbered(chips), ...drawn);
  });
  return element("div", "swap-one side-by-side", ...added);
}

// The pieces of an order, each with its place: a word may take several.
const numbered = (chips) => {
  const figure = (at) => element("span", "figure", `${at + 1}`);
  return element("div", "chips", ...chips.map((chip, at) => buildChip("span", chip, chips[at + 1], figure(at))));
};

function bars(look, values, limit) {
  const bar = (value, at) => `M${(1000 * (at + 0.5)) / values.length} 50v${(-50 * value) / limit}`;
  return plot({ "aria-hidden": "true" }, { zero: "M0 50H1000", [look]: Array.from(values, bar).join("") });
}

/** @param {PositionsView} view @param {OrderedPair} pair */
function allWords(view, pair) {
  const vectors = ["off", "on"].map((name) => vectorPairs(view, pair, name));
  const moved = (place) => (pair.order[place] === place ? "" : " moved");
  const word = (chip, names) => {
    const made = buildChip("span", { ...chip, joined: false });
    made.className += names;
    return made;
  };
  const ours = pair.tokens.map(({ text }) => text).join(" ") !== view.tokens.source.map(({ text }) => text).join(" ");
  return element(
    "div",
    "swap-grid sideways",
    { style: `--count: ${pair.tokens.length}` },
    element("b", "swap-name last", "The other order"),
    element("b", "swap-name", ours ? "Our example" : "Your words"),
    ...["off", "on"].map((name) =>
      element("div", `swap-name ${name}`, element("b", "", TOLD[name][0]), element("span", "quiet", TOLD[name][1])),
    ),
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
    element("div", "swap-after", ...pair.reordered.map((chip, place) => word(chip, moved(place)))),
  );
}

/** @param {OrderedPair} pair */
function describeChange({ name, swapped, translations }) {
  const [first, second] = translations?.off ?? [];
  if (first && first === second)
    return `Without positions, the encoder can’t tell who bites whom: both become “${first}”`;
  const change = swapped ? `Swap “${swapped[0]}” and “${swapped[1]}”.` : "Read the sentence backwards.";
  return `${name === "classic" ? "Who bites whom?" : change} Only with positions does the encoder notice.`;
}

// What becomes of both orders of our own pair.
/** @param {OrderedPair} pair */
function bothTranslations({ translations, tokens, reordered }) {
  if (!translations) return "";
  const { off, on } = translations;
  const rows = [tokens, reordered].map((chips, at) =>
    [joinChips(chips), off[at], on[at]].map((text, column) =>
      element(column === 1 && off[at] !== on[at] ? "s" : "span", "", AS_IS, text),
    ),
  );
  return buildStackedTable(["Sentence", TOLD.off[0], TOLD.on[0]], rows, []);
}

// A word's vector in both orders, and whether it is the same.
/** @param {PositionsView} view @param {OrderedPair} pair */
function vectorPairs(view, pair, name) {
  const [first, second] = outputsOf(view, pair, name);
  return (place) => {
    const both = [first, second].map((values) => rowOf(values, place));
    const same = both[0].every((value, at) => Math.abs(value - both[1][at]) < SAME);
    const few = both.map((values) => values.slice(0, FEW));
    const strips = few.map((values) => bars("word", values, Math.max(...few.map(largest))));
    const verdict = element("b", "", same ? "=" : "≠", element("span", "", same ? " the same" : " different"));
    return element("div", `swap-pair stack ${same ? "same" : "other"}`, ...strips, verdict);
  };
}

// Draw a line from each word's old place to its new one.
function drawLines({ order }) {
  const x = (place) => 100 * (place + 0.5);
  const paths = order.map((from, place) => {
    const line = { d: `M${x(from)} 100L${x(place)} 0`, "vector-effect": "non-scaling-stroke" };
    return vector("path", from === place ? "" : "moved", line);
  });
  const box = { viewBox: `0 0 ${100 * order.length} 100`, preserveAspectRatio: "none", "aria-hidden": "true" };
  return vector("svg", "swap-lines", box, ...paths);
}
