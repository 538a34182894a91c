// Attention as a dictionary look-up: what the query in focus asks, what the keys answer, what is fetched.

import { attentionMatrix } from "../../../frame/attention_matrix.js";
import { buildChip } from "../../../widgets/chips.js";
import { element } from "../../../widgets/elements.js";
import { full, short, sum } from "../../../widgets/numbers.js";
import { inks, shades } from "../../../widgets/palette.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { tableHead } from "../../../widgets/plain_table.js";
import { region, section } from "../section.js";
import { dot, rankPlaces, rowOf } from "../vectors.js";
import { makeSignedScale, strongestKey } from "./numbers.js";

const MOST_ENTRIES = 10; // keys with a line of their own; the others share one

/** @param {ProjectionsView} view */
export function lookUp(view) {
  const heat = attentionMatrix(view, { name: "All look-ups of this head" }, () => view.now.keyRow);
  const name = "The look-up of the query in focus";
  const [asked, table] = [element("div", "asked flow centred"), element("table", "entries")];
  const right = element("div", "stack", asked, element("div", "sideways", region(name), table));
  makeSavable(right, { name });
  return {
    element: section(
      "A dictionary that answers with a mixture",
      "A dictionary compares your query with its keys and returns the value of the one that fits. Attention " +
        "compares the query with every key and takes a share of every value; the weights say how much.",
      element("div", "lookup side-by-side", heat.element, right),
    ),
    update(now, changed) {
      if (changed) heat.draw(now.weights, { cell: now.columns.length > 24 ? [4, 13] : [9, 34] });
      else heat.mark();
      const { text } = now.rows[now.token];
      const strip = buildStrips(view);
      asked.replaceChildren(
        element("span", "", aloneChip(now.rows[now.token])),
        element("span", "", "asks with its query"),
        strip(rowOf(now.query, now.token), `query of “${text}”, ${view.sizes.d_k} numbers`),
      );
      fill(view, table, strip);
    },
  };
}

// Show a piece of a word without the rest of its word.
const aloneChip = (chip) => buildChip("span", { ...chip, joined: false });

// Draws vectors as strips of colours.
/** @param {ProjectionsView} view */
function buildStrips(view) {
  const scale = makeSignedScale(view.now.limits.output, inks(view.root));
  return (numbers, name) => {
    const { data } = shades(numbers, numbers.length, 1, scale);
    const share = 100 / numbers.length;
    const stops = Array.from(numbers, (_, at) => {
      const colour = data.slice(4 * at, 4 * at + 3).join(" ");
      return `rgb(${colour}) ${share * at}% ${share * (at + 1)}%`;
    });
    const made = element("span", "strip", { role: "img", "aria-label": name, title: name });
    made.style.backgroundImage = `linear-gradient(to right, ${stops.join(", ")})`;
    return made;
  };
}

/** @param {ProjectionsView} view */
function fill(view, table, strip) {
  const { now } = view;
  const weights = rowOf(now.weights, now.token);
  const best = strongestKey(now);
  const entries = chooseEntries(weights, now.keyRow);
  const choose = (key) => {
    view.key = key;
    view.set({});
    table.querySelector("[aria-pressed=true]").focus();
  };
  const headings = ["entry", "its key", "score\nq·k/√dₖ", "hard", "soft: weight", "its value"];
  const others = weights.length - entries.length;
  const left = Math.max(0, sum(weights) - sum(entries.map((key) => weights[key])));
  const name = now.columns[best].text;
  const rest = [
    element("td", "", { colspan: 4 }, others === 1 ? "one more key" : `${others} more keys`),
    element("td", "mono", { colspan: 2 }, `together ${left.toFixed(3)}`),
  ];
  const hard = strip(rowOf(now.value, best), `value of “${name}”`);
  const soft = strip(rowOf(now.context, now.token), "the mixture: the head’s output for this token");
  table.replaceChildren(
    tableHead(headings),
    element("tbody", "", ...entries.map((key) => entryLine(now, key, weights[key], key === best, strip, choose))),
    element(
      "tfoot",
      "",
      others > 0 && element("tr", "rest", ...rest),
      resultLine("A hard dictionary", `returns one entry, the value of “${name}”`, hard),
      resultLine("Attention", buildMixture(now, weights), soft),
    ),
  );
}

// The heaviest keys, in the order of the sentence, and the one in focus.
function chooseEntries(weights, keyRow) {
  const heaviest = rankPlaces(weights).filter((index) => index !== keyRow);
  return [keyRow, ...heaviest.slice(0, MOST_ENTRIES - 1)].sort((a, b) => a - b);
}

function buildMixture(now, weights) {
  const parts = rankPlaces(weights)
    .slice(0, 3)
    .filter((index, place) => place === 0 || weights[index] >= 0.005)
    .map((index) => `${weights[index].toFixed(2)} of “${now.columns[index].text}”`);
  return `returns a mixture: ${parts.join(" + ")}${weights.length > parts.length ? " + …" : ""}`;
}

function entryLine(now, key, weight, best, strip, choose) {
  const chip = now.columns[key];
  const chosen = key === now.keyRow;
  const masked = now.kind === "decoder" && key > now.token; // a token cannot see those after it
  const score = dot(rowOf(now.query, now.token), rowOf(now.key, key)) / Math.sqrt(now.key.columns);
  const pressed = { "aria-pressed": String(chosen), title: `position ${key}`, click: () => choose(key) };
  const button = element("button", "entry bare", { type: "button", ...pressed }, aloneChip(chip));
  const bar = element("i", "", { style: `width: ${60 * weight}%` });
  return element(
    "tr",
    [masked && "masked", best && "best", chosen && "chosen"].filter(Boolean).join(" "),
    element("td", "", button),
    element("td", "", strip(rowOf(now.key, key), `key of “${chip.text}”`)),
    element("td", "mono", { title: full(score) }, masked ? "masked" : short(score)),
    element("td", "mono", best ? "1" : "0"),
    element("td", "soft", bar, element("span", "mono", { title: full(weight) }, weight.toFixed(3))),
    element("td", "", strip(rowOf(now.value, key), `value of “${chip.text}”`)),
  );
}

const resultLine = (who, what, strip) =>
  element(
    "tr",
    "result",
    element("td", "", { colspan: 5 }, element("b", "", `${who} `), what),
    element("td", "", strip),
  );
