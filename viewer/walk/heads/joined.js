// The heads joined: what each head writes into the output, their sum, and how far it is from what the model computed in
// one product.

import { numbers } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { equation, ident, leaf, mathElement, op, sub, subsup, sup, text } from "../../widgets/mathml.js";
import { matrix } from "../../widgets/matrix.js";
import { full, MINUS, short, signed } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { drawnWhenNear } from "../../widgets/when_near.js";
import { sumOver } from "./equation.js";

/** @param {HeadsView} view */
export function buildJoined(view, place) {
  const section = element("section", "heads-joined");
  section.setAttribute("aria-label", "The heads joined");
  section.append(element("h3", "", "The heads joined: a sum of what each head writes"));
  section.append(
    element(
      "p",
      "hint",
      `The output projection Wᴼ has ${view.sizes.D} rows, ${view.sizes.d_k} for each head. A head is multiplied by ` +
        `its own rows only. So each head writes a share of the output by itself, and the shares are added up.`,
    ),
    ...joinedEquations(),
  );
  const both = element("div", "pair");
  const strips = matrix({
    name: "What is written at the token in focus",
    rows: { title: "part", labels: partNames(view), meaning: "" },
    columns: { title: "dimension of the model", labels: null, meaning: "" },
    scale: "signed",
    cell: [1, 4.6],
    height: 22,
    pick: (row, dimension) => {
      view.joined.dimension = dimension;
      if (row < view.sizes.H && row !== view.focus.head) view.set({ head: row });
      else drawJoined(view);
    },
  });
  const writers = element("div", "writers");
  writers.append(element("b", "", "Who writes most"), element("span", "hint", ""));
  view.joined = {
    strips,
    writers,
    rows: writerRows(view),
    dimension: null,
    sum: element("div", "sum"),
    check: element("p", "check"),
    draw: drawnWhenNear(section, () => drawJoined(view)),
  };
  writers.append(writersTable(view));
  savedAs(writers, { name: "Who writes most" });
  both.append(strips.element, writers);
  section.append(both, view.joined.sum, view.joined.check);
  place.append(section);
}

// Concat(head_1 … head_H) W^O + b = Σ_h head_h W^O_h + b
function joinedEquations() {
  const head = (index) => sub(text("head"), index);
  return [
    equation(
      text("Concat"),
      op("("),
      head("1"),
      op("…"),
      head("H"),
      op(")"),
      sup(ident("W"), "O"),
      op("+"),
      ident("b"),
    ),
    equation(op("="), sumOver(ident("h")), head("h"), subsup(ident("W"), ident("h"), ident("O")), op("+"), ident("b")),
  ];
}

/** @param {HeadsView} view */
function partNames({ sizes }) {
  return [...numbers(sizes.H).map(([name]) => `head ${name}`), "bias", "their sum"];
}

/** @param {HeadsView} view */
export function updateJoined(view) {
  view.joined.draw();
}

/** @param {HeadsView} view */
function drawJoined(view) {
  const { kind, layer, head, token } = view.focus;
  const { joined, sizes } = view;
  const parts = joinedParts(view);
  joined.dimension ??= largestDimension(parts.at(-1));
  const chip = view.tokens[KINDS[kind].rows][token];
  joined.strips.draw(
    { data: Float32Array.from(parts.flatMap((values) => [...values])), rows: parts.length, columns: sizes.D },
    { row: head ?? sizes.H + 1, column: joined.dimension },
    { name: "What is written", shape: `at “${chip.text}” · (H + 2) × D = ${parts.length} × ${sizes.D}` },
  );
  const count = sizes.H + 1;
  const at = (name, index) =>
    part(view.tensors[`joined.${kind}.${name}`], layer).data[index * view.tokens[KINDS[kind].rows].length + token];
  const lengths = [...Array(count).keys()].map((index) => at("lengths", index));
  const shares = [...Array(count).keys()].map((index) => at("parts", index));
  const longest = Math.max(...lengths);
  joined.rows.forEach((made, index) => {
    fillWriter(made, lengths[index], longest, shares[index], index === head);
  });
  joined.writers.querySelector(".hint").textContent = `at “${chip.text}”`;
  tellSum(view, parts);
}

