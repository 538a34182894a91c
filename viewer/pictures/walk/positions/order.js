// The same tokens in a different order: what the encoder makes of them with positions off, and on.

import { choiceFromUrl, setUrlParam, textFromUrl } from "../../../widgets/address.js";
import { buildChip } from "../../../widgets/chips.js";
import { choice } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { full, short } from "../../../widgets/numbers.js";
import { section } from "../section.js";
import { LIMIT, outputsOf, pairsOf, UNIT } from "./common.js";
import { differencesOf } from "./mistakes.js";

const NAMES = {
  exchanged: "Your sentence, two words swapped",
  backwards: "Your sentence, backwards",
  classic: "Who bites whom",
};

/** @param {PositionsView} view */
export function orderPart(view) {
  const pairs = pairsOf(view);
  const names = pairs.map(({ name }) => name);
  view.pair = Math.max(0, names.indexOf(textFromUrl("order")));
  view.switch ??= choiceFromUrl("positions", ["off", "on"]);
  const orders = names.map((name, index) => [NAMES[name], index]);
  view.pickOrder = (index) => {
    view.pair = index;
    setUrlParam("order", index ? names[index] : "");
    drawOrder(view);
    view.mistakes.renew();
  };
  const switches = ["off", "on"].map((name) => [name, name]);
  const pickSwitch = (name) => {
    view.switch = name;
    setUrlParam("positions", name === "off" ? "" : name);
    drawOrder(view);
  };
  view.order = {
    lines: ["First order", "Second order"].map(() => element("div", "chips reading-order small")),
    verdict: element("div", "order-verdict row panel", { "aria-live": "polite" }),
    maps: ["First order", "Second order", "Difference"].map((name) =>
      matrix({
        name,
        scale: "signed",
        limit: LIMIT,
        unit: UNIT,
        rows: { title: "token" },
        columns: { title: "dimension" },
      }),
    ),
  };
  const { lines, verdict, maps } = view.order;
  return section(
    "Without positions, the encoder can’t see order",
    "The encoder reads the same tokens in two orders. Below are its output vectors. To compare them, the rows of the " +
      "second order are sorted back, so that each token lines up with itself. (The decoder keeps some order: its " +
      "mask shows each token only the earlier ones.)",
    element(
      "div",
      "choices",
      choice("Orders", orders, view.pair, view.pickOrder),
      choice("Positions", switches, view.switch, pickSwitch),
    ),
    ...lines,
    verdict,
    element("div", "three side-by-side", ...maps.map((picture) => picture.element)),
  );
}

/** @param {PositionsView} view */
export function drawOrder(view) {
  const pair = pairsOf(view)[view.pair];
  const { lines, maps, verdict } = view.order;
  const [first, second] = outputsOf(view, pair, view.switch);
  const difference = { ...first, data: first.data.map((value, index) => value - second.data[index]) };
  const places = [...pair.order.keys()];
  lines[0].replaceChildren(...readingOrder("First order", pair.tokens, places));
  lines[1].replaceChildren(...readingOrder("Second order", pair.reordered, pair.order));
  const height = places.length > 14 ? Math.max(12, Math.floor(280 / places.length)) : 18;
  const draw = (picture, values, from) => {
    const labels = pair.tokens.map(({ text }, place) => `${from[place]}  ${text}`);
    const shape = `S × D = ${values.rows} × ${values.columns}`;
    picture.draw(values, null, { height, shape, rows: { title: "place, token", labels } });
  };
  const sorted = places.map((place) => pair.order.indexOf(place));
  draw(maps[0], first, places);
  draw(maps[1], second, sorted);
  draw(maps[2], difference, places);
  verdict.replaceChildren(
    ...differencesOf(view, pair).map(({ moved }, at) => buildMeasure(["off", "on"][at], moved, view.switch)),
    describeVerdict(view),
  );
}

function readingOrder(lead, chips, order) {
  const shown = chips.map((chip, place) => {
    const made = buildChip("span", chip, chips[place + 1]);
    made.classList.toggle("moved", order[place] !== place);
    made.append(element("span", "figure", place));
    return made;
  });
  return [element("span", "lead", lead), ...shown];
}

/** @param {PositionsView} view */
function describeVerdict(view) {
  const [words, how] = {
    off: [
      "The two differ only by rounding: each token has the same vector in both orders.",
      "A reader that ignores the order of the rows, like the decoder’s cross-attention, can’t tell the two apart.",
    ],
    on: [
      "The same tokens now have different vectors because their positions differ: the two sentences can be told apart.",
      `Nothing else has changed: ${view.facts.sinusoidal ? "the sinusoids are" : "the learned rows are"} added to ` +
        `the embeddings, where zeros were added before.`,
    ],
  }[view.switch];
  return element("div", "", element("p", "", words), element("p", "hint", how));
}

function buildMeasure(name, value, chosen) {
  return element(
    "div",
    name === chosen ? "measured chosen" : "measured",
    element("span", "mono", { title: full(value) }, short(value)),
    element("span", "hint", `largest difference, positions ${name}`),
  );
}
