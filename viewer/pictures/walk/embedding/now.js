// What the focus picks: the tokens of its side, and the neighbours of the one in focus.

import { stackOf, tokensOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { rowOf } from "../../../widgets/vectors.js";
import { startsWord } from "./piece.js";
import { nearestTo } from "./table.js";

export const SIMILAR = 0.3; // cosine; of most pieces the nearest one has more

// The whole table of the side in focus, (V, D), once it is here.
/** @param {EmbeddingView} view */
export const tableOf = (view) => view.tensors[`${view.facts.modules[stackOf(view)]}.weight`];

// The neighbours of the token in focus: those that the server found, or what the table gives; none before it is here.
/** @param {EmbeddingView} view @returns {{ ids: ArrayLike<number> & Iterable<number>, cosines: ArrayLike<number> }} */
export function readNeighbours(view) {
  const { focus, nearest, tensors } = view;
  const side = stackOf(view);
  const [near, cosines] = [tensors[`near.${side}`], tensors[`cosines.${side}`]];
  if (near) return { ids: part(near, focus.token), cosines: part(cosines, focus.token) };
  const { id } = currentVectors(view);
  const table = tableOf(view);
  if (!table) return { ids: [], cosines: [] };
  if (!nearest.has(side + id)) nearest.set(side + id, nearestTo(table, id));
  return nearest.get(side + id);
}

// Those neighbours that are words and similar enough to speak of it.
/** @param {EmbeddingView} view */
export function nearWords(view) {
  const { ids, cosines } = readNeighbours(view);
  return [...ids].filter((each, at) => startsWord(view, each) && cosines[at] >= SIMILAR);
}

const NARROW = 560; // pixels; a phone

/** @param {EmbeddingView} view */
export const isNarrow = (view) => view.root.clientWidth < NARROW;

// The tokens of the side in focus; `row` and `vector` are those of the token in focus.
/** @param {EmbeddingView} view */
export function currentVectors(view) {
  const side = stackOf(view);
  const { token } = view.focus;
  const ids = view.frame.ids[side === "encoder" ? "source" : "target"];
  const vectors = part(view.tensors[`${side}.embedding`]);
  const vector = rowOf(vectors, token);
  const chips = tokensOf(view);
  return {
    side,
    ids,
    id: ids[token],
    vectors,
    row: vector.map((value) => value / Math.sqrt(view.sizes.D)),
    vector,
    chips,
    words: view.facts.measured?.words[side] ?? wordsOf(chips),
  };
}

// What the tokens say of the words alone.
/** @param {Chip[]} chips @returns {CutWordFacts[]} */
function wordsOf(chips) {
  const words = [];
  chips.forEach(({ text, joined, special }, first) => {
    const isText = /[\p{L}\p{N}]/u.test(text);
    if (special) return;
    if (joined && isText && words.at(-1)?.isText) {
      words.at(-1).word += text;
      words.at(-1).count += 1;
    } else words.push({ word: text, first, count: 1, merges: null, cuts: null, isText });
  });
  return words;
}
