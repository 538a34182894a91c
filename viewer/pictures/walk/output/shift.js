// Shifted right: for each position its input, its prediction, the token to compare with, and the loss.

import { buildChip } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { buildTrack, element, say, setAttributes, vector } from "../../../widgets/elements.js";
import { full, MINUS, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { check, radios } from "../../../widgets/radio.js";
import { buildBands, buildTitle, columnWidth } from "./bands.js";
import { pieceChip, pieceOf, quotePiece, readSoFar } from "./pieces.js";

const ROWS = [
  ["goes", "goes in", "The translation so far: the same tokens, shifted right by one, after <s>"],
  ["says", "comes out first", "The most probable next token, with its probability"],
  ["with", "compared with", "The token that follows in the translation, </s> last"],
  ["loss", "loss in nats", "−ln p of the token it’s compared with; nats because of the natural logarithm"],
];
const TRAINING =
  "). Training mainly works to make this number smaller. In training the third row holds the translation of the " +
  "training pair; here it holds the model’s own, found by beam search.";

/** @param {OutputView} view */
export function shiftPicture(view) {
  const { T } = view.sizes;
  const losses = view.tensors.losses.data;
  const mean = sum(losses) / T;
  const most = Math.max(...losses, 0.1);
  const columns = view.tokens.target.map((_, position) => buildColumn(view, position, most));
  radios(columns, (token) => view.set({ token }));
  let climbs = [];
  const climb = () => {
    climbs = measureClimbs(box);
    drawClimbs(box, climbs);
    markClimb(climbs, view.next.position);
  };
  const box = buildBands("shift", {
    columns,
    least: columnWidth(view, 34),
    leads: () => ROWS.map(([name, words, title]) => cell(name, { title }, words)),
    arranged: climb,
  });
  setAttributes(box, { role: "radiogroup", "aria-label": "The token in focus" });
  document.fonts.ready.then(climb);
  const telling = element("p", "reading", { "aria-live": "polite" });
  makeSavable(box, { name: "Shifted right", lines: () => shiftLines(view) });
  const perplexity = [" nats (e to the power of it is the perplexity, ", buildValue(Math.exp(mean))];
  const section = buildTitle(
    "Shifted right",
    `T = ${T}`,
    "Every column is one position of the decoder. The token to predict is what the next position reads: follow the " +
      "line.",
    ...[box, telling, element("p", "hint sums", "Mean loss ", buildValue(mean), ...perplexity, TRAINING)],
  );
  section.dataset.from = "understand";
  return {
    element: section,
    show(position) {
      check(columns, position);
      for (const [each, column] of columns.entries()) column.classList.toggle("after", each === position + 1);
      say(telling, describeLoss(view, position));
      markClimb(climbs, position);
    },
  };
}

/** @param {OutputView} view */
function atPosition(view, position) {
  const { top, losses, confidence } = view.tensors;
  return {
    says: top.data[position * top.shape[1]],
    told: view.frame.ids.output[position],
    loss: losses.data[position],
    confidence: confidence.data[position],
  };
}

/** @param {OutputView} view */
function shiftLines(view) {
  return [
    ["position", "goes in", "comes out first", "compared with", "loss"],
    ...view.tokens.target.map(({ text }, position) => {
      const { says, told, loss } = atPosition(view, position);
      return [position, text, pieceOf(view, says).text, pieceOf(view, told).text, csvNumber(loss)];
    }),
  ];
}

/** @param {OutputView} view */
function buildColumn(view, position, most) {
  const { says, told, loss, confidence } = atPosition(view, position);
  const differs = says !== told;
  return element(
    "button",
    `position pick stack ${differs ? "differs" : ""}`,
    { "data-position": position, title: `position ${position}` },
    cell("goes", {}, buildChip("span", view.tokens.target[position])),
    cell("says", {}, pieceChip(view, says), buildValue(confidence, differs && element("b", "unlike", " ≠"))),
    cell("told", {}, buildChip("span", view.tokens.output[position])),
    cell("loss", {}, buildValue(loss), buildTrack(loss / most)),
  );
}

const cell = (name, attributes, ...content) => element("span", `cell ${name}`, attributes, ...content);

const buildValue = (value, ...more) => element("span", "mono", { title: full(value) }, short(value), ...more);

/** @param {OutputView} view */
function describeLoss(view, position) {
  const { says, told, loss } = atPosition(view, position);
  const asked =
    says === told ? "as in the translation" : `but the translation continues with ${quotePiece(view, told)}`;
  return (
    `Position ${position} has read “${readSoFar(view, position)}” and predicts ${quotePiece(view, says)}, ` +
    `${asked}. Its loss is ${MINUS}ln p = ${MINUS}ln ${short(Math.exp(-loss))} = ${short(loss)}.`
  );
}

// Measure the way from a position's target token to where the next position reads it, once per arrangement.
function measureClimbs(box) {
  return [...box.children].flatMap((band) => {
    const frame = band.getBoundingClientRect();
    const columns = [...band.querySelectorAll(".position")];
    return columns.slice(0, -1).map((column, index) => {
      const from = column.querySelector(".told .face").getBoundingClientRect();
      const to = columns[index + 1].querySelector(".goes .face").getBoundingClientRect();
      const gutter = column.getBoundingClientRect().right - frame.left;
      const [y, goal] = [from.top + from.height / 2 - frame.top, to.top + to.height / 2 - frame.top];
      const line = `M${from.right - frame.left + 1} ${y}H${gutter}V${goal}H${to.left - frame.left - 1}m-4 -3l4 3l-4 3`;
      return { band, position: Number(column.dataset.position), line };
    });
  });
}

// All lines of a band, and over them that of the position in focus.
function drawClimbs(box, climbs) {
  for (const band of box.children) {
    const lines = climbs.filter((each) => each.band === band).map(({ line }) => line);
    const all = vector("path", "", { d: lines.join("") });
    band.querySelector("svg")?.remove();
    band.append(vector("svg", "climbs overlay", { "aria-hidden": "true" }, all, vector("path", "strong")));
  }
}

function markClimb(climbs, position) {
  for (const { band } of climbs) band.querySelector(".strong").setAttribute("d", "");
  const climb = climbs.find((each) => each.position === position);
  climb?.band.querySelector(".strong").setAttribute("d", climb.line);
}
