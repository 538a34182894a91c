// The masks: what each query can look at in the changed model. A click on a cell opens or closes it.

import { part } from "../../../transport/payload.js";
import { paintAllowed } from "../../../widgets/allowed.js";
import { choice } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { KIND_NAMES, matrixLabels } from "./labels.js";

const HAND = /^(open|close)_cell:/;

/** @param {LaboratoryView} view */
export function masksBox(view) {
  view.hand ??= "cell";
  /** @type {[string, string][]} */
  const ways = [
    ["one cell", "cell"],
    ["the whole row", "row"],
  ];
  const hint =
    "A query can look at filled cells. Click one to close it, an empty one to open it; “whole row” leaves a query " +
    "only the cell you click. This applies to all layers.";
  return element(
    "section",
    "",
    element("h3", "", "The masks, cell by cell"),
    element("p", "hint", hint),
    choice("A click toggles", ways, view.hand, (hand) => {
      view.hand = hand;
    }),
    element("div", "three-masks", ...Object.keys(KIND_NAMES).map((kind) => maskPicture(view, kind))),
  );
}

/** @param {LaboratoryView} view */
function maskPicture(view, kind) {
  const { rows, columns } = matrixLabels(view, kind);
  const { data: mask, rows: height, columns: width } = part(view.tensors[`after.mask.${kind}`], 0);
  const data = Float32Array.from(mask, (open) => (open ? 0 : -Infinity));
  const axis = (title, labels) => ({ title, labels, meaning: title });
  const picture = matrix({
    name: KIND_NAMES[kind],
    shape: `${height} × ${width}`,
    scale: "plain",
    limit: 1,
    unit: "added to the score",
    cell: [4, 24],
    beside: { width: 0, paint: paintAllowed },
    rows: axis(kind === "cross" ? "query (writes)" : "query", rows),
    columns: axis("key", columns),
    invitation: "Click a cell to open or close it.",
    pick: (row, column) => view.trigger("edit", switchCell(view, kind, { row, column, data, width })),
  });
  picture.draw({ data, rows: height, columns: width });
  return picture.element;
}

// The edit with a cell switched: an earlier change by hand is removed, or a new one added. For a whole row, every other
// open cell is closed.
/** @param {LaboratoryView} view */
export function switchCell(view, kind, { row, column, data, width }) {
  const now = view.facts.changes.map(({ edit }) => edit);
  const isOpen = (place) => data[row * width + place] === 0;
  const at = (place) => `${kind}:${row}:${place}`;
  const others = (places) =>
    now.filter((each) => !(HAND.test(each) && places.some((place) => each.endsWith(at(place)))));
  if (view.hand === "row") {
    const places = [...Array(width).keys()];
    const closed = places.filter((place) => place !== column && isOpen(place));
    // If nothing else is open, the row's mask is restored.
    return [...others(places), ...closed.map((place) => `close_cell:${at(place)}`)].join(",");
  }
  const rest = others([column]);
  if (rest.length < now.length) return rest.join(",");
  return [...now, `${isOpen(column) ? "close" : "open"}_cell:${at(column)}`].join(",");
}
