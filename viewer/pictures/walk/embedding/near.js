// The rows nearest to that of the token in focus, as bars; one of them is picked for the equation and the picture.

import { buildChip } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { buildTrack, element, say } from "../../../widgets/elements.js";
import { full, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { check, radios } from "../../../widgets/radio.js";
import { currentVectors, nearWords, readNeighbours, SIMILAR } from "./now.js";
import { isSpecial, pieceCount, pieceGroup, pieceName, timesRead } from "./piece.js";
import { drawSpace } from "./space.js";

const NAMED = 4; // words in the headline

/** @param {EmbeddingView} view */
export function buildNeighbours(view) {
  const list = element("div", "", { role: "radiogroup", "aria-label": "Nearest neighbours by cosine similarity" });
  const axis = element(
    "p",
    "axis aligned fine-print",
    element("span", "", "piece"),
    element("span", "scale", "cosine, −1 to 1; bar from 0"),
    element("span", "", view.facts.counted ? `times in ${view.frame.source}` : ""),
  );
  const [title, own, all] = [element("h3"), element("p", "note"), element("p", "note")];
  view.near = { title, list, own, all };
  return makeSavable(element("section", "near stack", title, axis, list, own, all), {
    name: "Nearest neighbours",
    lines: () => csvRows(view),
  });
}

/** @param {EmbeddingView} view */
function csvRows(view) {
  const { ids, cosines } = readNeighbours(view);
  return [
    ["id", "piece", "cosine", `read in ${view.frame.source}`],
    ...Array.from(ids, (id, at) => [id, pieceName(view, id), csvNumber(cosines[at]), pieceCount(view, id)]),
  ];
}

/** @param {EmbeddingView} view */
function choose(view, neighbour) {
  view.neighbour = neighbour;
  check([...view.near.list.children], neighbour);
  drawSpace(view);
  view.retell();
}

/** @param {EmbeddingView} view */
function neighbourRow(view, id, cosine) {
  const special = isSpecial(view, id);
  return element(
    "button",
    `neighbour bare aligned ${pieceGroup(view, id)}`,
    {
      type: "button",
      pointerenter: () => view.pointAt(id),
      pointerleave: () => view.pointAt(null),
    },
    element("span", "", buildChip("span", { text: pieceName(view, id), joined: false, special })),
    buildTrack(Math.max(0, cosine), "bar"),
    element("span", "value mono", { title: full(cosine) }, short(cosine)),
    element("span", "seen mono", special ? "–" : timesRead(view, id)),
  );
}

/** @param {EmbeddingView} view */
export function drawNeighbours(view) {
  const { title, list, own, all } = view.near;
  const { ids, cosines } = readNeighbours(view);
  say(title, `Nearest to “${pieceName(view, currentVectors(view).id)}” in the table`);
  const rows = Array.from(ids, (id, place) => neighbourRow(view, id, cosines[place]));
  check(
    radios(rows, (place) => choose(view, place)),
    view.neighbour,
  );
  list.replaceChildren(...rows);
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
  if (!names.length) return `Of the words, ${last} is most similar to ${own}.`;
  return `Of the words, ${names.join(", ")} and ${last} are most similar to ${own}.`;
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
