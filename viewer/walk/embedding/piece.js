// A piece of the vocabulary: its chip, its name, and how training met it.

// A piece of the vocabulary out of any sentence: how it would look as a chip.
/** @param {EmbeddingView} view */
export function pieceChip(view, id) {
  const piece = view.facts.pieces[id];
  const special = view.tensors.kinds.data[id] === 3;
  return { text: special ? piece : piece.replace("▁", "") || "␣", joined: !special && !piece.startsWith("▁"), special };
}

// How training met a piece; the names are those of GROUPS in viewer/walk/embedding/table.py.
const PIECE_GROUPS = ["often", "seldom", "never", "idle", "special"];

/** @param {EmbeddingView} view */
export function groupOf(view, id) {
  return PIECE_GROUPS[view.tensors.groups.data[id]];
}

// A piece as a word of its own: the end of another one wears a hyphen, as in a dictionary.
/** @param {EmbeddingView} view */
export function pieceName(view, id) {
  const { text, joined } = pieceChip(view, id);
  return joined && view.tensors.kinds.data[id] === 1 ? `‑${text}` : text;
}
