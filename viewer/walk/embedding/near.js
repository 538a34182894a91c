// The rows nearest to the focused token's, as bars; one of them is picked for the equation and the map.

import { chipOf } from "../../widgets/chips.js";
import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { full, short } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { check, keyGoal } from "../../widgets/radio.js";
import { embeddingNow, nearNow } from "./now.js";
import { groupOf, pieceChip, pieceName } from "./piece.js";
import { spaceData } from "./space_place.js";

/** @param {EmbeddingView} view */
export function nearOf(view) {
  const section = element("section", "near");
  const head = element("h3");
  const list = element("div", "list");
  list.setAttribute("role", "radiogroup");
  list.setAttribute("aria-label", "Nearest neighbours by cosine similarity");
  const axis = element("p", "axis");
  axis.append(
    element("span", "", "piece"),
    element("span", "scale", "cosine, −1 to 1; bar from 0"),
    element("span", "", "read in English"),
  );
  const count = view.tensors["encoder.near"].shape[1];
  const rows = Array.from({ length: count }, (_, place) => nearRow(view, list, place));
  list.append(...rows);
  section.append(head, axis, list, element("p", "note own"), element("p", "note all"), element("p", "note plane"));
  view.near = { section, head, rows };
  return savedAs(section, { name: "Nearest neighbours", lines: () => nearLines(view) });
}

/** @param {EmbeddingView} view */
function nearLines(view) {
  const { ids, cosines } = nearNow(view);
  return [
    ["id", "piece", "cosine", "read in English"],
    ...Array.from(ids, (id, at) => [id, pieceName(view, id), csvNumber(cosines[at]), view.tensors.counts.data[id]]),
  ];
}

/** @param {EmbeddingView} view */
function nearRow(view, list, place) {
  const row = element("button", "neighbour");
  row.type = "button";
  row.setAttribute("role", "radio");
  const bar = element("span", "bar");
  bar.append(element("i"));
  row.append(element("span", "piece"), bar, element("span", "value mono"), element("span", "seen mono"));
  row.addEventListener("click", () => view.chooseNeighbour(place));
  row.addEventListener("pointerenter", () => view.pointAt(view.nearNow().ids[place]));
  row.addEventListener("pointerleave", () => view.pointAt(null));
  row.addEventListener("keydown", (event) => {
    const goal = keyGoal(event, place, list.children.length);
    if (goal === null) return;
    view.chooseNeighbour(goal);
    list.children[goal].focus();
  });
  return row;
}

/** @param {EmbeddingView} view */
export function drawNear(view) {
  const { head, rows, section } = view.near;
  const { counts, kinds } = view.tensors;
  const { ids, cosines } = nearNow(view);
  const { id } = embeddingNow(view);
  head.textContent = `Nearest to “${pieceName(view, id)}” in the table`;
  rows.forEach((row, place) => {
    const [piece, bar, value, seen] = row.children;
    piece.replaceChildren(
      chipOf("span", { ...pieceChip(view, ids[place]), text: pieceName(view, ids[place]), joined: false }),
    );
    bar.firstChild.style.width = `${Math.max(0, cosines[place]) * 100}%`;
    value.textContent = short(cosines[place]);
    value.title = full(cosines[place]);
    seen.textContent = kinds.data[ids[place]] === 3 ? "–" : counts.data[ids[place]].toLocaleString("en");
    row.dataset.group = groupOf(view, ids[place]);
  });
  check(rows, view.neighbour);
  const count = (name) => [...ids].filter((each) => groupOf(view, each) === name).length;
  const [never, idle] = [count("never"), count("idle")];
  const { share, near } = view.facts.never;
  const whole = (number) => `${Math.round(number * 100)} %`;
  section.querySelector(".own").textContent =
    idle > ids.length / 2
      ? `${idle} of these ${ids.length} lie beside the row of <pad>, which fills up short sentences and stands for ` +
        `no text. Training has hardly met these pieces in any language, so it moved all their rows the same way.`
      : never
        ? `${never} of these ${ids.length} never stood in an English training sentence. They are ` +
          `${view.frame.language}, which shares the table.`
        : `All of these stood in English training sentences, though the same table holds the ` +
          `${view.frame.language} pieces as well.`;
  const apart =
    near < share / 2 ? " The two languages lie apart, though nothing told the model which piece belongs to which." : "";
  section.querySelector(".all").textContent =
    `Of all pieces ${whole(share)} were never read in English. Among the ${ids.length} nearest of a piece that was ` +
    `often read in English they are about ${whole(near)}, on average.${apart}`;
  const { explained } = spaceData(view);
  section.querySelector(".plane").textContent =
    `The map shows ${((explained[0] + explained[1]) * 100).toFixed(1)} % of the variance of ${view.sizes.D} ` +
    `dimensions, so pieces that lie side by side there may be far apart in the table. Its lines lead from the token ` +
    `in focus to these neighbours.`;
}