// The rows of the picture at the query in focus: the shares, the bias, their sum.
/** @param {HeadsView} view */
export function joinedParts(view) {
  const { kind, layer, token } = view.focus;
  const { H, D } = view.sizes;
  const read = (name, ...index) => part(view.tensors[`joined.${kind}.${name}`], layer, ...index);
  const pieces = [...[...Array(H).keys()].map((head) => read("shares", head, token)), read("bias")];
  const sum = new Float32Array(D);
  for (const piece of pieces)
    piece.forEach((value, dimension) => {
      sum[dimension] += value;
    });
  return [...pieces, sum];
}

function largestDimension(values) {
  return values.reduce((best, value, dimension) => (Math.abs(value) > Math.abs(values[best]) ? dimension : best), 0);
}

/** @param {HeadsView} view */
function writerRows(view) {
  return partNames(view)
    .slice(0, view.sizes.H + 1)
    .map((name, head) => {
      const made = element("tr");
      const title = element("th");
      title.scope = "row";
      if (head < view.sizes.H) {
        const button = element("button", "", name);
        button.type = "button";
        button.addEventListener("click", () => view.set({ head }));
        title.append(button);
      } else {
        title.append(element("span", "", name));
      }
      made.append(title, barCell("length"), barCell("part"));
      return made;
    });
}

function barCell(kind) {
  const cell = element("td", kind);
  const bar = element("span", "bar");
  bar.append(element("i"));
  const both = element("span", "both");
  both.append(bar, element("span", "mono"));
  cell.append(both);
  return cell;
}

/** @param {HeadsView} view */
function writersTable({ joined }) {
  const table = element("table");
  const top = element("thead");
  const names = element("tr");
  for (const [name, title] of [
    ["", ""],
    ["length", "The length of the vector that it writes: the square root of the sum of its squares"],
    [
      "part of the output",
      "How much of the output comes from this share, in the output’s own direction: share · output ÷ |output|². " +
        "The parts add up to 100 %; a negative one works against the others.",
    ],
  ]) {
    const cell = element("th", "", name);
    cell.scope = "col";
    cell.title = title;
    names.append(cell);
  }
  top.append(names);
  const body = element("tbody");
  body.append(...joined.rows);
  table.append(top, body);
  return table;
}

function fillWriter(made, length, longest, share, chosen) {
  made.classList.toggle("chosen", chosen);
  made.querySelector("button")?.setAttribute("aria-pressed", String(chosen));
  const [first, second] = made.querySelectorAll("td");
  first.querySelector("i").style.width = `${(100 * length) / (longest || 1)}%`;
  first.querySelector(".mono").textContent = short(length);
  first.title = full(length);
  const bar = second.querySelector("i");
  const reach = Math.min(1, Math.abs(share));
  bar.className = share < 0 ? "negative" : "";
  bar.style.width = `${75 * reach}%`;
  bar.style.left = share < 0 ? `${25 * (1 - Math.min(1, 3 * reach))}%` : "25%";
  if (share < 0) bar.style.width = `${Math.min(25, 75 * reach)}%`;
  second.querySelector(".mono").textContent = `${signed(100 * share, 0)} %`;
  second.title = full(share);
}

// The terms have one decimal more than their sum, so that what is written adds up. Pointed at: all digits that hold.
function decimals(value, count) {
  const made = leaf("mn", signed(value, count));
  made.setAttribute("title", full(value));
  return made;
}

// One dimension added up, so that it can be done with a pocket calculator, and the check of all of them.
/** @param {HeadsView} view */
function tellSum(view, parts) {
  const { kind, layer } = view.focus;
  const { joined, sizes } = view;
  const { dimension } = joined;
  const terms = parts.slice(0, sizes.H + 1).flatMap((values, index) => {
    const value = values[dimension];
    const term = [mathElement("munder", decimals(Math.abs(value), 3), text(partNames(view)[index]))];
    if (index || value < 0) term.unshift(op(value < 0 ? MINUS : "+"));
    return term;
  });
  joined.sum.replaceChildren(
    element("span", "lead", `Dimension ${dimension}:`),
    equation(...terms, op("="), decimals(parts.at(-1)[dimension], 2)),
  );
  const rows = view.tokens[KINDS[kind].rows].length;
  joined.check.replaceChildren(
    "Over all of this layer’s ",
    element("span", "mono", `${rows} × ${sizes.D} = ${(rows * sizes.D).toLocaleString("en")}`),
    " numbers, the sum over the heads and the model’s own Concat(heads) · Wᴼ + b differ by at most ",
    element("b", "mono", short(view.facts.difference[kind][layer], 1)),
    ". That much is lost when 32-bit numbers are added up in another order.",
  );
}
