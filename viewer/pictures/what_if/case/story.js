// What each beat says, in at most 14 words, out of the numbers at hand: what happens, not what should.

import { percent } from "../../../widgets/numbers.js";
import {
  BLANK,
  CUT,
  clueText,
  curlQuotes,
  decoyText,
  describeHead,
  doorsOf,
  HIDE,
  isSecret,
  lastCut,
  looksAtClue,
  meanAt,
  PLAIN,
  parseHead,
  winnerOf,
} from "./shown.js";

export const BEATS = ["The riddle", "The mean", "Hide a word", "The heads", "The wheel", "Knock out", "The verdict"];
export const RIDDLE = 0;
export const MEAN = 1;
export const HIDING = 2;
export const HEADS = 3;
export const WHEEL = 4;
export const KNOCK = 5;
export const VERDICT = 6;
const MUCH = 0.5; // of a head's weight: it looks there

const listed = (all, or = "or") => (all.length > 1 ? `${all.slice(0, -1).join(", ")} ${or} ${all.at(-1)}` : all[0]);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {CaseShown} shown @returns {string} */
export function storyOf(shown) {
  const { passage, beat } = shown;
  if (!passage.halted) return noChoice(shown);
  return [riddle, mean, hiding, heads, wheel, knock, verdict][beat](shown);
}

/** @param {CaseShown} shown */
function noChoice({ case: { rivals }, passage }) {
  if (!passage.clue.length) return "There is no word in this blank. Type one.";
  return `The model writes no ${listed(rivals.map(quoted))} here, so there is nothing to choose.`;
}

const quoted = (rival) => `“${rival.replaceAll("'", "’")}”`;

/** @param {CaseShown} shown */
function riddle(shown) {
  const { frame, rivals } = shown.case;
  const all = capital(listed(rivals.map((each) => each.replaceAll("'", "’"))));
  return /___\W*$/.test(frame)
    ? `${all}? The noun isn’t written yet. How can it know?`
    : `${all}? It must choose now. How can it know?`;
}

/** @param {CaseShown} shown */
function mean(shown) {
  const { clue, decoy } = shown.passage;
  const isClue = !decoy.length || meanAt(shown, clue) > meanAt(shown, decoy);
  return isClue
    ? `On average, attention looks at “${clueText(shown.passage)}” (${percent(meanAt(shown, clue))}). Is that proof?`
    : `On average, attention looks at “${decoyText(shown.passage)}” (${percent(meanAt(shown, decoy))}). Case closed?`;
}

// What a change does to the door that the model would take.
/** @param {CaseShown} shown */
function becomes(shown, change) {
  const [before, now] = [winnerOf(shown, PLAIN), winnerOf(shown, change)];
  return `${before.text === now.text ? "still" : "now"} “${now.text}”, ${percent(now.share)}`;
}

/** @param {CaseShown} shown */
function hiding(shown) {
  const { passage } = shown;
  const clue = `Hide “${clueText(passage)}”: ${becomes(shown, HIDE.clue)}.`;
  if (!passage.decoy.length) return clue;
  return `Hide “${decoyText(passage)}”: ${becomes(shown, HIDE.decoy)}. ${clue}`;
}

/** @param {CaseShown} shown */
function heads(shown) {
  const looks = looksAtClue(shown);
  const found = looks.flatMap((weight, head) => (weight >= MUCH ? [head] : []));
  const clue = clueText(shown.passage);
  const beginning = `That was the average of ${inWords(looks.length)} heads.`;
  if (!found.length) return `${beginning} None looks mostly at “${clue}”.`;
  const [first] = found;
  if (found.length === 1) return `${beginning} Head ${first + 1} looks at “${clue}”: ${percent(looks[first])}.`;
  return `${beginning} Heads ${listed(
    found.map((head) => head + 1),
    "and",
  )} look at “${clue}”.`;
}

const inWords = (number) =>
  ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"][number] ?? `${number}`;

/** @param {CaseShown} shown */
function wheel(shown) {
  const { head } = parseHead(shown.case.leader);
  const weight = looksAtClue(shown)[head];
  const { text, share } = winnerOf(shown, PLAIN);
  const clue = clueText(shown.passage);
  if (!shown.hasTurned) return `Turn the wheel: does head ${head + 1} follow, and do the doors?`;
  return weight >= MUCH
    ? `“${clue}”: head ${head + 1} follows (${percent(weight)}), the ${shown.writes} word is “${text}”, ${percent(share)}.`
    : `“${clue}”: head ${head + 1} looks away (${percent(weight)}), yet “${text}”, ${percent(share)}.`;
}

