// Shifted right: what each position reads, what it says, what that is compared with, and what it costs.

import { chipOf } from "../../widgets/chips.js";
import { csvNumber } from "../../widgets/csv.js";
import { element, vector } from "../../widgets/elements.js";
import { full, MINUS, short, sum } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { bandsOf, columnWidth, titled } from "./bands.js";
import { pieceChip, pieceOf, quoted, readSoFar } from "./pieces.js";

/** @param {OutputView} view */
export function shiftPicture(view, place) {
  const { T } = view.sizes;
  const losses = view.tensors.losses.data;
  const mean = sum(losses) / T;
  const section = titled(
    "Shifted right",
    `T = ${T}`,
    "Every column is one position of the decoder. The token that it should say is the one that the next position " +
      "reads: follow the line.",
  );
  const most = Math.max(...losses, 0.1);
  const { box, columns } = bandsOf({
    count: T,
    least: columnWidth(view, 34),
    leads: shiftLeads,
    column: (position) => shiftColumn(view, position, most),
    arranged: () => climb(),
  });
  box.classList.add("shift");
  let climbs = [];
  const climb = () => {
    climbs = measureClimbs(box);
    drawClimbs(box, climbs);
    markClimb(box, climbs, view.next.position);
  };
  document.fonts.ready.then(climb);
  const sums = element("p", "sums");
  sums.append(
    "Mean loss ",
    shownValue(mean),
    " nats (e to the power of it is the perplexity, ",
    shownValue(Math.exp(mean)),
    "). Training makes this number smaller, and looks at nothing else. In training a person’s translation stands in " +
      "the third row; here it is the model’s own, which beam search found.",
  );
  const telling = element("p", "reading");
  telling.setAttribute("aria-live", "polite");
  section.append(box, telling, sums);
  savedAs(box, { name: "Shifted right", lines: () => shiftLines(view) });
  place.append(section);
  return {
    show(position) {
      columns.forEach((column, each) => {
        column.classList.toggle("lit", each === position);
        column.classList.toggle("after", each === position + 1);
      });
      telling.textContent = shiftTelling(view, position);
      markClimb(box, climbs, position);
    },
  };
}

/** @param {OutputView} view */
function shiftLines(view) {
  const { top, losses } = view.tensors;
  return [
    ["position", "goes in", "comes out first", "compared with", "loss"],
    ...view.tokens.target.map(({ text }, position) => [
      position,
      text,
      pieceOf(view, top.data[position * top.shape[1]]).text,
      pieceOf(view, view.facts.chosen[position]).text,
      csvNumber(losses.data[position]),
    ]),
  ];
}

function shiftLeads() {
  const leads = element("div");
  for (const [name, words, title] of [
    ["goes", "goes in", "The translation so far: the same tokens, shifted right by one, <s> first"],
    ["says", "comes out first", "The most probable next token, with its probability"],
    ["told", "compared with", "The token that follows in the translation, </s> last"],
    ["loss", "loss in nats", "−ln p of the token that it is compared with; nats because of the natural logarithm"],
  ]) {
    const lead = element("div", `cell ${name}`, words);
    lead.title = title;
    leads.append(lead);
  }
  return leads;
}

/** @param {OutputView} view */
function shiftColumn(view, position, most) {
  const says = view.tensors.top.data[position * view.tensors.top.shape[1]];
  const told = view.facts.chosen[position];
  const loss = view.tensors.losses.data[position];
  const column = element("div", "position");
  column.dataset.position = position;
  column.title = `position ${position}`;
  column.addEventListener("click", () => view.set({ token: position }));
  const goes = element("div", "cell goes");
  goes.append(chipOf("span", view.tokens.target[position]));
  const out = element("div", "cell says");
  out.append(pieceChip(view, says), shownValue(view.tensors.confidence.data[position]));
  const compared = element("div", "cell told");
  compared.append(chipOf("span", view.tokens.output[position]));
  if (says !== told) {
    column.classList.add("differs");
    out.lastChild.append(element("b", "unlike", " ≠"));
  }
  const cost = element("div", "cell loss");
  const bar = element("i");
  bar.style.width = `${(100 * loss) / most}%`;
  const track = element("span", "track");
  track.append(bar);
  cost.append(shownValue(loss), track);
  column.append(goes, out, compared, cost);
  return column;
}

function shownValue(value) {
  const made = element("span", "mono", short(value));
  made.title = full(value);
  return made;
}

/** @param {OutputView} view */
function shiftTelling(view, position) {
  const says = view.tensors.top.data[position * view.tensors.top.shape[1]];
  const told = view.facts.chosen[position];
  const p = Math.exp(-view.tensors.losses.data[position]);
  const asked =
    says === told ? "and so does the translation" : `but the translation goes on with ${quoted(view, told)}`;
  return (
    `Position ${position} has read “${readSoFar(view, position)}” and would go on with ${quoted(view, says)}, ` +
    `${asked}. Its loss is ${MINUS}ln p = ${MINUS}ln ${short(p)} = ${short(view.tensors.losses.data[position])}.`
  );
}

// From what a position is compared with up to where the next one reads it. Measured once for each arrangement.
function measureClimbs(box) {
  const climbs = [];
  for (const band of box.children) {
    const frame = band.getBoundingClientRect();
    const columns = [...band.querySelectorAll(".position")];
    columns.slice(0, -1).forEach((column, index) => {
      const from = column.querySelector(".told .face").getBoundingClientRect();
      const to = columns[index + 1].querySelector(".goes .face").getBoundingClientRect();
      const gutter = column.getBoundingClientRect().right - frame.left;
      const [y, goal] = [from.top + from.height / 2 - frame.top, to.top + to.height / 2 - frame.top];
      const line = `M${from.right - frame.left + 1} ${y}H${gutter}V${goal}H${to.left - frame.left - 1}m-4 -3l4 3l-4 3`;
      climbs.push({ band, position: Number(column.dataset.position), line });
    });
  }
  return climbs;
}

// All lines of a band, and over them that of the position in focus.
function drawClimbs(box, climbs) {
  for (const band of box.children) {
    band.querySelector("svg")?.remove();
    const svg = vector("svg", "climbs");
    svg.setAttribute("aria-hidden", "true");
    const all = vector("path", "");
    all.setAttribute(
      "d",
      climbs
        .filter((each) => each.band === band)
        .map((each) => each.line)
        .join(""),
    );
    svg.append(all, vector("path", "strong"));
    band.append(svg);
  }
}

function markClimb(box, climbs, position) {
  const climb = climbs.find((each) => each.position === position);
  for (const band of box.children) {
    band.querySelector(".strong")?.setAttribute("d", climb?.band === band ? climb.line : "");
  }
}
