// Patching: two runs, and a third with one vector of the second copied into the first; which token's vector to copy, or
// which cell's of the map. Hovering stays here; the server is called for a different cell's translation, map or
// sentences.

import { mountOnData } from "../../../widgets/mount.js";
import { findCell, readGrids } from "./cells.js";
import { headlineBox, showHeadline } from "./headline.js";
import { drawMaps, mapsBox, markMaps } from "./maps.js";
import { runsBox, showRuns, showTokens, tokensBox } from "./runs.js";
import "./patching.css";

export default mountOnData((/** @type {PatchingView} */ view, { facts, tensors }) => {
  Object.assign(view, { facts, tensors });
  view.chosen = { place: facts.cell.place, position: facts.cell.position };
  view.grids = readGrids(view);
  view.pick = ({ index, row, column }) => {
    view.chosen = { place: view.grids[index].places[row].place, position: column };
    showChosen(view);
    view.trigger("cell", `${view.chosen.place}.${view.chosen.position}`);
  };
  // A different cell of the same map: the drawing stays, and with it the keyboard focus.
  const drawn = JSON.stringify({ ...facts, cell: null });
  if (drawn !== view.drawn) {
    view.drawn = drawn;
    view.root.replaceChildren(headlineBox(view), runsBox(view), tokensBox(view));
    view.pictures = [];
    if (facts.mapTitle) view.root.append(mapsBox(view));
    drawMaps(view);
  }
  showChosen(view);
});

/** @param {PatchingView} view */
function showChosen(view) {
  const { facts, chosen } = view;
  view.cell = findCell(view, chosen);
  view.waits = facts.cell.place !== chosen.place || facts.cell.position !== chosen.position; // for its translation
  showHeadline(view);
  showRuns(view);
  showTokens(view);
  markMaps(view);
}
