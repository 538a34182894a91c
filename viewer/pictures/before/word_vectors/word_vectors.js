// Word vectors, step by step: what predicts what in a sentence, and what one step changes.

import { numberFromUrl, setUrlParam } from "../../../widgets/address.js";
import { buildChip } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element, say } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { formatSigned } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { markPlayer, pause, playerBar, playerKeys } from "../../../widgets/player.js";
import { pythonBox } from "../../../widgets/python.js";
import { buildStackedTable } from "../../../widgets/stacked_table.js";
import { lossEquation, showLossEquation } from "./equation.js";
import { describeStep, fillSnippet, outputRows } from "./learning.js";
import "../../../widgets/equation_and_code.css";
import "./word_vectors.css";

export default mountOnData((/** @type {LearningView} */ view, { facts }) => {
  if (view.timer) pause(view);
  Object.assign(view, { facts, equation: lossEquation(), python: element("div") });
  view.length = facts.steps.length;
  view.step = numberFromUrl("example", { least: 1, most: view.length, fallback: 1 + openingStep(facts) }) - 1;
  view.go = (step) => {
    view.step = step;
    setUrlParam("example", String(step + 1));
    showStep(view);
  };
  const equation = element("div", "telling", view.equation.element, view.python);
  view.root.replaceChildren(playerBar(view), sentenceBox(view), buildAskedBox(view), equation);
  showStep(view);
  view.root.onkeydown = (event) => playerKeys(view, event);
  return () => pause(view);
});

// It starts in the middle of the sentence, where a window is complete.
/** @param {LearningFacts} facts */
function openingStep({ words, steps }) {
  const middle = Math.min(2, words.length - 1);
  const found = steps.findIndex(({ predicts, word }) => (predicts.length > 1 ? word : predicts[0]) === middle);
  return Math.max(0, found);
}

/** @param {LearningView} view */
function sentenceBox(view) {
  const { words, leftOut, cut } = view.facts;
  view.line = element("p", "told", { "aria-live": "polite" });
  view.words = words.map((text) => buildChip("span", { text, joined: false, special: false }, undefined));
  const notes = [
    "window of 2 words on either side",
    leftOut.length && `Left out, because they have no vector: ${leftOut.join(", ")}.`,
    cut && `Only the first ${words.length} words are shown.`,
  ].filter(Boolean);
  const predicts = element("span", "role predicts", "predicts");
  const predicted = element("span", "role predicted", "should be predicted");
  const key = element("p", "hint", predicts, " ", predicted, ` · ${notes.join(" · ")}`);
  return makeSavable(element("section", "lesson stack", view.line, element("div", "chips", ...view.words), key), {
    name: "One example of word2vec",
    lines: () => {
      const { predicts, word } = view.facts.steps[view.step];
      const role = (at) => (at === word ? "predicted" : predicts.includes(at) ? "predicts" : "");
      return [["word", "role"], ...words.map((text, at) => [text, role(at)])];
    },
  });
}

/** @param {LearningView} view */
function buildAskedBox(view) {
  view.asked = element("section", "asked stack");
  return makeSavable(view.asked, {
    name: "One step of word2vec",
    lines: () => [
      ["word", "truth", "product", "probability", "error", "product after", "probability after", "moved by"],
      ...outputRows(view.facts.steps[view.step]).map((row) => [
        row.word,
        row.truth,
        ...readNumbers(row).map(csvNumber),
      ]),
    ],
  });
}

const NUMBERS = ["product", "chance", "error", "productAfter", "chanceAfter", "moved"];
const readNumbers = (row) => NUMBERS.map((name) => row[name]);

/** @param {LearningView} view */
function showStep(view) {
  const { facts, step } = view;
  const shown = facts.steps[step];
  markPlayer(view, `example ${step + 1} of ${view.length}`);
  say(view.line, describeStep(facts, shown));
  for (const [at, chip] of view.words.entries()) {
    chip.classList.toggle("predicts", shown.predicts.includes(at));
    chip.classList.toggle("predicted", at === shown.word);
  }
  const rows = outputRows(shown);
  const table = buildStackedTable(
    ["asked", "truth", "u · h", "σ(u · h)", "error g", "u · h after", "σ after", "‖Δu‖"],
    rows.map((row) => ({
      cells: [row.word, row.truth ? "yes" : "no, drawn", ...readNumbers(row).map((value) => formatSigned(value, 3))],
      look: row.truth ? "true" : "",
    })),
    ["", ...Array(6).fill("mono")],
  );
  table.setAttribute("aria-label", "The answers before and after the step");
  view.asked.replaceChildren(
    element("h3", "", "What the tables answer before and after one step"),
    element("p", "hint", "Only the first should be near 1."),
    table,
  );
  showLossEquation(view);
  view.python.replaceChildren(pythonBox(facts.snippet.title, fillSnippet(facts, shown)));
}