/** @param {CaseShown} shown */
function knock(shown) {
  const { head } = parseHead(shown.case.leader);
  const first = `Without head ${head + 1}: ${becomes(shown, CUT.first)}.`;
  const last = lastCut(shown.passage);
  if (last === CUT.both) return `${first} Without both heads: ${becomes(shown, last)}.`;
  return `${first} Without all ${inWords(shown.passage.changes[last].heads.length)} that help: ${becomes(shown, last)}.`;
}

// The answer to the riddle, beside what was guessed.
/** @param {CaseShown} shown */
function verdict(shown) {
  const { guess } = shown;
  const guessed = guess === undefined ? "" : `You guessed ${named(shown)[guess]}. `;
  const { at, text } = winnerOf(shown, PLAIN);
  if (!isProved(shown))
    return `${guessed}Here it is the commonest: “${text}” stays likely without “${clueText(shown.passage)}”.`;
  const left = percent(doorsOf(shown, HIDE.clue)[at].share);
  return `${guessed}It was “${clueText(shown.passage)}”: without it, “${text}” falls to ${left}.`;
}

// What two experiments say of the first head, which ask different things: whether the model can do without it, and what
// it moves alone.
/** @param {CaseShown} shown */
function experiments(shown) {
  const { leader, moved, pairs } = shown.case;
  const { at, text } = winnerOf(shown, PLAIN);
  const [before, left] = [PLAIN, CUT.first].map((change) => doorsOf(shown, change)[at].share);
  const spared = left > before / 2 ? ": the model can do without it" : "";
  return (
    `And ${describeHead(leader)}? Taken out, it leaves “${text}” at ${percent(left)}, from ${percent(before)}${spared}. Given ` +
    `what it saw in a sentence that asks for another word, it alone moves the choice ${percent(moved[0])} of the way ` +
    `(in logits, the mean of ${pairs} pairs).`
  );
}

// Whether the choice falls to less than half without the word.
/** @param {CaseShown} shown */
function isProved(shown) {
  const { at, share } = winnerOf(shown, PLAIN);
  return doorsOf(shown, HIDE.clue)[at].share < share / 2;
}

// A second sentence, where the case needs one: why nothing flips, or what the model made of a noun.
/** @param {CaseShown} shown */
export function asideOf(shown) {
  const { passage, beat } = shown;
  if (passage.halted && beat === VERDICT) return experiments(shown);
  if (!passage.halted) return passage.clue.length ? `It writes “${passage.translation}”` : "";
  const clue = clueText(passage);
  const words = clue.split(" ").length;
  if (words > 1) return `“${clue}” has ${inWords(words)} words: both hiding and counting take them together.`;
  if (passage.clue.length > 3) return `The model has no piece for “${clue}”: it reads ${passage.clue.length} pieces.`;
  if (!curlQuotes(passage.sentence).includes(clue))
    return `The model can’t read this word: it reads the name “${clue}” instead.`;
  if (beat === HIDING && winnerOf(shown, PLAIN).text === winnerOf(shown, HIDE.clue).text)
    return `“${winnerOf(shown, PLAIN).text}” is also what it guesses without “${clue}”: turn to one where it isn’t.`;
  return "";
}

// What can be guessed.
/** @param {CaseShown} shown */
const named = ({ passage }) => [
  passage.decoy.length ? `“${decoyText(passage)}”` : "the words around it",
  `“${clueText(passage)}”`,
  "the commonest",
];

/** @param {CaseShown} shown */
function guesses(shown) {
  const [decoy, clue] = named(shown);
  return [`It looks at ${decoy}`, `It looks at ${clue}`, "It takes the commonest word"];
}

