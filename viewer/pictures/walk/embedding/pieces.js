// Why a word is cut: the merges that built its pieces, in order, and how often training read each of them; or, in a
// Unigram vocabulary, the most probable of all cuts, and those that it was preferred to.

import { buildChip } from "../../../widgets/chips.js";
import { AS_IS, element } from "../../../widgets/elements.js";
import { count, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { currentVectors } from "./now.js";
import { isSpecial, timesRead } from "./piece.js";

/** @param {EmbeddingView} view */
export function buildPieces(view) {
  const title = "Why some words are cut into pieces";
  const { V } = view.sizes;
  const { merges, pieces, unigram } = view.facts;
  const signs = pieces.filter((_, id) => !isSpecial(view, id)).length - merges;
  const merged =
    `Before training, ${count(merges)} merges were learned from the ${view.frame.source} and ` +
    `${view.frame.language} text: the two neighbouring pieces seen most often were joined into a new one, again ` +
    `and again. With ${signs} single characters and the special tokens they make up the ${count(V)} pieces. The ` +
    `most frequent words became one piece; rarer ones stay cut. The model never sees any other character, such as ` +
    `an emoji: it’s copied by a rule, or left out.`;
  const probable =
    `Each language has a list of pieces with a probability for each, learned before training (Unigram, Kudo 2018). A ` +
    `word can be cut in many ways. A cut is as probable as the product of its pieces, so few and frequent pieces ` +
    `win: the most probable cut is what the model reads. Both lists share the ${count(V)} ids.`;
  const why = unigram ? probable : merged;
  const [word, ladder] = [element("div", "stack"), element("div", "ladder stack")];
  const story = element("div", "story stack", element("h3", "", title), element("p", "", why), word);
  const section = element("section", "pieces side-by-side", story, ladder);
  view.pieces = { section, story, word, ladder, shown: null };
  return makeSavable(section, { name: title });
}

// Room for the longest word of the sentence, so that nothing below moves with the focus.
/** @param {EmbeddingView} view */
function makeRoom({ pieces: { story, ladder } }, measured) {
  const words = Object.values(measured.words).flat();
  const rungs = Math.max(2, ...words.map(({ merges, cuts }) => cuts?.length ?? (merges?.length ?? 0) + 1));
  const lines = Math.max(1, ...words.map(({ count }) => count));
  ladder.style.setProperty("--room", `${Math.min(rungs, 14) * 1.8 + 2.6}rem`);
  story.style.setProperty("--room", `${Math.min(lines, 10) * 2 + 16.5}rem`);
}

/** @param {EmbeddingView} view */
export function drawPieces(view) {
  const { measured } = view.facts;
  view.pieces.section.hidden = !measured; // the browser's own model knows no merges
  if (!measured) return;
  makeRoom(view, measured);
  const now = currentVectors(view);
  const { token } = view.focus;
  const word = now.words.find(({ first, count }) => first <= token && token < first + count);
  const shown = `${now.side} ${token}`;
  if (view.pieces.shown === shown) return;
  view.pieces.shown = shown;
  const special = verdict(`“${now.chips[token].text}” isn’t text: it has its own row and is never cut.`);
  view.pieces.word.replaceChildren(...(word ? wordParts(view, now, word) : [special]), describeHint(view, now));
  const ladder = word?.cuts ? describeCuts(word) : word?.merges ? buildLadder(view, word) : [];
  view.pieces.ladder.replaceChildren(...ladder);
}

const verdict = (words) => element("p", "verdict", words);

/** @param {EmbeddingView} view */
function wordParts(view, { chips, ids }, { word, first, count, cuts }) {
  const name = word.replace("▁", "") || "␣";
  const places = Array.from({ length: count }, (_, at) => first + at);
  const unknown = places.some((place) => view.facts.pieces[ids[place]] === "<unk>");
  const pieces = count === 1 ? "is one piece" : `is cut into ${count}`;
  const merged = count === 1 ? "every merge it needs was learned" : "no merge was learned for any two pieces left";
  const read = places.map((place) => view.facts.pieces[ids[place]]);
  const told = `“${name}” ${pieces}: ${view.facts.unigram ? whyCut(cuts, read) : merged}.`;
  const lineOf = (place) => {
    const third = view.facts.unigram
      ? pieceLog(cuts, view.facts.pieces[ids[place]])
      : `${timesRead(view, ids[place])} times`;
    const cells = [String(ids[place]), third];
    const here = place === view.focus.token;
    return [
      buildChip("span", chips[place], chips[place + 1]),
      ...cells.map((cell) => (here ? element("b", "", cell) : cell)),
    ];
  };
  return [
    verdict(unknown ? `“${name}” has a character the vocabulary lacks: it’s read as <unk>.` : told),
    plainTable(
      ["piece", "id", view.facts.unigram ? "ln p" : `in ${view.frame.source} training text`],
      places.map(lineOf),
    ),
  ];
}

// Why a word of a Unigram vocabulary has these pieces.
function whyCut(cuts, pieces) {
  if (!cuts) return "it isn’t in the list of this language"; // such as the token of a language to write
  if (pieces.join("\n") !== cuts[0].pieces.join("\n"))
    return "the model wrote it so, although another cut is more probable";
  return pieces.length === 1 ? "no cut of it is as probable" : "this cut is the most probable of all";
}

// Take the logarithm of a piece's probability from the cut that contains it.
function pieceLog(cuts, piece) {
  const cut = cuts?.find(({ pieces }) => pieces.includes(piece));
  return cut ? short(cut.logs[cut.pieces.indexOf(piece)]) : "–";
}

// Say where to see a word cut into pieces: in this sentence, or by typing another word.
/** @param {EmbeddingView} view */
function describeHint(view, { words, chips }) {
  const cut = words.filter(({ count, first }) => count > 1 && /\p{L}/u.test(chips[first].text));
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

function markSpace(piece) {
  if (!piece.startsWith("▁")) return piece;
  return element(
    "span",
    "",
    AS_IS,
    element("span", "quiet", { title: "the space before the word" }, "▁"),
    piece.slice(1),
  );
}

// From single characters to the pieces: a line for each merge.
/** @param {EmbeddingView} view */
function buildLadder(view, { word, merges }) {
  const pieces = [...word];
  const rungs = [rung(pieces, null, "characters")];
  for (const { left, right, at, rank } of merges) {
    pieces.splice(at, 2, left + right);
    rungs.push(rung(pieces, at, `merge ${count(rank + 1)} of ${count(view.facts.merges)}`));
  }
  const space = word.startsWith("▁") && element("span", "quiet", " (▁ is the space before it)");
  return [element("p", "verdict", "How ", markSpace(word), " is built", space), element("ol", "", ...rungs)];
}

// The most probable cuts of a word: each one's logarithm, and how many times less probable it is than the best.
function describeCuts({ word, cuts }) {
  const totals = cuts.map(({ logs }) => sum(logs));
  const rungs = cuts.map(({ pieces }, at) => {
    const times = Math.exp(totals[0] - totals[at]);
    const less = at ? `, ${times < 1000 ? short(times) : count(Math.round(times))} times less probable` : ", read";
    return rung(pieces, null, `ln p = ${short(totals[at])}${less}`);
  });
  const title = cuts.length > 1 ? "The most probable cuts of " : "The only cut of ";
  return [element("p", "verdict", title, markSpace(word)), element("ol", "", ...rungs)];
}

function rung(pieces, merged, name) {
  const cells = pieces.map((piece, at) => element("span", at === merged ? "cell new" : "cell", markSpace(piece)));
  return element("li", "aligned", element("span", "row", ...cells), element("span", "name quiet", name));
}

// One table, three uses, with its size counted on the model.
/** @param {EmbeddingView} view */
export function tableNote(view) {
  const { tied, tables, numbers, parameters } = view.facts.table;
  const { V, D } = view.sizes;
  const share = `${Math.round((100 * numbers) / parameters)}% of the model’s ${count(parameters)} parameters`;
  return element(
    "p",
    "note tied",
    element("b", "", tied ? "One table, three uses. " : `${tables} tables. `),
    tied
      ? `The encoder’s input, the decoder’s input and the output scores use the same V × D = ${count(V)} ` +
          `× ${count(D)} = ${count(numbers)} numbers: ${share}.`
      : `The encoder’s input, the decoder’s input and the output scores don’t all share one table: ` +
          `${count(numbers)} numbers, ${share}.`,
  );
}
