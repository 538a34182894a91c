// What the chosen copy changes, in a sentence, and as a finding.

import { say } from "../../../widgets/elements.js";
import { editCode } from "../../../widgets/finding.js";
import { cellNumbers, copiedName, placeName } from "./cells.js";

// A different cell, or its translation has come.
/** @param {PatchingView} view */
export function showHeadline(view) {
  const { facts, headline, cell } = view;
  if (view.waits) return;
  const [change] = facts.cell.changes;
  const quoted = (words) => (words ? `“${words}”` : "nothing");
  const came = change ? `${quoted(change.before)} becomes ${quoted(change.after)}` : "the translation stays as it was";
  view.claim = `Copy one list of numbers, that of ${copiedName(view)}, and ${came}.`;
  const { stack, places, columns } = view.grids[cell.index];
  const copied = columns[cell.column].b;
  const [one, other] = facts.tokens;
  const none = `No single list of numbers, copied ${placeName(places[cell.row])}, turns “${one}” into “${other}”.`;
  const but = change ? `${none} But with that of “${copied}”, ${came}.` : none;
  const flips = columns.some((_, column) => cellNumbers(view, { ...cell, column }).difference < 0);
  say(headline, flips ? `Copy one list of numbers, that of “${copied}” in the ${stack}, and ${came}.` : but);
}

// What the copy changes, and the lines that make it.
/** @param {PatchingView} view */
export function findingOf({ facts, claim, grids, cell: at }) {
  const { model, cell } = facts;
  const { a, b } = grids[at.index].columns[at.column];
  const isThere = a !== b; // where the two differ: so in other pairs, which differ elsewhere
  const [one, other] = facts.sentences.map(({ text }) => JSON.stringify(text));
  const first = `

def where(one, other):  # they differ
    return next(at for at, ids in enumerate(zip(model.read(one).ids, model.read(other).ids)) if len({*ids}) > 1)

`;
  const begin = `from transformer.edits import patch\n\nothers = {${one}: ${other}}  # and your own pairs\n${isThere ? first : ""}`;
  const position = isThere ? "where(sentence, others[sentence])" : cell.position;
  const code = editCode({
    model,
    sentences: "[*others]",
    edit: `patch("${cell.place}", ${position}, others[sentence])`,
    begin,
  });
  const edit = { place: cell.place, position: isThere ? null : cell.position };
  return { claim, code, edit };
}
