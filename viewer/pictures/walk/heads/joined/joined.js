// The heads joined: what each head writes into the output, their sum, and how far it is from what the model computed in
// one product.

import { fetchParameters, hasParameters } from "../../../../frame/constants.js";
import { queriesOf } from "../../../../frame/tokens.js";
import { part, plainNumbers } from "../../../../transport/payload.js";
import { numbers } from "../../../../widgets/choice.js";
import { element, say } from "../../../../widgets/elements.js";
import { attentionName } from "../../../../widgets/focus.js";
import { equation, mathElement, mathLeaf, sub, subsup, sup, text } from "../../../../widgets/mathml.js";
import { matrix } from "../../../../widgets/matrix.js";
import { formatSigned, full, MINUS, percent, short } from "../../../../widgets/numbers.js";
import { makeSavable } from "../../../../widgets/pictures.js";
import { furthest, highest, rowOf } from "../../../../widgets/vectors.js";
import { drawWhenNear } from "../../../../widgets/when_near.js";
import { section } from "../../section.js";
import { joiningOf } from "../derived.js";
import { sumOver } from "../equation.js";
import { barCell, headRow, markRow } from "./bars.js";

/** @type {[string, string][]} */
const COLUMNS = [
  ["", ""],
  ["length", "The length of the vector it writes: the square root of the sum of its squares"],
  [
    "part of the output",
    "How much of the output comes from this share, in the output’s own direction: share · output ÷ |output|². " +
      "The parts add up to 100%; a negative one works against the others.",
  ],
];

/** @param {HeadsView} view */
export function buildSection(view) {
  const { sizes } = view;
  const names = [...numbers(sizes.H).map(([name]) => `head ${name}`), "bias", "their sum"];
  const head = (index) => sub(text("head"), index);
  const joined = {
    names,
    dimension: null,
    strips: matrix({
      name: "What is written at the token in focus",
      rows: { title: "part", labels: names },
      columns: { title: "dimension of the model" },
      scale: "signed",
      cell: [1, 4.6],
      height: 22,
      pick: (row, dimension) => {
        joined.dimension = dimension;
        if (row < sizes.H && row !== view.focus.head) view.set({ head: row });
        else draw(view, joined);
      },
    }),
    at: element("span", "hint"),
    writers: element("tbody"),
    sum: element("div", "flow sum"),
  };
  const table = element("table", "bars", headRow(COLUMNS), joined.writers);
  const writers = element("div", "flow writers", element("b", "", "Who writes most"), joined.at, table);
  const all = section(
    "The heads joined: a sum of what each head writes",
    `The output projection Wᴼ has ${sizes.D} rows, ${sizes.d_k} per head. A head is multiplied only by its own ` +
      `rows. So each head writes its own share of the output, and the shares are added up.`,
    { class: "part heads-joined stack" },
    equation(text("Concat"), "(", head("1"), "…", head("H"), ")", sup("W", "O"), "+", "b"),
    equation("=", sumOver("h"), head("h"), subsup("W", "h", "O"), "+", "b"),
    element("div", "pair side-by-side", joined.strips.element, makeSavable(writers, { name: "Who writes most" })),
    joined.sum,
  );
  view.drawJoined = drawWhenNear(all, () => drawOnceHere(view, joined));
  return all;
}

// The output projection is fetched when the section is first seen.
/** @param {HeadsView} view */
function drawOnceHere(view, joined) {
  const projection = joiningOf(view.focus.kind, view.focus.layer);
  if (hasParameters(view, projection)) return draw(view, joined);
  const { frame } = view;
  return fetchParameters(view, projection).then(
    () => view.frame === frame && view.root.isConnected && drawOnceHere(view, joined),
    () => say(joined.at, "couldn’t be loaded: check the network"),
  );
}

