// The effect over many sentences: those on the wheel as they were measured, or one's own, which this browser's model reads.

import { computeDetached } from "../../../engine/live/typing.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element } from "../../../widgets/elements.js";
import { percent } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { askedOf, checked } from "./nouns.js";
import { BLANK, CUT, decoyText, doorsOf, HIDE, headOf, looksAtClue, meanAt, nameOf, PLAIN, winnerOf } from "./shown.js";

const MOST = 60; // lines
const NORMAL = 1.959964; // of a 95% interval
const ABOUT = "Your own, one per line: a word for the blank, or a sentence with the deciding word in [brackets]";

/** @typedef {string | number} Cell  words, or a share */

// The table, and a field for one's own lines; `view.effect` is what it shows.
/** @param {CaseView} view @param {() => void} changed */
export function effectBox(view, changed) {
  const { case: own, facts } = view;
  const place = element("div");
  const told = element("p", "hint", { role: "status" });
  const draw = () => {
    const rows = view.effect.map((row) => row.map((cell) => (typeof cell === "number" ? percent(cell) : cell)));
    place.replaceChildren(plainTable(headingsOf(own), [...rows, meansOf(view.effect)]));
  };
  const run = async () => {
    const lines = field.value.split("\n").flatMap((line) => line.trim() || []);
    button.disabled = true;
    const effect = [];
    try {
      for (const line of lines.slice(0, MOST))
        effect.push([line, ...(await measureLine(view, line, (text) => told.replaceChildren(text)))]);
      view.effect = effect;
      told.textContent = lines.length > MOST ? `Only the first ${MOST} lines are measured.` : "";
    } catch (error) {
      told.textContent = error.message;
    }
    button.disabled = false;
    draw();
    changed();
  };
  const field = element("textarea", "", { rows: 5, "aria-label": ABOUT }, view.effect.map(([line]) => line).join("\n"));
  const button = element("button", "button", { type: "button", click: run }, "Measure these");
  draw();
  return [place, ...(facts.engine ? [element("p", "hint", ABOUT), field, element("div", "", button), told] : [])];
}

/** @param {CaseFacts} own */
const headingsOf = (own) => [
  ...["word", "it chooses", "as it is", `head ${headOf(own.leader).head + 1} on the word`, "the mean looks at"],
  ...["word hidden", `without ${nameOf(own.leader)}`, "nor its understudy"],
];

/** @param {CaseFacts} own @param {Cell[][]} effect @returns {(string | number)[][]} */
export const effectLines = (own, effect) => [
  headingsOf(own),
  ...effect.map((row) => row.map((cell) => (typeof cell === "number" ? csvNumber(cell) : cell))),
  meansOf(effect),
];

// Of each column with numbers, by the normal approximation.
/** @param {Cell[][]} effect @returns {string[]} */
export function meansOf(effect) {
  return Array.from({ length: 8 }, (_, at) => {
    const numbers = effect.map((row) => row[at]).filter((cell) => typeof cell === "number");
    const n = numbers.length;
    if (n < 2) return at ? "" : "mean, 95% interval";
    const mean = numbers.reduce((sum, each) => sum + each, 0) / n;
    const half = NORMAL * Math.sqrt(numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (n - 1) / n);
    return `${percent(mean)} (${percent(Math.max(0, mean - half))} to ${percent(Math.min(1, mean + half))})`;
  });
}

// For each filling what was measured.
/** @param {CaseFacts} own @returns {Cell[][]} */
export function effectRows(own) {
  return own.rows.map(({ filling, expected, shares, clueWeight, decoy, decoyWeight, experiments }) => {
    const all = [shares, experiments.hide_clue, experiments.zero_leader, experiments.zero_both];
    const [plain, hidden, cut, both] = all.map((each) => each[own.rivals.indexOf(expected)]);
    const looked = `${decoy} ${percent(decoyWeight)}`;
    return [filling, expected, plain, clueWeight, looked, hidden, cut, both];
  });
}

// A line's sentence, and what is asked of it; or what is wrong with it.
/** @param {CaseFacts} own @param {string} line */
export function sentenceOf(own, line) {
  const [, before, word, after] = line.match(/^([^[\]]*)\[([^[\]]+)\]([^[\]]*)$/) ?? [];
  const { noun, problem } = checked(word ?? line);
  if (problem) return { problem: word ? problem : `${problem} Of a sentence, put the deciding word in [brackets].` };
  if (!word) return { sentence: own.frame.replace(BLANK, noun), asked: askedOf(own, noun) };
  const first = before.split(/\s+/).filter(Boolean).length;
  return { sentence: `${before}${noun}${after}`, asked: askedOf({ ...own, first }, noun) };
}

/** @param {CaseView} view @returns {Promise<Cell[]>} */
async function measureLine({ case: own, facts }, line, onProgress) {
  const { sentence, asked, problem } = sentenceOf(own, line);
  if (problem) return [problem];
  const made = await computeDetached(facts.engine, { sentence, needs: [], decode: asked }, onProgress);
  if (!made?.facts.halted) return [`none of them: “${made?.facts.translation ?? ""}”`];
  const shown = /** @type {CaseShown} */ ({ case: own, passage: made.facts, weights: made.tensors.weights });
  const { at, text } = winnerOf(shown, PLAIN);
  const edits = [PLAIN, HIDE.clue, CUT.first, CUT.both];
  const [plain, hidden, cut, both] = edits.map((change) => doorsOf(shown, change)[at].share);
  const looked = `${decoyText(shown.passage)} ${percent(meanAt(shown, shown.passage.decoy))}`;
  return [text, plain, looksAtClue(shown)[headOf(own.leader).head], looked, hidden, cut, both];
}
