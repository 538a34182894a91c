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
import { strip, stripLimit } from "../strip.js";
import { outputsOf, pairsOf, plot } from "./common.js";
import "./look.css";

const SAME = 1e-3; // below it two vectors differ by nothing that is seen
const NAMES = { exchanged: "Two words swapped", backwards: "Backwards", classic: "Who bites whom?" };
const TOLD = {
  off: ["Without positions", "Each word has the same vector in both orders."],
  on: ["With positions", "All vectors change, even of words that didn’t move: they see the others."],
};
const BARS = 48; // of a vector's numbers, the first
const ADDED =
  "The same word at another place gives another sum, and the sum is all that the encoder reads. Without positions it " +
  `would read the same numbers at both. Bars: the first ${BARS} numbers, up above 0 and down below.`;

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
    depthNow() === "look" ? oneWord(view, pair) : allWords(view, pair),
    element("p", "hint", { "data-at": "look" }, ADDED),
  );
}

// The first word that has moved, at both places: its own vector, the place's, and their sum. Of our own pair nothing was
// sent that is added: then it's a word of the visitor's sentence.
/** @param {PositionsView} view @param {OrderedPair} pair */
function oneWord(view, pair) {
  const { tokens, order } = isOurs(view, pair) ? pairsOf(view)[0] : pair;
  const place = order.findIndex((from, at) => from !== at);
  const of = (name, row) => rowOf(part(view.tensors[`encoder.${name}`]), row).slice(0, BARS);
  const word = of("embedding", place);
  const sums = [place, order.indexOf(place)].map((at) => {
    const added = of("positions", at);
    return { at, added, sum: word.map((value, dimension) => value + added[dimension]) };
  });
  const limit = Math.max(...[word, ...sums.map(({ sum }) => sum)].map(largest));
  const line = (name, look, values) => element("div", "row", element("span", "quiet", name), bars(look, values, limit));
  const text = `“${tokens[place].text}”`;
  const added = sums.map(({ at, added, sum }) =>
    element(
      "div",
      "stack",
      element("b", "", `${text} at place ${at + 1}`),
      line(text, "word", word),
      line(`+ place ${at + 1}`, "place", added),
      line("= sum", "input", sum),
    ),
  );
  return element("div", "swap-one side-by-side", ...added);
}

function bars(look, values, limit) {
  const bar = (value, at) => `M${(1000 * (at + 0.5)) / BARS} 50v${(-50 * value) / limit}`;
  return plot({ "aria-hidden": "true" }, { zero: "M0 50H1000", [look]: Array.from(values, bar).join("") });
}

// Whether a pair's sentence isn't the visitor's.
/** @param {PositionsView} view @param {OrderedPair} pair */
const isOurs = ({ tokens: { source } }, { tokens }) =>
  tokens.map(({ text }) => text).join(" ") !== source.map(({ text }) => text).join(" ");

/** @param {PositionsView} view @param {OrderedPair} pair */
function allWords(view, pair) {
  const vectors = ["off", "on"].map((name) => vectorPairs(view, pair, name));
  const moved = (place) => (pair.order[place] === place ? "" : " moved");
  const word = (chip, names) => {
    const made = buildChip("span", { ...chip, joined: false });
    made.className += names;
    return made;
  };
  return element(
    "div",
    "swap-grid sideways",
    { style: `--count: ${pair.tokens.length}` },
    element("b", "swap-name last", "The other order"),
    element("b", "swap-name", isOurs(view, pair) ? "Our example" : "Your words"),
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
    return `Without positions, the model can’t tell who bites whom: both become “${first}”`;
  const change = swapped ? `Swap “${swapped[0]}” and “${swapped[1]}”.` : "Read the sentence backwards.";
  return `${name === "classic" ? "Who bites whom?" : change} Only with positions does the encoder notice.`;
}

// What becomes of both orders of our own pair.
/** @param {OrderedPair} pair */
function bothTranslations({ translations, tokens, reordered }) {
  if (!translations) return "";
  const { off, on } = translations;
  const rows = [tokens, reordered].map((chips, at) =>
    [joinChips(chips), off[at], on[at]].map((text) => element("span", "", AS_IS, text)),
  );
  return buildStackedTable(["Sentence", TOLD.off[0], TOLD.on[0]], rows, []);
}

// What strips show, from top to bottom: with positions, the pattern of each order's place as well.
/** @param {OrderedPair} pair */
function orderNames({ name }, placed) {
  const other = name === "backwards" ? name : "swapped";
  return placed ? ["its place", "this order", "other place", other] : ["this order", other];
}

// A word's vector in both orders, and whether it is the same.
/** @param {PositionsView} view @param {OrderedPair} pair */
function vectorPairs(view, pair, name) {
  const { D } = view.sizes;
  const [first, second] = outputsOf(view, pair, name);
  const limit = Math.max(...[first, second].map(({ data }) => stripLimit(data, D)));
  const added = name === "on" && part(view.tensors["encoder.positions"]);
  const pattern = (place) =>
    added &&
    place < added.rows &&
    strip(rowOf(added, place), { means: "decoder", limit: stripLimit(added.data, D), told: `place ${place + 1}` });
  return (place) => {
    const both = [first, second].map((values) => rowOf(values, place));
    const same = both[0].every((value, at) => Math.abs(value - both[1][at]) < SAME);
    const [before, after] = both.map((each, at) =>
      strip(each, { means: "encoder", limit, told: `“${pair.tokens[place].text}”, ${at ? "after" : "before"}` }),
    );
    const verdict = [same ? "=" : "≠", element("span", "", same ? " the same" : " different")];
    const marked = element("b", "", ...verdict);
    const strips = [pattern(place), before, pattern(pair.order.indexOf(place)), after].filter(Boolean);
    const names = orderNames(pair, Boolean(added));
    const drawn = strips.map((each, at) => element("div", "row", element("span", "quiet", names[at]), each));
    return element("div", `swap-pair stack ${same ? "same" : "other"}`, ...drawn, marked);
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
