// The effect over many sentences: those on the wheel as they were measured, or one's own, which this browser's model reads.

import { computeDetached } from "../../../engine/live/model.js";
import { csvNumber } from "../../../widgets/csv.js";
import { percent } from "../../../widgets/numbers.js";
import { bracketsIn, effectBox, meansOf } from "../effect_box.js";
import { askedOf, checkNoun } from "./nouns.js";
import {
  BLANK,
  CUT,
  decoyText,
  describeHead,
  doorsOf,
  HIDE,
  looksAtClue,
  meanAt,
  PLAIN,
  parseHead,
  winnerOf,
} from "./shown.js";

const ABOUT = "Your own, one per line: a word for the blank, or a sentence with the deciding word in [brackets]";

/** @typedef {string | number} Cell */

// The table, and a field for one's own lines; `view.effect` is what it shows.
/** @param {CaseView} view @param {() => void} changed */
export const caseEffect = (view, changed) =>
  effectBox({
    headings: headingsOf(view.case),
    rows: view.effect,
    lines: view.effect.map(([line]) => line),
    about: ABOUT,
    measure: view.facts.engine && measureLine.bind(null, view.case, view.facts.engine),
    took: (rows) => {
      view.effect = rows;
      changed();
    },
  });

/** @param {CaseFacts} own */
const headingsOf = (own) => [
  ...["word", "it chooses", "as it is", `head ${parseHead(own.leader).head + 1} on the word`, "the mean looks at"],
  ...["word hidden", `without ${describeHead(own.leader)}`, `nor ${describeHead(own.understudy)}`],
];

/** @param {CaseFacts} own @param {Cell[][]} effect @returns {(string | number)[][]} */
export const effectLines = (own, effect) => [
  headingsOf(own),
  ...effect.map((row) => row.map((cell) => (typeof cell === "number" ? csvNumber(cell) : cell))),
  meansOf(effect),
];

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
  const { word, before, after, first } = bracketsIn(line);
  const { noun, problem } = checkNoun(word || line);
  if (problem) return { problem: word ? problem : `${problem} Of a sentence, put the deciding word in [brackets].` };
  if (!word) return { sentence: own.frame.replace(BLANK, noun), asked: askedOf(own, noun) };
  return { sentence: `${before}${noun}${after}`, asked: askedOf({ ...own, first }, noun) };
}

/** @param {CaseFacts} own @param {EngineOffer} engine @returns {Promise<Cell[]>} */
async function measureLine(own, engine, line, onProgress) {
  const { sentence, asked, problem } = sentenceOf(own, line);
  if (problem !== undefined) return [problem];
  const made = await computeDetached(engine, { sentence, needs: [], decode: asked }, onProgress);
  if (!made?.facts.halted) return [`none of them: “${made?.facts.translation ?? ""}”`];
  const shown = /** @type {CaseShown} */ ({ case: own, passage: made.facts, weights: made.tensors.weights });
  const { at, text } = winnerOf(shown, PLAIN);
  const edits = [PLAIN, HIDE.clue, CUT.first, CUT.both];
  const [plain, hidden, cut, both] = edits.map((change) => doorsOf(shown, change)[at].share);
  const looked = `${decoyText(shown.passage)} ${percent(meanAt(shown, shown.passage.decoy))}`;
  return [text, plain, looksAtClue(shown)[parseHead(own.leader).head], looked, hidden, cut, both];
}
