// What is read out of a passage: its words, the doors and how wide they are, and which heads look where.

import { percent } from "../../../widgets/numbers.js";

export const BLANK = "___";
const TOLD = 0.05; // of all other words, the likeliest is named from here on
export const PLAIN = 0;
export const HIDE = { decoy: 1, clue: 2 };
export const CUT = { first: 3, both: 4, team: 5 }; // the first head, its understudy too, all that help where they are more
export const NO_WEIGHTS = { shape: [0, 0, 0, 0], data: new Float32Array(), half: false };

export const curlQuotes = (text) => text.replaceAll("'", "’");

// A head's kind, layer and number, from the form of edits.
export function parseHead(name) {
  const [kind, layer, head] = name.split(".");
  return { kind, layer: Number(layer), head: Number(head) };
}

// A head as it is called, next to the one that is spoken of, or on its own; layers and heads count from 1.
export function describeHead(name, besideLayer = null) {
  const { kind, layer, head } = parseHead(name);
  const stack = kind === "cross" ? "" : `${kind} `;
  return !stack && layer === besideLayer ? `head ${head + 1}` : `${stack}layer ${layer + 1}, head ${head + 1}`;
}

// The source, word by word: each with its tokens' places, and its role in the case.
/** @param {CasePassage} passage @returns {{ text: string, places: number[], role: string }[]} */
export function roleWords({ source, clue, decoy }) {
  const roleOf = (place) => (clue.includes(place) ? "clue" : decoy.includes(place) ? "decoy" : "");
  const words = [];
  for (const [place, { text, joined, special }] of source.entries()) {
    const role = special ? "end" : roleOf(place);
    const last = words.at(-1);
    if (last && role === "clue" && last.role === "clue") {
      last.places.push(place);
      last.text += joined ? text : ` ${text}`;
    } else if (last && joined && role === last.role) {
      last.places.push(place);
      last.text += text;
    } else words.push({ text: special ? "end" : text, places: [place], role });
  }
  return words.map((word) => ({ ...word, text: word.text.replaceAll("␣", "") }));
}

/** @param {CasePassage} passage */
export const clueText = (passage) => textAt(passage, passage.clue);
/** @param {CasePassage} passage */
export const decoyText = (passage) => textAt(passage, passage.decoy);
const textAt = ({ source }, places) => spellChips(places.map((place) => source[place]));

export function spellChips(all) {
  return curlQuotes(
    all.map(({ text, joined }, at) => (joined || !at || text === "␣" ? text : ` ${text}`)).join(""),
  ).replaceAll("␣", "");
}

// The doors of a change: the rivals, all else as one, with the likeliest of it, which has a door of its own where it is
// likelier than every rival.
/** @param {CaseShown} shown @returns {{ text: string, share: number, isRest?: boolean, most?: string }[]} */
export function doorsOf({ case: { rivals }, passage }, change) {
  const { probabilities, other } = passage.changes[change];
  const doors = rivals.map((rival, at) => ({ text: curlQuotes(rival), share: probabilities[at] }));
  const named =
    other.probability > Math.max(...probabilities) ? [{ text: curlQuotes(other.text), share: other.probability }] : [];
  const rest = 1 - [...doors, ...named].reduce((sum, { share }) => sum + share, 0);
  const isTold = !named.length && other.probability > TOLD;
  const most = isTold ? `“${curlQuotes(other.text)}” ${percent(other.probability)}` : undefined;
  return [...doors, { text: "any other", share: Math.max(0, rest), isRest: true, most }, ...named];
}

// Whether the doors still keep to themselves how probable they are: until the visitor has guessed, or has gone on.
/** @param {CaseShown} shown */
export const isSecret = ({ beat, isTold }) => beat === 0 && !isTold;

// What the model would write, rival or not, and how probable it is.
/** @param {CaseShown} shown */
export function winnerOf(shown, change) {
  const doors = doorsOf(shown, change);
  const best = doors.filter(({ isRest }) => !isRest).reduce((one, each) => (each.share > one.share ? each : one));
  return { ...best, at: doors.indexOf(best) };
}

// The last of the experiments on heads: on the first and its understudy, or on all that help, where they are more.
/** @param {CasePassage} passage */
export const lastCut = ({ changes }) => Math.min(CUT.team, changes.length - 1);

// The weights of one head for the step, over the source's tokens.
/** @param {CaseShown} shown @returns {ArrayLike<number>} */
export function headRow({ weights: { shape, data } }, change, layer, head) {
  const [, layers, heads, keys] = shape;
  const from = ((change * layers + layer) * heads + head) * keys;
  return /** @type {any} */ (data).subarray(from, from + keys);
}

const sumAt = (row, places) => places.reduce((sum, place) => sum + row[place], 0);

// For each head of the story's layer, what it gives to the clue.
/** @param {CaseShown} shown @returns {number[]} */
export function looksAtClue(shown, change = PLAIN) {
  const { layer } = parseHead(shown.case.leader);
  return Array.from({ length: shown.weights.shape[2] }, (_, head) =>
    sumAt(headRow(shown, change, layer, head), shown.passage.clue),
  );
}

// What the mean of the layer's heads gives to some places.
/** @param {CaseShown} shown @param {number[]} places */
export function meanAt(shown, places) {
  const { layer } = parseHead(shown.case.leader);
  const heads = shown.weights.shape[2];
  let total = 0;
  for (let head = 0; head < heads; head += 1) total += sumAt(headRow(shown, PLAIN, layer, head), places);
  return total / heads;
}
