// A piece of the vocabulary outside any sentence: its chip, its name, and how training met it.

// The names are those of PIECE_KINDS and GROUPS in Python.
const WORD = 0;
const SUFFIX = 1;
const SPECIAL = 3;
export const GROUPS = ["often", "seldom", "never", "idle", "special"];

/** @param {EmbeddingView} view */
export const isSpecial = (view, id) => view.tensors.kinds.data[id] === SPECIAL;

/** @param {EmbeddingView} view */
export const startsWord = (view, id) => view.tensors.kinds.data[id] === WORD;

/** @param {EmbeddingView} view */
export const pieceGroup = (view, id) => GROUPS[view.tensors.groups.data[id]];

// Write a piece as a word of its own: a piece that continues a word gets a hyphen, as in a dictionary.
/** @param {EmbeddingView} view */
export function pieceName(view, id) {
  const piece = view.facts.pieces[id];
  if (isSpecial(view, id)) return piece;
  const hyphen = view.tensors.kinds.data[id] === SUFFIX && !piece.startsWith("▁");
  return (hyphen ? "‑" : "") + (piece.replace("▁", "") || "␣");
}

// How often training read it in the source language; a dash if nobody knows.
/** @param {EmbeddingView} view */
export function timesRead(view, id) {
  if (!view.facts.counted) return "–";
  return view.tensors.counts.data[id].toLocaleString("en");
}

// The same as a number for a table of data; empty if nobody knows.
/** @param {EmbeddingView} view */
export const pieceCount = (view, id) => (view.facts.counted ? view.tensors.counts.data[id] : "");
