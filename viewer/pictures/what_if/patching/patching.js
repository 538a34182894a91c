// Patching: two runs, and a third with one vector of the second copied into the first; which token's vector to copy, or
// which cell's of the map. Hovering stays here; the server is called for a different cell's translation, map or
// sentences.

import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { findCell, readGrids } from "./cells.js";
import { showHeadline } from "./headline.js";
import { drawMaps, mapsBox, markMaps } from "./maps.js";
import { runsBox, showCopied, showRuns, showTokens } from "./runs.js";
import "./patching.css";

export default mountOnData((/** @type {PatchingView} */ view, { facts, tensors }) => {
  Object.assign(view, { facts, tensors });
  view.grids = readGrids(view);
  view.cell = findCell(view, facts.cell);
  view.pick = (cell) => {
    view.cell = cell;
    showChosen(view);
    view.trigger("cell", `${placeOf(view)}.${cell.column}`);
  };
  // A different cell of the same map: the drawing stays, and with it the keyboard focus.
  const drawn = JSON.stringify({ ...facts, cell: null });
  if (drawn !== view.drawn) {
    view.drawn = drawn;
    view.headline = element("p", "look-headline", { "data-at": "look", "aria-live": "polite" });
    view.lists = element("section", "lists stack", { "data-at": "look" });
    view.copied = element("p", "copied-list row", { "data-at": "look", "aria-hidden": "true" });
    view.root.replaceChildren(view.headline, view.copied, runsBox(view), view.lists);
    view.pictures = [];
    if (facts.mapTitle) view.root.append(mapsBox(view));
    drawMaps(view);
  }
  showChosen(view);
});

/** @param {PatchingView} view */
const placeOf = ({ grids, cell }) => grids[cell.index].places[cell.row].place;

/** @param {PatchingView} view */
function showChosen(view) {
  const { place, position } = view.facts.cell;
  view.waits = place !== placeOf(view) || position !== view.cell.column; // for its translation
  showHeadline(view);
  showRuns(view);
  showCopied(view);
  showTokens(view);
  markMaps(view);
}
