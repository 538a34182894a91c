// The end of a case: what was shown and what was not, and a card of the finding, for the whole wheel or one's own words.

import { computeDetached } from "../../../engine/live/typing.js";
import { element } from "../../../widgets/elements.js";
import { findingCard } from "../../../widgets/finding.js";
import { percent } from "../../../widgets/numbers.js";
import { askedOf, checked } from "./nouns.js";
import { BLANK, CUT, decoyText, doorsOf, HIDE, headOf, looksAtClue, meanAt, nameOf, PLAIN, winnerOf } from "./shown.js";
import { claimOf, guesses, RIDDLE, verdicts } from "./story.js";

/** @param {CaseView} view @param {CaseShown} shown */
export function cardOf(view, shown) {
  const { case: own, facts } = view;
  const { shown: proved, open } = verdicts(shown);
  const list = (title, all) =>
    element(
      "section",
      "stack",
      element("h2", "", title),
      element("ul", "", ...all.map((each) => element("li", "", each))),
    );
  const vote = view.votes[RIDDLE];
  const guess = vote === undefined ? [] : [element("p", "hint", `You guessed: ${guesses(shown)[vote]}.`)];
  return [
    ...guess,
    element("div", "side-by-side", list("Shown", proved), list("Not shown", open)),
    element("h2", "", "The finding, for every word on the wheel or for your own"),
    findingCard({
      name: own.title,
      picture: view.sheet,
      claim: claimOf(own),
      about: "Your own, one per line: a word for the blank, or a sentence with the deciding word in [brackets]",
      lines: own.rows.map(({ filling }) => filling),
      headings: headingsOf(own),
      rows: effectRows(own),
      measure: facts.engine && ((line, onProgress) => measureLine(view, line, onProgress)),
      code: (lines) => codeOf(view, lines),
    }),
  ];
}

/** @param {CaseFacts} own */
const headingsOf = (own) => [
  ...["word", "it chooses", "as it is", `head ${headOf(own.leader).head + 1} on the word`, "the mean looks at"],
  ...["word hidden", `without ${nameOf(own.leader)}`, "nor its understudy", "hiding halves it"],
];

// For each filling what was measured.
/** @param {CaseFacts} own @returns {FindingCell[][]} */
export function effectRows(own) {
  return own.rows.map(({ filling, expected, shares, clueWeight, decoy, decoyWeight, experiments }) => {
    const of = (all) => all[own.rivals.indexOf(expected)];
    const [plain, hidden, cut, both] = [
      shares,
      experiments.hide_clue,
      experiments.zero_leader,
      experiments.zero_both,
    ].map(of);
    return [
      filling,
      expected,
      plain,
      clueWeight,
      `${decoy} ${percent(decoyWeight)}`,
      hidden,
      cut,
      both,
      hidden < plain / 2,
    ];
  });
}

// A line's sentence, and where its deciding word is; or what is wrong with it.
/** @param {CaseFacts} own @param {string} line */
export function sentenceOf(own, line) {
  const [, before, word, after] = line.match(/^([^[\]]*)\[([^[\]]+)\]([^[\]]*)$/) ?? [];
  const { noun, problem } = checked(word ?? line);
  if (problem) return { problem: word ? problem : `${problem} Of a sentence, put the deciding word in [brackets].` };
  if (!word) return { sentence: own.frame.replace(BLANK, noun), asked: askedOf(own, noun) };
  const first = before.split(/\s+/).filter(Boolean).length;
  return { sentence: `${before}${noun}${after}`, asked: askedOf({ ...own, first }, noun) };
}

/** @param {CaseView} view @returns {Promise<FindingCell[]>} */
async function measureLine({ case: own, facts }, line, onProgress) {
  const { sentence, asked, problem } = sentenceOf(own, line);
  if (problem) return [problem];
  const made = await computeDetached(facts.engine, { sentence, needs: [], decode: asked }, onProgress);
  if (!made?.facts.halted) return [`writes none of them: “${made?.facts.translation ?? ""}”`];
  const shown = /** @type {CaseShown} */ ({ case: own, passage: made.facts, weights: made.tensors.weights });
  const { at, text } = winnerOf(shown, PLAIN);
  const [plain, hidden, cut, both] = [PLAIN, HIDE.clue, CUT.first, CUT.both].map(
    (each) => doorsOf(shown, each)[at].share,
  );
  const decoy = `${decoyText(shown.passage)} ${percent(meanAt(shown, shown.passage.decoy))}`;
  return [text, plain, looksAtClue(shown)[headOf(own.leader).head], decoy, hidden, cut, both, hidden < plain / 2];
}

// The library's lines for these words, with the last experiment as the edit.
/** @param {CaseView} view @param {string[]} lines */
export function codeOf({ facts, case: own }, lines) {
  const filled = {
    model: JSON.stringify(facts.model),
    sentences: JSON.stringify(
      lines.flatMap((line) => sentenceOf(own, line).sentence ?? []),
      null,
      1,
    ),
    edit: JSON.stringify(`zero_head:${own.leader},zero_head:${own.understudy}`),
    rivals: JSON.stringify(own.rivals),
  };
  return facts.snippet.replace(/⟨(\w+)⟩/g, (_, name) => filled[name]);
}
