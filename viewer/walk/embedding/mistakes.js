// What one may have read of embeddings, each with what is measured on this table and this sentence.

import { short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { plainTable } from "../../widgets/plain_table.js";
import { embeddingNow, embeddingSide } from "./now.js";
import { pieceName } from "./piece.js";

/** @param {EmbeddingView} view */
export function embeddingMistakes(view) {
  return [
    { said: "A token is a word.", answer: () => tokensAndWords(view) },
    { said: "Words that lie close together mean the same.", answer: () => contraries(view) },
    { said: "Cosine similarity runs from 0 to 1.", answer: () => belowZero(view) },
  ];
}

/** @param {EmbeddingView} view */
function tokensAndWords(view) {
  const now = embeddingNow(view);
  const { words } = now.facts;
  const read = now.chips.filter(({ special }) => !special).length;
  const cut = words.filter(({ count }) => count > 1);
  const { kinds } = view.tensors;
  const inner = kinds.data.filter((kind) => kind === 1).length;
  const piecesOf = ({ first, count }) =>
    now.chips
      .slice(first, first + count)
      .map(({ text }) => text)
      .join(" · ");
  return [
    `A token is a piece of the vocabulary: a word, a part of one, or a sign. Here the words and signs are ` +
      `${words.length}, the tokens ${read}, and special tokens come on top. ` +
      `${counted(inner, "piece")} of the ${view.sizes.V.toLocaleString("en")} can only go on with a word that ` +
      `another one has begun.`,
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
  if (!opposites.length) return ["Close means used alike. This vocabulary has no pair of opposites in whole pieces."];
  return [
    "Close means used alike: words that stand in the same places of a sentence. Opposites often do. " +
      "Measured on this table:",
    plainTable(
      ["", "cosine", `place among ${view.sizes.V.toLocaleString("en")} pieces, seen from the first`],
      [
        ...opposites.map(({ words, cosine, place }) => [
          words.map((word) => `“${word}”`).join(" and "),
          short(cosine),
          place.toLocaleString("en"),
        ]),
        ["two pieces of the table, mean over all pairs", short(meanCosine), ""],
      ],
    ),
  ];
}

/** @param {EmbeddingView} view */
function belowZero(view) {
  const side = embeddingSide(view);
  const { id } = embeddingNow(view);
  const of = (name) => view.tensors[`${side}.${name}`].data[view.focus.token];
  const best = part(view.tensors[`${side}.cosines`], view.focus.token)[0];
  const nearest = part(view.tensors[`${side}.near`], view.focus.token)[0];
  const [least, share] = [of("leastCosine"), of("below")];
  return [
    `It runs from −1, the opposite direction, over 0, a right angle, to 1, the same direction. Seen from ` +
      `“${pieceName(view, id)}” ${share ? `${short(100 * share)} % of all pieces are` : "no piece is"} below 0:`,
    plainTable(
      ["", "piece", "cosine"],
      [
        ["most alike", `“${pieceName(view, nearest)}”`, short(best)],
        ["least alike", `“${pieceName(view, of("least"))}”`, short(least)],
      ],
    ),
  ];
}

function counted(number, name) {
  return `${number.toLocaleString("en")} ${name}${number === 1 ? "" : "s"}`;
}
