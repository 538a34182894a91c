// Common misreadings of embeddings, each answered by what is measured on this table and this sentence.

import { textsOf } from "../../../widgets/chips.js";
import { short } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { currentVectors, readNeighbours, tableOf } from "./now.js";
import { pieceName } from "./piece.js";
import { leastAlike } from "./table.js";

/** @param {EmbeddingView} view */
export function mistakes(view) {
  return [
    { said: "A token is a word.", answer: () => tokensAndWords(view) },
    { said: "Words that lie close together mean the same.", answer: () => contraries(view) },
    { said: "Cosine similarity runs from 0 to 1.", answer: () => belowZero(view) },
  ];
}

/** @param {EmbeddingView} view */
function tokensAndWords(view) {
  const { chips, words } = currentVectors(view);
  const read = chips.filter(({ special }) => !special).length;
  const cut = words.filter(({ count }) => count > 1);
  const inner = view.tensors.kinds.data.filter((kind) => kind === 1).length;
  const piecesOf = ({ first, count }) => textsOf(chips.slice(first, first + count)).join(" · ");
  return [
    `A token is a piece of the vocabulary: a word, part of a word, or a punctuation mark. Here: ` +
      `${words.length} words and punctuation marks, ${read} tokens, plus special tokens. ` +
      `${inner.toLocaleString("en")} of the ${view.sizes.V.toLocaleString("en")} pieces can only continue a word ` +
      `that another piece has begun.`,
    cut.length
      ? plainTable(
          ["cut here", "tokens", "pieces"],
          cut.map((word) => [word.word.replace("▁", ""), String(word.count), piecesOf(word)]),
        )
      : " No word of this sentence is cut.",
  ];
}

/** @param {EmbeddingView} view */
function contraries(view) {
  const { opposites, meanCosine } = view.facts;
  if (!opposites.length)
    return ["Not even similar use is sure. This page knows no opposites that this vocabulary has whole."];
  return [
    "Words used in the same places of a sentence tend to come close, and opposites are used that way. It’s only a " +
      "tendency: many neighbours have nothing in common that you’d notice. Measured on this table:",
    plainTable(
      ["", "cosine", `rank among ${view.sizes.V.toLocaleString("en")} pieces, seen from the first`],
      [
        ...opposites.map(({ words, cosine, place }) => [
          words.map((word) => `“${word}”`).join(" and "),
          short(cosine),
          place.toLocaleString("en"),
        ]),
        ["any two pieces of the table, mean over all pairs", short(meanCosine), ""],
      ],
    ),
  ];
}

/** @param {EmbeddingView} view */
function belowZero(view) {
  const { id } = currentVectors(view);
  const table = tableOf(view);
  if (!table) return [];
  const { least, cosine, below: share } = leastAlike(table, id);
  const { ids, cosines } = readNeighbours(view);
  return [
    `It runs from −1 (opposite direction) through 0 (a right angle) to 1 (same direction). Seen from ` +
      `“${pieceName(view, id)}”, ${share ? `${short(100 * share)}% of all pieces are` : "no piece is"} below 0:`,
    plainTable(
      ["", "piece", "cosine"],
      [
        ["most similar", `“${pieceName(view, ids[0])}”`, short(cosines[0])],
        ["least similar", `“${pieceName(view, least)}”`, short(cosine)],
      ],
    ),
  ];
}