// What a class votes on in a beat: how the next one ends, for the noun at hand; at last, an exit question.
/** @param {CaseShown} shown @returns {{ words: string, options: string[], right: number } | null} */
export function ballotOf(shown) {
  const { passage, beat, case: own } = shown;
  if (!passage.halted || beat === VERDICT) return null;
  const [clue, looks] = [clueText(passage), looksAtClue(shown)];
  const stays = (words, change) => ({
    ...{ words: `${words}: will it still write “${winnerOf(shown, PLAIN).text}”?`, options: ["Yes", "No"] },
    right: Number(winnerOf(shown, PLAIN).text !== winnerOf(shown, change).text),
  });
  const followed = own.rows.filter(({ clueWeight }) => clueWeight >= MUCH).length;
  return [
    { words: "How can it know?", options: guesses(shown), right: isProved(shown) ? 1 : 2 },
    stays(`Hide “${clue}”`, HIDE.clue),
    {
      words: `How many of the ${inWords(looks.length)} heads look at “${clue}”?`,
      options: ["none", ...looks.map((_, at) => inWords(at + 1))],
      right: looks.filter((weight) => weight >= MUCH).length,
    },
    {
      words: "Another word in the blank: will the same head look at it?",
      options: ["Yes", "No"],
      right: Number(followed < own.rows.length / 2),
    },
    stays(`Without head ${parseHead(own.leader).head + 1}`, CUT.first),
    {
      words: "Which of these was a proof?",
      options: ["That attention looks there", "That hiding it changes the choice", "That the model is sure"],
      right: 1,
    },
  ][beat];
}

// What was found, in a sentence.
/** @param {CaseFacts} own */
export function claimOf({ rivals, leader, moved }) {
  const all = listed(rivals.map(quoted));
  return `To choose ${all}, ${describeHead(leader)} looks at the word that decides, and alone moves ${percent(moved[0])} of their difference in logits.`;
}

// What was shown, and what was not.
/** @param {CaseShown} shown @returns {{ shown: string[], open: string[] }} */
export function verdicts(shown) {
  const { case: own, passage } = shown;
  const clue = clueText(passage);
  const every = [PLAIN, HIDE.clue, CUT.first, CUT.both, lastCut(passage)];
  const [plain, hidden, cut, both, last] = every.map((change) => doorsOf(shown, change));
  const count = passage.changes[lastCut(passage)].heads.length;
  const { at, text } = winnerOf(shown, PLAIN);
  const share = (doors) => percent(doors[at].share);
  const [moved, low, high] = own.moved.map((each) => percent(Math.max(0, each)));
  const held = Math.round(own.holding[0] * own.heldOut);
  const [least, most] = own.holding.slice(1).map((each) => Math.round(100 * each));
  const first = describeHead(own.leader);
  return {
    shown: [
      isProved(shown)
        ? `The choice depends on “${clue}”: hidden, “${text}” falls from ${share(plain)} to ${share(hidden)}.`
        : `Hidden, “${clue}” leaves “${text}” at ${share(hidden)}: here the model would have guessed it.`,
      `${capital(first)} carries it: its output from another sentence’s run moves ${moved} of the difference in logits (${low} to ${high}, ${own.pairs} pairs).`,
      `Without ${first}, “${text}” keeps ${share(cut)}; without ${describeHead(own.understudy)} as well, ${share(both)}.`,
      `On other sentences the claim held ${held} of ${own.heldOut} times (${least}% to ${most}%).`,
    ],
    open: [
      looking(shown),
      `That these ${inWords(count)} heads do it alone: with all of them gone, “${text}” keeps ${share(last)}.`,
    ],
  };
}

// What the word is worth that the mean of the heads pointed to.
/** @param {CaseShown} shown */
function looking(shown) {
  const { passage } = shown;
  const [before, now] = [winnerOf(shown, PLAIN), winnerOf(shown, HIDE.decoy)];
  const decoy = decoyText(passage);
  if (!decoy || meanAt(shown, passage.clue) > meanAt(shown, passage.decoy)) return "That looking means using.";
  return before.text === now.text
    ? `That looking means using: the mean pointed to “${decoy}”, yet without it “${now.text}” stays ahead.`
    : `What “${decoy}” is for: without it the model would write “${now.text}”.`;
}

// The picture in words, for those who don't see it.
/** @param {CaseShown} shown */
export function describePicture(shown) {
  const { passage, change, beat } = shown;
  if (!passage.halted) return storyOf(shown);
  const secret = isSecret(shown);
  const doors = doorsOf(shown, change).map(({ text, share }) => (secret ? text : `${text} ${percent(share)}`));
  const looks = beat >= HEADS ? looksAtClue(shown).map((each, head) => `head ${head + 1} ${percent(each)}`) : [];
  const onClue = looks.length ? ` On “${clueText(passage)}”: ${looks.join(", ")}.` : "";
  return `${shown.case.frame.replace(BLANK, clueText(passage))} Doors: ${doors.join(", ")}.${onClue}`;
}
