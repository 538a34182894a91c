// Why a word is cut: the merges that built its pieces, in order, and how often training read each of them.

import { chipOf } from "../../widgets/chips.js";
import { element } from "../../widgets/elements.js";
import { savedAs } from "../../widgets/pictures.js";
import { plainTable } from "../../widgets/plain_table.js";
import { shownOf } from "./now.js";
import { isSpecial, timesRead } from "./piece.js";

const counted = (number) => number.toLocaleString("en");

/** @param {EmbeddingView} view */
export function piecesOf(view) {
  const title = "Why some words are cut into pieces";
  const { V } = view.sizes;
  const { merges, pieces, sides } = view.facts;
  const signs = pieces.filter((_, id) => !isSpecial(view, id)).length - merges;
  const why =
    `Before training, ${counted(merges)} merges were learned from the English and ` +
    `${view.frame.language} text: the two neighbouring pieces seen most often were joined into a new one, again ` +
    `and again. With ${signs} single characters and the special tokens they make up the ${counted(V)} pieces. The ` +
    `most frequent words became one piece; rarer ones stay cut. The model never sees any other character, such as ` +
    `an emoji: it’s copied by a rule, or left out.`;
  const [word, ladder] = [element("div"), element("div", "ladder")];
  const story = element("div", "story", element("h3", "", title), element("p", "", why), word);
  view.pieces = { word, ladder, shown: null };
  // Room for the longest word of the sentence, so that nothing below moves with the focus.
  const words = Object.values(sides).flatMap((side) => side.words);
  const rungs = Math.max(2, ...words.map((each) => (each.merges?.length ?? 0) + 1));
  const lines = Math.max(1, ...words.map(({ count }) => count));
  ladder.style.setProperty("--room", `${Math.min(rungs, 14) * 1.8 + 2.6}rem`);
  story.style.setProperty("--room", `${Math.min(lines, 10) * 2 + 16.5}rem`);
  return savedAs(element("section", "pieces side-by-side", story, ladder), { name: title });
}

/** @param {EmbeddingView} view */
export function drawPieces(view) {
  const now = shownOf(view);
  const { token } = view.focus;
  const word = now.facts.words.find(({ first, count }) => first <= token && token < first + count);
  const shown = `${now.side} ${token}`;
  if (view.pieces.shown === shown) return;
  view.pieces.shown = shown;
  view.pieces.word.replaceChildren(
    ...(word ? wordParts(view, now, word) : specialParts(now, token)),
    hintOf(view, now),
  );
  view.pieces.ladder.replaceChildren(...(word?.merges ? ladderOf(view, word) : []));
}

const verdict = (words) => element("p", "verdict", words);

function specialParts({ chips }, token) {
  return [verdict(`“${chips[token].text}” isn’t text: it has its own row and is never cut.`)];
}

/** @param {EmbeddingView} view */
function wordParts(view, { chips, ids }, { word, first, count }) {
  const name = word.replace("▁", "") || "␣";
  const places = Array.from({ length: count }, (_, at) => first + at);
  const unknown = places.some((place) => view.facts.pieces[ids[place]] === "<unk>");
  const told =
    count === 1
      ? `“${name}” is one piece: every merge it needs was learned.`
      : `“${name}” is cut into ${count}: no merge was learned for any two pieces left.`;
  const lineOf = (place) => {
    const cells = [String(ids[place]), `${timesRead(view, ids[place])} times`];
    const here = place === view.focus.token;
    return [
      chipOf("span", chips[place], chips[place + 1]),
      ...cells.map((cell) => (here ? element("b", "", cell) : cell)),
    ];
  };
  return [
    verdict(unknown ? `“${name}” has a character the vocabulary lacks: it’s read as <unk>.` : told),
    plainTable(["piece", "id", "in English training text"], places.map(lineOf)),
  ];
}

// Where to see a cut: a word of this sentence, or one to type.
/** @param {EmbeddingView} view */
function hintOf(view, { facts, chips }) {
  const cut = facts.words.filter(({ count, first }) => count > 1 && /\p{L}/u.test(chips[first].text));
  const names = [...new Set(cut.map(({ word }) => `“${word.replace("▁", "")}”`))].slice(0, 6);
  const { example } = view.facts;
  const invitation = example
    ? ` Type “${example[0]}” and it becomes ${example[1].map((piece) => piece.replace("▁", "")).join(" · ")}.`
    : "";
  return element(
    "p",
    "hint",
    names.length ? `Cut in this sentence: ${names.join(", ")}.` : `No word in this sentence is cut.${invitation}`,
  );
}

function spaced(piece) {
  if (!piece.startsWith("▁")) return piece;
  return element("span", "", element("span", "faint", { title: "the space before the word" }, "▁"), piece.slice(1));
}

// From single characters to the pieces: a line for each merge.
/** @param {EmbeddingView} view */
function ladderOf(view, { word, merges }) {
  const pieces = [...word];
  const rungs = [rung(pieces, null, "characters")];
  for (const { left, right, at, rank } of merges) {
    pieces.splice(at, 2, left + right);
    rungs.push(rung(pieces, at, `merge ${counted(rank + 1)} of ${counted(view.facts.merges)}`));
  }
  const space = word.startsWith("▁") && element("span", "faint", " (▁ is the space before it)");
  return [element("p", "verdict", "How ", spaced(word), " is built", space), element("ol", "", ...rungs)];
}

function rung(pieces, merged, name) {
  const cells = pieces.map((piece, at) => element("span", at === merged ? "cell new" : "cell", spaced(piece)));
  return element("li", "", element("span", "row", ...cells), element("span", "name quiet", name));
}

// One table, three uses, with its size counted on the model.
/** @param {EmbeddingView} view */
export function tableNote(view) {
  const { tied, tables, numbers, parameters } = view.facts.table;
  const { V, D } = view.sizes;
  const share = `${Math.round((100 * numbers) / parameters)}% of the model's ${counted(parameters)} parameters`;
  return element(
    "p",
    "note tied",
    element("b", "", tied ? "One table, three uses. " : `${tables} tables. `),
    tied
      ? `The encoder's input, the decoder's input and the output scores use the same V × D = ${counted(V)} ` +
          `× ${counted(D)} = ${counted(numbers)} numbers: ${share}.`
      : `The encoder's input, the decoder's input and the output scores don't all share one table: ` +
          `${counted(numbers)} numbers, ${share}.`,
  );
}
