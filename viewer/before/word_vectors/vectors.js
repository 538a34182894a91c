// Word vectors, a step at a time: what foretells what in a sentence, and what one step changes.

import { keepPlace, keptNumber } from "../../widgets/address.js";
import { chipOf } from "../../widgets/chips.js";
import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { mounted } from "../../widgets/mount.js";
import { signed } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { markPlayer, pause, playerBar, playerKeys } from "../../widgets/player.js";
import { pythonBox } from "../../widgets/python.js";
import { stackedTable } from "../../widgets/stacked_table.js";
import { lossEquation, showLossEquation } from "./equation.js";
import { askedRows, linesOfStep, stepInWords } from "./learning.js";
import "../../widgets/telling.css";
import "./vectors.css";

export default mounted((/** @type {LearningView} */ view, payload) => {
  openLearning(view, payload);
  return () => pause(view);
});

/** @param {LearningView} view */
function openLearning(view, { facts }) {
  if (view.timer) pause(view);
  view.facts = facts;
  view.length = facts.steps.length;
  view.step = keptNumber("example", { least: 1, most: view.length, fallback: 1 + openingStep(facts) }) - 1;
  view.go = (step) => {
    view.step = step;
    keepPlace("example", String(step + 1));
    showStep(view);
  };
  view.python = element("div", "step-python");
  const telling = element("div", "telling", lossEquation(view), view.python);
  view.root.replaceChildren(playerBar(view), sentenceBox(view), askedBox(view), telling);
  showStep(view);
  view.root.onkeydown = (event) => playerKeys(view, event);
}

// It opens in the middle of the sentence, where a window is whole.
/** @param {LearningFacts} facts */
function openingStep({ words, steps }) {
  const middle = Math.min(2, words.length - 1);
  return Math.max(
    0,
    steps.findIndex(({ foretells, word }) => (foretells.length > 1 ? word : foretells[0]) === middle),
  );
}

/** @param {LearningView} view */
function sentenceBox(view) {
  const { words, leftOut, cut } = view.facts;
  const box = element("section", "lesson");
  view.line = element("p", "told", { "aria-live": "polite" });
  view.words = words.map((text) => chipOf("span", { text, joined: false, special: false }, undefined));
  const notes = [
    leftOut.length ? `Without a vector, and so left out: ${leftOut.join(", ")}.` : "",
    cut ? `Only the first ${words.length} words are shown.` : "",
  ].filter(Boolean);
  const key = element(
    "p",
    "hint roles",
    element("span", "role foretells", "foretells"),
    " ",
    element("span", "role foretold", "is to be foretold"),
    ` · window of 2 words to either side${notes.length ? ` · ${notes.join(" ")}` : ""}`,
  );
  box.append(view.line, element("div", "chips", ...view.words), key);
  savedAs(box, {
    name: "One example of word2vec",
    lines: () => {
      const { foretells, word } = view.facts.steps[view.step];
      return [
        ["word", "role"],
        ...words.map((text, at) => [text, at === word ? "foretold" : foretells.includes(at) ? "foretells" : ""]),
      ];
    },
  });
  return box;
}

/** @param {LearningView} view */
function askedBox(view) {
  view.asked = element("section", "asked");
  savedAs(view.asked, {
    name: "One step of word2vec",
    lines: () => [
      ["word", "truth", "product", "probability", "error", "product after", "probability after", "moved by"],
      ...askedRows(view.facts.steps[view.step]).map(
        ({ word, truth, product, chance, error, productAfter, chanceAfter, moved }) => [
          word,
          truth,
          ...[product, chance, error, productAfter, chanceAfter, moved].map(csvNumber),
        ],
      ),
    ],
  });
  return view.asked;
}

/** @param {LearningView} view */
function showStep(view) {
  const { facts, step } = view;
  const shown = facts.steps[step];
  markPlayer(view, `example ${step + 1} of ${view.length}`);
  view.line.textContent = stepInWords(facts, shown);
  for (const [at, chip] of view.words.entries()) {
    chip.classList.toggle("foretells", shown.foretells.includes(at));
    chip.classList.toggle("foretold", at === shown.word);
  }
  const rows = askedRows(shown);
  const table = stackedTable(
    ["asked", "truth", "u · h", "σ(u · h)", "error g", "u · h after", "σ after", "‖Δu‖"],
    rows.map(({ word, truth, product, chance, error, productAfter, chanceAfter, moved }) => ({
      cells: [
        word,
        truth ? "yes" : "no, drawn",
        ...[product, chance, error, productAfter, chanceAfter, moved].map((value) => signed(value, 3)),
      ],
      look: truth ? "true" : "",
    })),
    ["", ...Array(6).fill("mono")],
  );
  table.setAttribute("aria-label", "What is asked, before and after the step");
  view.asked.replaceChildren(
    element("h3", "", "What the tables answer, before and after one step"),
    element(
      "p",
      "hint",
      "Pale: the probability of yes before the step. Full: after it. Only the first should be near 1.",
    ),
    element("div", "bars", { "aria-hidden": "true" }, ...rows.map(barOf)),
    table,
  );
  showLossEquation(view);
  view.python.replaceChildren(pythonBox(facts.snippet.title, linesOfStep(facts, shown)));
}

/** @param {ReturnType<typeof askedRows>[number]} row */
function barOf({ word, truth, chance, chanceAfter }) {
  const made = element("div", truth ? "bar true" : "bar");
  const track = element("span", "track");
  for (const [name, share] of /** @type {[string, number][]} */ ([
    ["before", chance],
    ["after", chanceAfter],
  ])) {
    track.append(element("i", name, { style: `width: ${(100 * share).toFixed(2)}%` }));
  }
  made.append(element("span", "asked-word", word), track);
  return made;
}
