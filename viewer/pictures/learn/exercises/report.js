// The report: a single page with its own style and pictures. Every text is put in as text.

import { element, label, vector } from "../../../widgets/elements.js";
import { allGuesses, describeCount } from "../../../widgets/guesses.js";
import { short } from "../../../widgets/numbers.js";
import { readInk } from "../../../widgets/palette.js";

const CELL = 30; // pixels, of a weight's square
const LETTER = 8; // pixels, of a label's letter at most
const BAR = { width: 260, height: 20 };
const LONGEST_LABEL = 16; // letters

/** @param {ShareView} view */
export function reportPage(view) {
  const { facts, root } = view;
  const names = ["sheet-paper", "sheet-ink", "sheet-faint", "sheet-edge", "weight-colour", "good", "poor"];
  const ink = Object.fromEntries(names.map((name) => [name, readInk(root, `--${name}`)]));
  return element(
    "html",
    "",
    { lang: "en" },
    element(
      "head",
      "",
      element("meta", "", { charset: "utf-8" }),
      element("title", "", `Glassformer: ${facts.sentence}`),
      element("style", "", writeStyle(ink)),
    ),
    element(
      "body",
      "",
      element("h1", "", "Glassformer: a report"),
      buildAbout(facts),
      element("h2", "", `Exercises: ${facts.grade}`),
      ...buildAnswers(facts.answers),
      ...buildGuesses(),
      element("h2", "", "The pictures"),
      figure(
        `Where each ${facts.language} token looked: cross-attention, layer ${facts.layer}, mean of its heads`,
        heat(view),
      ),
      figure("How probable each token was when it was written", bars(view)),
    ),
  );
}

/** @param {ShareFacts} facts */
function buildAbout(facts) {
  const rows = [
    ["Sentence", facts.sentence],
    [`Translation (${facts.language})`, facts.translation],
    ["Model", facts.model],
    ["Fingerprint of its weights (SHA-256)", facts.fingerprint],
    ["Date", new Date().toLocaleDateString("en", { dateStyle: "long" })],
  ];
  return element("dl", "", ...rows.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]));
}

/** @param {ShareFacts["answers"]} answers */
function buildAnswers(answers) {
  const right = answers.filter((each) => each.right).length;
  const items = answers.map(({ title, question, given, written, right: isRight, solution, told }) =>
    element(
      "li",
      "",
      element("h3", "", title),
      element("p", "", question),
      given.length > 0 && element("p", "given", given.join(" · ")),
      describeAnswer(written || "no answer", isRight, solution),
      told && element("p", "", told),
    ),
  );
  return [element("p", "", `${right} of ${answers.length} right.`), element("ol", "", ...items)];
}

// Say what was answered, whether it was right, and if not, what would have been.
function describeAnswer(written, isRight, solution) {
  const verdict = isRight ? "✓ right" : solution ? `✗ the answer is ${solution}` : "not answered yet";
  const look = isRight ? "right" : solution ? "wrong" : "open";
  return element("p", look, "Answer: ", element("b", "", written), ` (${verdict})`);
}

function buildGuesses() {
  const all = allGuesses();
  if (!all.length) return [];
  const items = all.map(({ page, sentence, question, guess, answer, told }) =>
    element(
      "li",
      "",
      element("p", "given", `${page}: “${sentence}”`),
      element("p", "", question),
      describeAnswer(guess ?? "shown without guessing", guess === answer, answer),
      element("p", "", told),
    ),
  );
  return [
    element("h2", "", "Guesses on the pictures"),
    element("p", "", `${describeCount(all)}.`),
    element("ol", "", ...items),
  ];
}

function figure(caption, picture) {
  return element("figure", "", element("figcaption", "", caption), picture);
}

function drawing(width, height, words) {
  const viewBox = `0 0 ${width} ${height}`;
  return vector("svg", "", { xmlns: "http://www.w3.org/2000/svg", viewBox, width, role: "img", "aria-label": words });
}

function box(x, y, width, height, opacity = 1) {
  return vector("rect", "shade", { x, y, width, height, "fill-opacity": opacity });
}

// Pixels that the labels need next to or above a picture.
function roomFor(names) {
  return 16 + LETTER * Math.max(...names.map((name) => cut(name).length));
}

function cut(text) {
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;
}

/** @param {ShareView} view */
function heat({ facts: { source, target }, tensors }) {
  const [left, top] = [roomFor(target), roomFor(source)];
  const svg = drawing(left + CELL * source.length + top / 2, top + CELL * target.length + 4, "Weights of attention");
  source.forEach((name, column) => {
    const transform = `translate(${left + (column + 0.6) * CELL} ${top - 6}) rotate(-60)`;
    svg.append(vector("text", "above", { transform }, cut(name)));
  });
  target.forEach((name, row) => {
    const y = top + row * CELL;
    svg.append(label(left - 8, y + CELL / 2 + 4, cut(name), "beside"));
    source.forEach((_, column) => {
      const weight = tensors.weights.data[row * source.length + column];
      const x = left + column * CELL;
      svg.append(box(x, y, CELL - 1, CELL - 1, weight));
      svg.append(label(x + CELL / 2 - 0.5, y + CELL / 2 + 4, weight.toFixed(2).replace(/^0/, ""), "inside"));
    });
  });
  return svg;
}

/** @param {ShareView} view */
function bars({ facts: { target }, tensors }) {
  const left = roomFor(target);
  const svg = drawing(left + BAR.width + 70, BAR.height * target.length + 4, "Probabilities of the tokens");
  target.forEach((name, row) => {
    const [y, probability] = [row * BAR.height, tensors.probabilities.data[row]];
    svg.append(label(left - 8, y + 15, cut(name), "beside"));
    svg.append(box(left, y + 3, BAR.width * probability, BAR.height - 6));
    svg.append(label(left + BAR.width * probability + 6, y + 15, short(probability), "behind"));
  });
  return svg;
}

function writeStyle(ink) {
  return `
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 Georgia, serif;
  color: ${ink["sheet-ink"]}; background: ${ink["sheet-paper"]}; }
h1, h2, h3 { line-height: 1.2; } h3 { font-size: 1rem; margin: 0; }
p { margin: 0.2rem 0; } li { margin-bottom: 1rem; break-inside: avoid; }
dl { display: grid; grid-template-columns: 12rem 1fr; gap: 0.2rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
dt, .given, figcaption { color: ${ink["sheet-faint"]}; }
.right { border-left: 4px solid ${ink.good}; padding-left: 0.6rem; }
.open { border-left: 4px solid ${ink["sheet-edge"]}; padding-left: 0.6rem; }
.wrong { border-left: 4px solid ${ink.poor}; padding-left: 0.6rem; }
figure { margin: 1rem 0; break-inside: avoid; } svg { max-width: 100%; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: ${ink["sheet-ink"]}; }
svg .beside { text-anchor: end; } svg .inside { text-anchor: middle; font-size: 12px; }
svg .shade { fill: ${ink["weight-colour"]}; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } }
`;
}
