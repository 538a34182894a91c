// What the focus picks: the tokens of its side, and the neighbours of the one in focus.

import { part } from "../../widgets/payload.js";

// The neighbours of the focused token, as the server computed them for every token at once.
/** @param {EmbeddingView} view */
export function nearNow(view) {
  const side = embeddingSide(view);
  const read = (name) => part(view.tensors[`${side}.${name}`], view.focus.token);
  return { ids: read("near"), cosines: read("cosines"), products: read("products"), norms: read("norms") };
}

export const NARROW = 560; // pixels; a phone

// Pixels before the first column, of the strips as of the heat map under them.
/** @param {EmbeddingView} view */
export function embeddingGutter(view) {
  return view.root.clientWidth < NARROW ? 84 : 132;
}

/** @param {EmbeddingView} view */
export function embeddingSide(view) {
  return view.focus.kind === "encoder" ? "encoder" : "decoder";
}

// The tokens of the side in focus, with what the server sent of them.
/** @param {EmbeddingView} view */
export function embeddingNow(view) {
  const side = embeddingSide(view);
  const read = (name) => view.tensors[`${side}.${name}`];
  return {
    side,
    ids: read("ids").data,
    rows: part(read("rows")),
    vectors: part(read("embedding")),
    chips: view.tokens[side === "encoder" ? "source" : "target"],
    facts: view.facts.sides[side],
    id: read("ids").data[view.focus.token],
  };
}
