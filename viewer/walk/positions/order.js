// The same tokens in another order: what the encoder makes of them with positions off, and on.

import { keepPlace, keptName, keptPlace } from "../../widgets/address.js";
import { chipOf } from "../../widgets/chips.js";
import { choice } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { full, short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { LIMIT, partHead, UNIT } from "./common.js";

const PAIR_NAMES = {
  exchanged: "Your sentence, first and last word exchanged",
  backwards: "Your sentence, backwards",
  classic: "Who eats whom",
};

/** @param {PositionsView} view */
export function orderPart(view, place) {
  const head = partHead(
    "Without positions, order is lost",
    "The encoder reads the same tokens in two orders. Below are its output vectors. To compare them, the rows of the " +
      "second order are put back into the first, so that each token stands beside itself.",
  );
  const choices = element("div", "choices");
  const { pairs } = view.facts;
  view.pair = Math.max(
    0,
    pairs.findIndex(({ name }) => name === keptPlace("order")),
  );
  view.switch ??= keptName("positions", ["off", "on"]);
  choices.append(
    choice(
      "Orders",
      pairs.map(({ name }, index) => [PAIR_NAMES[name], index]),
      view.pair,
      (index) => {
        view.pair = index;
        keepPlace("order", index ? pairs[index].name : "");
        drawOrder(view);
        view.mistakes.renew();
      },
    ),
    choice(
      "Positions",
      [
        ["off", "off"],
        ["on", "on"],
      ],
      view.switch,
      (value) => {
        view.switch = value;
        keepPlace("positions", value === "off" ? "" : value);
        drawOrder(view);
      },
    ),
  );
  view.orders = [element("div", "chips reading-order"), element("div", "chips reading-order")];
  view.verdict = element("div", "order-verdict");
  view.verdict.setAttribute("aria-live", "polite");
  const row = element("div", "three");
  const options = { scale: "signed", limit: LIMIT, unit: UNIT, columns: { title: "dimension", labels: null } };
  const rows = { title: "token", labels: [] };
  view.orderMaps = [
    matrix({ ...options, rows, name: "First order" }),
    matrix({ ...options, rows, name: "Second order" }),
    matrix({ ...options, rows, name: "Difference" }),
  ];
  row.append(...view.orderMaps.map((picture) => picture.element));
  place.append(head, choices, ...view.orders, view.verdict, row);
}

/** @param {PositionsView} view */
export function drawOrder(view) {
  const pair = view.facts.pairs[view.pair];
  if (!pair) return;
  const outputs = view.tensors[`order.${view.pair}.${view.switch}`];
  const [first, second] = [part(outputs, 0), part(outputs, 1)];
  const difference = { ...first, data: first.data.map((value, index) => value - second.data[index]) };
  readingOrder(
    view.orders[0],
    "First order",
    pair.tokens,
    pair.tokens.map((_, place) => place),
  );
  readingOrder(view.orders[1], "Second order", pair.reordered, pair.order);
  const cameFrom = pair.tokens.map((_, place) => pair.order.indexOf(place));
  const named = (places) => pair.tokens.map(({ text: face }, place) => `${places[place]}  ${face}`);
  const names = named(pair.tokens.map((_, place) => place));
  const height = names.length > 14 ? Math.max(12, Math.floor(280 / names.length)) : 18;
  const changes = { height, shape: `S × D = ${first.rows} × ${first.columns}` };
  const rowsOf = (labels) => ({ ...changes, rows: { title: "place, token", labels } });
  view.orderMaps[0].draw(first, null, rowsOf(names));
  view.orderMaps[1].draw(second, null, rowsOf(named(cameFrom)));
  view.orderMaps[2].draw(difference, null, rowsOf(names));
  tellOrder(view, pair);
}

function readingOrder(line, lead, chips, order) {
  const shown = chips.map((chip, place) => {
    const made = chipOf("span", chip, chips[place + 1]);
    made.classList.toggle("moved", order[place] !== place);
    made.append(element("span", "figure", String(place)));
    return made;
  });
  line.replaceChildren(element("span", "lead", lead), ...shown);
}

/** @param {PositionsView} view */
function tellOrder(view, pair) {
  const { off, on } = pair.difference;
  const words = {
    off:
      off === 0
        ? "Not one number differs: each token has the same vector in both orders. A reader that ignores the order of " +
          "the rows, as the decoder's cross-attention does, cannot tell the two sentences apart."
        : "Without positions the two differ by rounding alone.",
    on: "The same tokens now have other vectors, because they stand elsewhere: the two sentences can be told apart.",
  }[view.switch];
  const how = {
    off:
      `Computed in 64 bits and rounded to 32 to be compared. In 32 bits throughout the largest difference is ` +
      `${short(pair.rounding)}, because sums in another order are rounded otherwise.`,
    on:
      `Nothing else has changed: ${view.facts.sinusoidal ? "the sinusoids are" : "the learned rows are"} added to ` +
      `the embeddings, where zeros were added before.`,
  }[view.switch];
  const told = element("div");
  told.append(element("p", "", words), element("p", "hint", how));
  view.verdict.replaceChildren(measured("off", off, view.switch), measured("on", on, view.switch), told);
}

function measured(name, value, chosen) {
  const figure = element("div", name === chosen ? "measured chosen" : "measured");
  const number = element("span", "mono", short(value));
  number.title = full(value);
  figure.append(number, element("span", "hint", `largest difference, positions ${name}`));
  return figure;
}
