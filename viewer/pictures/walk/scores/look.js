// The six steps of one query at a glance: a column for each key, a row for each step. Numbers are those of one key.

import { keysOf, queriesOf } from "../../../frame/tokens.js";
import { buildChip } from "../../../widgets/chips.js";
import { AS_IS, element, spans } from "../../../widgets/elements.js";
import { KINDS } from "../../../widgets/focus.js";
import { short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { check, radios } from "../../../widgets/radio.js";
import { fadeTo, strip, stripLimit } from "../strip.js";
import { isWord, surest } from "../surest.js";
import { rankPlaces, rowOf } from "../vectors.js";
import { keyInFocus } from "./numbers.js";
import "./look.css";

const MOST = 14; // keys that are shown, those with the largest weights
const ON_A_PHONE = 4;

/** @param {ScoresView} view */
export function look(view) {
  const picture = element("section", "six", { "data-at": "look", "aria-label": "One query, six steps" });
  view.drawLook = () => drawLook(view, picture);
  return makeSavable(picture, { name: "One query, six steps" });
}

/** @param {ScoresView} view */
function drawLook(view, picture) {
  const { numbers, focus } = view;
  const { weight, raw, scaled, masked, count, size } = numbers;
  const keys = keysOf(view);
  const said = queriesOf(view)[focus.token].text;
  const at = keyInFocus(view);
  const best = rankPlaces(weight);
  const top = new Set([...best.slice(0, ON_A_PHONE), at]);
  const shown = [...new Set([...best.slice(0, MOST), at])].sort((one, other) => one - other);
  const vectors = (name, means) => {
    const all = { data: numbers[name], columns: size };
    const limit = stripLimit(all.data, size);
    return (key) => strip(rowOf(all, key), { means, limit, told: `the ${means} of “${keys[key].text}”` });
  };
  const [keyStrip, valueStrip] = [vectors("keys", "key"), vectors("values", "value")];
  const bars = layOutBars(raw);
  const cells = (...made) =>
    shown.map((key) =>
      element(
        "div",
        `six-cell stack${key === at ? " here" : ""}${top.has(key) ? " top" : ""}`,
        element("span", "key-word one-line", keys[key].text),
        ...made.map((make) => make(key)),
      ),
    );
  const figure = (values) => (key) => element("b", "figure", short(values[key], 2));
  const hidden = masked.filter((score) => !Number.isFinite(score)).length;
  const own = { title: `a query of ${size} numbers` };
  const lines = [
    ["Compare", "how well each word matches", ...cells(keyStrip, (key) => bars(raw[key]), figure(raw))],
    ["Scale", `made smaller: divided by √${size}`, ...cells((key) => bars(scaled[key]), figure(scaled))],
    hidden
      ? ["Hide", "what comes later", ...cells((key) => !Number.isFinite(masked[key]) && buildHatch())]
      : [
          "Hide",
          "what it can’t see yet",
          element("div", "six-wide row quiet", "Nothing to hide: the whole source sentence is there."),
        ],
    ["Share", "scores turned into shares", ...cells((key) => shareBar(weight[key]), figure(weight))],
    ["Weigh", "values, as strong as their share", ...cells((key) => fadeTo(valueStrip(key), weight[key]))],
    ["Add up", `what “${said}” takes`, total(view, keys, said, best[0])],
  ];
  const headline =
    `${focus.kind === "cross" ? "To write" : "For"} “${said}”, head ${focus.head + 1} of layer ${focus.layer + 1} ` +
    `gives ${Math.round(100 * weight[best[0]])}% of its attention to “${keys[best[0]].text}”.`;
  const chips = keyChips(view, keys, shown);
  const query = strip(numbers.query, {
    means: "query",
    limit: stripLimit(numbers.query, size),
    told: `the query of “${said}”`,
  });
  picture.style.setProperty("--keys", String(shown.length));
  picture.replaceChildren(
    element("p", "look-headline", headline),
    element("div", "six-name six-query", own, element("b", "means-query", AS_IS, said), query),
    chips,
    ...lines.flatMap(([name, words, ...parts]) => [
      element("div", "six-name", element("b", "", name), element("span", "quiet", words)),
      ...parts,
    ]),
    ...(shown.length < count ? [element("p", "six-rest hint", `The ${shown.length} best of ${count} tokens.`)] : []),
    element("p", "six-few hint", `The ${top.size} best of ${count} tokens.`),
  );
}

// Bars on one scale, from the zero that all of them share.
function layOutBars(values) {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const place = (value) => (100 * (value - least)) / (most - least || 1);
  return (value) => {
    const [from, to] = [place(Math.min(0, value)), place(Math.max(0, value))];
    const style = `--from: ${from.toFixed(1)}%; --long: ${(to - from).toFixed(1)}%; --zero: ${place(0).toFixed(1)}%`;
    return element("span", `six-bar${value < 0 ? " below" : ""}`, { style }, element("i"));
  };
}

const shareBar = (weight) =>
  element("span", "six-bar share", { style: `--from: 0%; --long: ${(100 * weight).toFixed(1)}%` }, element("i"));

const buildHatch = () => element("span", "six-hatch", { title: "hidden" });

/** @param {ScoresView} view */
function total(view, keys, said, best) {
  const { context, values, size } = view.numbers;
  const told = `what “${said}” takes`;
  return element(
    "div",
    "six-wide row six-total",
    strip(context, { means: "value", limit: stripLimit(values, size), told }),
    ...spans(`most from “${keys[best].text}”`),
  );
}

/** @param {ScoresView} view */
function keyChips(view, keys, shown) {
  const made = radios(
    shown.map((key) => buildChip("button", keys[key], undefined, { title: keys[key].text })),
    (goal) => {
      const inside = made.some((chip) => chip.matches(":focus"));
      view.chooseKey(shown[goal]);
      const chosen = /** @type {HTMLElement} */ (view.root.querySelector(".six-keys [aria-checked=true]"));
      if (inside) chosen.focus({ preventScroll: true });
    },
  );
  check(made, shown.indexOf(keyInFocus(view)));
  const side = KINDS[view.focus.kind].columns === "source" ? "encoder" : "decoder";
  const group = { role: "radiogroup", "aria-label": "The key in focus" };
  return element("div", `six-keys step-chips small ${side}`, group, ...made);
}

// A word whose head finds it where the order of both languages differs, such as “noir” at “black”; else the surest.
/** @param {ScoresView} view */
export function firstQuery(view) {
  const isFound = (find) => find && isWord(find.query) && isWord(find.key);
  return surest(view, "cross", [view.frame.alignedLayer], (find, before) => {
    if (!isFound(find)) return -1;
    return find.weight + (isFound(before) && find.to < before.to ? before.weight : 0);
  });
}
