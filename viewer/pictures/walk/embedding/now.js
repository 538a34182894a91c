// What the focus picks: the tokens of its side, and the neighbours of the one in focus.

import { stackOf, tokensOf } from "../../../frame/tokens.js";
import { part } from "../../../transport/payload.js";
import { rowOf } from "../vectors.js";
import { startsWord } from "./piece.js";

// The neighbours of the token in focus; the server computed those of every token at once.
/** @param {EmbeddingView} view */
export function neighboursOf(view) {
  const read = (name) => part(view.tensors[`${stackOf(view)}.${name}`], view.focus.token);
  return { ids: read("near"), cosines: read("cosines"), products: read("products"), norms: read("norms") };
}

// Those neighbours that are words, or all where none is.
/** @param {EmbeddingView} view */
export function nearWords(view) {
  const ids = [...neighboursOf(view).ids];
  const words = ids.filter((each) => startsWord(view, each));
  return words.length ? words : ids;
}

const NARROW = 560; // pixels; a phone

/** @param {EmbeddingView} view */
export const isNarrow = (view) => view.root.clientWidth < NARROW;

// Pixels before the first column, of the strips as of the heat map under them.
/** @param {EmbeddingView} view */
export const gutterOf = (view) => (isNarrow(view) ? 84 : 132);

// The tokens of the side in focus; `row` and `vector` are those of the token in focus.
/** @param {EmbeddingView} view */
export function shownOf(view) {
  const side = stackOf(view);
  const { token } = view.focus;
  const ids = view.tensors[`${side}.ids`].data;
  const [rows, vectors] = ["rows", "embedding"].map((name) => part(view.tensors[`${side}.${name}`]));
  return {
    side,
    ids,
    id: ids[token],
    vectors,
    row: rowOf(rows, token),
    vector: rowOf(vectors, token),
    chips: tokensOf(view),
    facts: view.facts.sides[side],
  };
}
