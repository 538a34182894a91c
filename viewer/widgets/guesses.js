// What a visitor guessed before looking, on all pages of this visit: the only place that stores and counts them.
// They are in the tab's own storage, and end with it.

import { readStoredText, storeText } from "../transport/storage.js";

const KEPT = "guesses";
const MOST = 400; // guesses that are kept; more, and the oldest are forgotten

/** @type {{ written: string | null, on: boolean, all: Guess[] }} */
let lastRead = { written: null, on: false, all: [] };

function readGuesses() {
  const written = readStoredText(KEPT);
  if (written !== lastRead.written) lastRead = { written, ...guessesIn(written) };
  return lastRead;
}

function guessesIn(written) {
  try {
    const read = JSON.parse(written);
    const all = Array.isArray(read.all) ? read.all.filter((each) => typeof each?.id === "string") : [];
    return { on: read.on === true, all };
  } catch {
    return { on: false, all: [] }; // something else wrote to it
  }
}

function keepGuesses({ on, all }) {
  storeText(KEPT, JSON.stringify({ on, all: all.slice(-MOST) }));
}

export const isGuessing = () => readGuesses().on;

export const setGuessing = (on) => keepGuesses({ ...readGuesses(), on });

/** @returns {Guess[]} */
export const allGuesses = () => readGuesses().all;

/** @returns {Guess | undefined} */
export const findGuess = (id) => readGuesses().all.find((each) => each.id === id);

// A question is counted once: what was answered or shown stays so. An answer that nobody knows yet is "".
/** @param {Guess} guess */
export function keepGuess(guess) {
  const kept = readGuesses();
  if (kept.all.some(({ id, answer }) => id === guess.id && answer)) return;
  keepGuesses({ on: kept.on, all: [...kept.all.filter(({ id }) => id !== guess.id), guess] });
}

// Those of one page, or all.
/** @param {string} [page] */
export function forgetGuesses(page) {
  const { on, all } = readGuesses();
  keepGuesses({ on, all: page ? all.filter((each) => each.page !== page) : [] });
}

// Questions looked up without a guess do not count.
/** @param {Guess[]} all */
export function describeCount(all) {
  const made = all.filter(({ guess, answer }) => guess !== null && answer);
  const right = made.filter(({ guess, answer }) => guess === answer);
  return made.length ? `${right.length} of ${made.length} right` : "no guesses yet";
}

// Names that occur more than once, numbered: the (1), dog, the (3).
/** @param {string[]} names */
export function distinctNames(names) {
  return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${at + 1})`));
}

// The options for "which one has most?": every name or, if there are many, those with the largest values, in their own
// order.
/**
 * @param {ArrayLike<number>} values
 * @param {string[]} names
 */
export function whichLargest(values, names, most = 8) {
  const apart = distinctNames(names);
  const byValue = [...apart.keys()].sort((one, other) => values[other] - values[one]);
  const offered = byValue.slice(0, most).sort((one, other) => one - other);
  return { options: offered.map((at) => apart[at]), right: offered.indexOf(byValue[0]), best: byValue[0] };
}

// Rows of a matrix that are still hidden: they contain no numbers.
/**
 * @param {Matrix} values
 * @param {(row: number) => boolean} covered
 */
export function withoutRows(values, covered) {
  const data = Float32Array.from(values.data);
  for (let row = 0; row < values.rows; row += 1)
    if (covered(row)) data.fill(Number.NaN, row * values.columns, (row + 1) * values.columns);
  return { ...values, data };
}
