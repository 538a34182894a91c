// The focus that a chapter can show, where another page or a block of the map asks for one that it cannot.

import { KINDS, sensibleFocus } from "../widgets/focus.js";

// The focus of a block: its kind of attention; the token stays where the tokens are the same.
/** @param {AnyWalkView} view */
export function focusFor(view, kind) {
  if (kind === view.focus.kind) return view.focus;
  const sameTokens = KINDS[kind].rows === KINDS[view.focus.kind].rows;
  return sensibleFocus(view, {
    ...view.focus,
    kind,
    token: sameTokens ? view.focus.token : Math.min(1, view.tokens[KINDS[kind].rows].length - 1),
  });
}

// The focus that another page left may be on an attention that this chapter does not show.
/** @param {AnyWalkView} view */
export function isKnownFocus(view, focus) {
  const { kinds } = view.stage.focus;
  return !kinds || kinds.includes(focus.kind) ? focus : focusFor({ ...view, focus }, kinds[0]);
}
