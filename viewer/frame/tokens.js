// What the focus picks: a stack, its layers, and the tokens of its rows and columns.

import { KINDS, rowNames } from "../widgets/focus.js";
import { ENDS } from "../widgets/tokens.js";

export const stackOf = ({ focus: { kind } }) => KINDS[kind].stack;

/** @param {Pick<AnyWalkView, "sizes" | "focus">} view */
export const layersOf = (view) => view.sizes[`${stackOf(view)}_layers`];

// Those that the stack reads, of which one is in focus.
/** @param {Pick<AnyWalkView, "tokens" | "focus">} view */
export const tokensOf = ({ tokens, focus: { kind } }) => tokens[KINDS[kind].rows];

/** @param {Pick<AnyWalkView, "tokens" | "focus">} view */
export const tokenText = (view, token = view.focus.token) => tokensOf(view)[token].text;

// The queries of the attention in focus. In cross-attention, each is named by the token that it writes.
/** @param {Pick<AnyWalkView, "tokens" | "focus">} view */
export const queriesOf = ({ tokens, focus: { kind } }) => tokens[rowNames(kind)];

/** @param {Pick<AnyWalkView, "tokens" | "focus">} view */
export const keysOf = ({ tokens, focus: { kind } }) => tokens[KINDS[kind].columns];

// The token that is looked at first: the second word, which has a past and a future, else the first token.
/** @param {Chip[]} tokens */
export function firstWord(tokens) {
  const begins = [...tokens.keys()].filter((at) => !tokens[at].joined && !ENDS.includes(tokens[at].text));
  return begins[Math.min(1, begins.length - 1)] ?? 0;
}