/** @param {HeadsView} view */
function draw(view, joined) {
  const { kind, layer, head, token } = view.focus;
  const { H, D } = view.sizes;
  const tokens = queriesOf(view);
  const parts = computeParts(view);
  joined.dimension ??= furthest(parts.at(-1));
  const { values, row, columns } = view.shown;
  const at = highest(rowOf(values, row)); // where a head looks isn’t what it writes
  const looks = `${percent(rowOf(values, row)[at])} of its attention to “${columns[at]}”`;
  say(joined.at, `at “${tokens[token].text}”`, head !== null && `; head ${head + 1} gives ${looks}`);
  joined.strips.draw(
    { data: Float32Array.from(parts.flatMap((values) => [...values])), rows: parts.length, columns: D },
    { row: head ?? H + 1, column: joined.dimension },
    { shape: `at “${tokens[token].text}” · (H + 2) × D = ${parts.length} × ${D}` },
  );
  const [lengths, shares] = [0, 1].map((which) => {
    const { data, rows, columns } = part(view.tensors[`${attentionName(kind, layer)}.joined`], which);
    return Array.from({ length: rows }, (_, index) => data[index * columns + token]);
  });
  const longest = Math.max(...lengths) || 1;
  const rows = lengths.map((length, index) => {
    const name = joined.names[index];
    const pick = element("button", "", { click: () => view.set({ head: index }) }, name);
    const title = element("th", "", { scope: "row" }, index < H ? pick : name);
    return element("tr", "", title, lengthCell(length, longest), partCell(shares[index]));
  });
  markRow(rows, head);
  replaceRows(joined.writers, rows);
  tellSum(joined, parts);
}

// The keyboard stays on the button where it was.
function replaceRows(body, rows) {
  const at = [...body.rows].findIndex((row) => row.matches(":focus-within"));
  body.replaceChildren(...rows);
  rows[at]?.querySelector("button")?.focus({ preventScroll: true });
}

function lengthCell(length, longest) {
  const bar = element("i", "", { style: `width: ${(100 * length) / longest}%` });
  return barCell("length", full(length), short(length), bar);
}

// Reserve a quarter of the bar's width for negative parts.
function partCell(share) {
  const reach = 75 * Math.min(1, Math.abs(share));
  const [left, width] = share < 0 ? [25 - Math.min(25, reach), Math.min(25, reach)] : [25, reach];
  const bar = element("i", share < 0 ? "negative" : "", { style: `left: ${left}%; width: ${width}%` });
  return barCell("signed", full(share), `${formatSigned(100 * share, 0)}%`, bar);
}

// The rows of the picture at the query in focus: the shares, the bias, their sum.
/** @param {HeadsView} view */
export function computeParts(view) {
  const { kind, layer, token } = view.focus;
  const { H, D } = view.sizes;
  const shares = view.tensors[`${attentionName(kind, layer)}.shares`];
  const bias = plainNumbers(view.tensors[`${joiningOf(kind, layer)}.bias`]);
  const pieces = [...[...Array(H).keys()].map((head) => part(shares, head, token)), bias];
  const sum = new Float32Array(D);
  for (const piece of pieces)
    piece.forEach((value, dimension) => {
      sum[dimension] += value;
    });
  return [...pieces, sum];
}

// The terms have one decimal more than their sum, so that what is written adds up. Pointed at: all digits that hold.
function decimals(value, count) {
  const made = mathLeaf("mn", formatSigned(value, count));
  made.setAttribute("title", full(value));
  return made;
}

// One dimension added up, so that it can be done with a pocket calculator.
function tellSum({ dimension, names, sum }, parts) {
  const terms = parts.slice(0, -1).flatMap((values, index) => {
    const value = values[dimension];
    const sign = value < 0 ? [MINUS] : index ? ["+"] : [];
    return [...sign, mathElement("munder", decimals(Math.abs(value), 3), text(names[index]))];
  });
  sum.replaceChildren(
    element("span", "lead", `Dimension ${dimension}:`),
    equation(...terms, "=", decimals(parts.at(-1)[dimension], 2)),
  );
}
