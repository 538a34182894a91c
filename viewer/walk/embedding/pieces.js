// Why a word is cut: the merges that built its pieces, in order, and how often training read each of them.

import { chipOf } from "../../widgets/chips.js";
import { element } from "../../widgets/elements.js";
import { savedAs } from "../../widgets/pictures.js";
import { embeddingNow } from "./now.js";

/** @param {EmbeddingView} view */
export function piecesOf(view) {
  const section = element("section", "pieces");
  const story = element("div", "story");
  const ladder = element("div", "ladder");
  story.append(
    element("h3", "", "Why some words are cut in pieces"),
    element("p", "why"),
    element("p", "verdict"),
    element("table", "counts"),
    element("p", "note hint"),
  );
  section.append(story, ladder);
  const { V } = view.sizes;
  const { merges, pieces } = view.facts;
  const signs = pieces.length - merges - view.tensors.kinds.data.filter((kind) => kind === 3).length;
  story.querySelector(".why").textContent =
    `Before training, ${merges.toLocaleString("en")} merges were learned from the English and ` +
    `${view.frame.language} text: the two pieces that stood side by side most often were joined to a new one, again ` +
    `and again. With ${signs} single characters and the special tokens they make the ${V.toLocaleString("en")} ` +
    `pieces. A frequent word has become one piece; a rarer one stays cut, but it can always be spelled.`;
  view.pieces = { section, story, ladder, shown: null };
  // Room for the longest word of the sentence, so that nothing below moves with the focus.
  const words = Object.values(view.facts.sides).flatMap((side) => side.words);
  const rungs = Math.max(2, ...words.map((word) => (word.merges?.length ?? 0) + 1));
  ladder.style.setProperty("--room", `${Math.min(rungs, 14) * 1.8 + 2.6}rem`);
  story.style.setProperty("--room", `${Math.min(Math.max(1, ...words.map(({ count }) => count)), 10) * 2 + 16.5}rem`);
  return savedAs(section, { name: "Why some words are cut in pieces" });
}

/** @param {EmbeddingView} view */
export function drawPieces(view) {
  const now = embeddingNow(view);
  const word = now.facts.words.find(
    ({ first, count }) => first <= view.focus.token && view.focus.token < first + count,
  );
  const shown = `${now.side} ${word?.first ?? `special ${view.focus.token}`}`;
  if (view.pieces.shown === shown) return;
  view.pieces.shown = shown;
  tellPieces(view, now, word);
  tellHint(view, now);
  view.pieces.ladder.replaceChildren(...(word?.merges ? ladderOf(view, word) : []));
}

function spaced(piece) {
  const made = element("span", "spaced");
  if (piece.startsWith("▁")) {
    made.append(element("span", "space", "▁"), piece.slice(1));
    made.firstChild.title = "the space before the word";
  } else {
    made.append(piece);
  }
  return made;
}

/** @param {EmbeddingView} view */
function tellPieces(view, { chips, ids }, word) {
  const verdict = view.pieces.story.querySelector(".verdict");
  const table = view.pieces.story.querySelector(".counts");
  if (!word) {
    verdict.textContent =
      `“${chips[view.focus.token].text}” stands for no text: it has a row of its own and is never ` + `cut.`;
    table.replaceChildren();
    return;
  }
  const name = word.word.replace("▁", "") || "␣";
  const unknown = [...Array(word.count).keys()].some((at) => view.facts.pieces[ids[word.first + at]] === "<unk>");
  verdict.textContent = unknown
    ? `“${name}” has a character that training never showed: <unk> stands in its place.`
    : word.count === 1
      ? `“${name}” is one piece: every merge it needs was learned.`
      : `“${name}” is cut in ${word.count}: no merge is known for any two pieces that are left.`;
  const head = element("tr");
  head.append(...["piece", "id", "read in English training text"].map((title) => element("th", "", title)));
  const lines = Array.from({ length: word.count }, (_, at) => {
    const id = ids[word.first + at];
    const line = element("tr");
    line.classList.toggle("here", word.first + at === view.focus.token);
    const piece = element("td");
    piece.append(chipOf("span", chips[word.first + at], chips[word.first + at + 1]));
    line.append(
      piece,
      element("td", "mono", String(id)),
      element("td", "mono", `${view.tensors.counts.data[id].toLocaleString("en")} times`),
    );
    return line;
  });
  table.replaceChildren(head, ...lines);
}

// Where to see a cut: a word of this sentence, or one to type.
/** @param {EmbeddingView} view */
function tellHint(view, { facts, chips }) {
  const cut = facts.words.filter(({ count, first }) => count > 1 && /\p{L}/u.test(chips[first].text));
  const names = [...new Set(cut.map(({ word }) => `“${word.replace("▁", "")}”`))].slice(0, 6);
  const { example } = view.facts;
  const invitation = example
    ? ` Type “${example[0]}”, and it becomes ${example[1].map((piece) => piece.replace("▁", "")).join(" · ")}.`
    : "";
  view.pieces.story.querySelector(".hint").textContent = names.length
    ? `Cut in this sentence: ${names.join(", ")}.`
    : `No word of this sentence is cut.${invitation}`;
}

// From single characters to the pieces: a line for each merge.
/** @param {EmbeddingView} view */
function ladderOf(view, { word, merges }) {
  const title = element("p", "title");
  title.append("How ", spaced(word), " is put together");
  if (word.startsWith("▁")) title.append(element("span", "faint", " (▁ is the space before it)"));
  const pieces = [...word];
  const list = element("ol");
  list.append(rung(pieces, null, "characters"));
  for (const { left, right, at, rank } of merges) {
    pieces.splice(at, 2, left + right);
    list.append(
      rung(pieces, at, `merge ${(rank + 1).toLocaleString("en")} of ${view.facts.merges.toLocaleString("en")}`),
    );
  }
  return [title, list];
}

function rung(pieces, merged, name) {
  const line = element("li");
  const row = element("span", "row");
  pieces.forEach((piece, at) => {
    const cell = element("span", "cell");
    cell.classList.toggle("new", at === merged);
    cell.append(spaced(piece));
    row.append(cell);
  });
  line.append(row, element("span", "name", name));
  return line;
}

// One table, three uses: said once, with its size counted on the model.
/** @param {EmbeddingView} view */
export function tableNote(view) {
  const { tied, tables, numbers: count, parameters } = view.facts.table;
  const { V, D } = view.sizes;
  const written = (number) => number.toLocaleString("en");
  const share = `${Math.round((100 * count) / parameters)} % of the model's ${written(parameters)} parameters`;
  const note = element("p", "note tied");
  note.append(
    element("b", "", tied ? "One table, three uses. " : `${tables} tables. `),
    tied
      ? `The encoder's input, the decoder's input and the scores of the output read the same V × D = ${written(V)} ` +
          `× ${written(D)} = ${written(count)} numbers: ${share}.`
      : `The encoder's input, the decoder's input and the scores of the output have tables of their own: ` +
          `${written(count)} numbers, ${share}.`,
  );
  return note;
}
