// The sentence about the pieces that lie nearest to the token in focus.

import { element, say } from "../../../widgets/elements.js";
import { currentVectors, nearWords, readNeighbours, SIMILAR } from "./now.js";
import { pieceGroup, pieceName } from "./piece.js";

const NAMED = 4; // words in the headline

/** @param {EmbeddingView} view */
export function buildNeighbours(view) {
  view.near = { own: element("p", "note"), all: element("p", "note") };
  return element("div", "stack", view.near.own, view.near.all);
}

/** @param {EmbeddingView} view */
export function drawNeighbours(view) {
  const { own, all } = view.near;
  const { ids } = readNeighbours(view);
  if (!view.facts.counted) return;
  say(own, whoTheyAre(view, ids));
  const { share, near } = view.facts.never;
  const { source } = view.frame;
  const whole = (number) => `${Math.round(number * 100)}%`;
  const apart =
    near < share / 2
      ? " The two languages separate, though the model was never told which piece belongs to which."
      : "";
  all.textContent =
    `${whole(share)} of all pieces never occurred in ${source}. Among the ${ids.length} nearest neighbours of a ` +
    `piece that is common in ${source}, it’s about ${whole(near)} on average.${apart}`;
}

// The nearest words, in a sentence.
/** @param {EmbeddingView} view */
export function nearestWords(view) {
  const own = `“${pieceName(view, currentVectors(view).id)}”`;
  const names = nearWords(view)
    .slice(0, NAMED)
    .map((each) => `“${pieceName(view, each)}”`);
  const last = names.pop();
  if (!last) {
    const { cosines } = readNeighbours(view);
    const isFar = cosines[cosines.length - 1] < SIMILAR;
    return isFar ? `No word is much like ${own}.` : `The pieces most similar to ${own} aren’t words.`;
  }
  return `${own} lies closest to ${names.length ? `${names.join(", ")} and ` : ""}${last}.`;
}

/** @param {EmbeddingView} view */
function whoTheyAre(view, ids) {
  const [never, idle] = ["never", "idle"].map((name) => ids.filter((id) => pieceGroup(view, id) === name).length);
  const { language, source } = view.frame;
  if (idle > ids.length / 2)
    return (
      `${idle} of these ${ids.length} are close to the row of <pad>, which pads short sentences and carries no text. ` +
      `Training hardly ever met these pieces in any language, so it moved all their rows the same way.`
    );
  return never
    ? `${never} of these ${ids.length} never occur in ${source} training text. They are ${language}, which shares ` +
        `the table.`
    : `All of these occur in ${source} training text, although the same table holds the ${language} pieces too.`;
}
