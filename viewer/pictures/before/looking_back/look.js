// One look back: the English, the translation, and threads from the token about to be written to where the decoder
// looks, as thick as the weights.

import { part } from "../../../transport/payload.js";
import { addWeightLabel, buildChip, chipRow, shade } from "../../../widgets/chips.js";
import { element, say, vector } from "../../../widgets/elements.js";
import { percent } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { check } from "../../../widgets/radio.js";
import { curve, curveAcross, edgePoint, sidePoint } from "../../watch/curve.js";

const THICKEST = 14; // pixels, of a weight of 1
const FAINTEST = 0.02; // a weight below it has no thread

/** @param {LookingBackView} view @param {(row: number) => void} choose */
export function lookBox(view, choose) {
  const { source, target } = view.facts.here;
  const sources = source.map((chip, at) => addWeightLabel(buildChip("span", chip, source[at + 1])));
  const targets = chipRow("The token about to be written", target, view.cell.row, choose);
  const headline = element("p", "look-headline", { "aria-live": "polite" });
  const threads = vector("svg", "look-threads overlay", { "aria-hidden": "true" });
  const rows = element("div", "look-rows", threads, element("div", "chips", ...sources), targets);
  const hint =
    "Before, the whole sentence had to fit into one vector. Bahdanau’s decoder instead compares its state with every " +
    "English word, and takes most from the best match.";
  view.look = { sources, targets, headline, threads, rows };
  new ResizeObserver(() => drawThreads(view)).observe(rows);
  const parts = [headline, rows, element("p", "look-words", hint)];
  return makeSavable(element("section", "look-back stack", { "data-at": "look" }, ...parts), { name: "One look back" });
}

/** @param {LookingBackView} view */
export function showLook(view) {
  const { facts, tensors, cell, look } = view;
  const weights = part(tensors.here, cell.row);
  check([...look.targets.children], cell.row);
  const best = weights.indexOf(Math.max(...weights));
  for (const [at, chip] of look.sources.entries()) {
    shade(chip, weights[at]);
    chip.classList.toggle("best", at === best);
  }
  const [word, english] = [facts.here.target[cell.row], facts.here.source[best]];
  const how = weights[best] > 0.5 ? "mostly" : "most";
  const where = english.special ? "the end of the sentence" : `“${english.text}”`;
  say(look.headline, `To write “${word.text}”, it looks back ${how} at ${where} (${percent(weights[best])}).`);
  drawThreads(view);
}

// Where a sentence takes several rows, each stands in a column: a thread would go behind words that it has nothing to do
// with.
/** @param {LookingBackView} view */
function drawThreads({ tensors, cell, look: { sources, targets, threads, rows } }) {
  rows.classList.remove("upright");
  if (!rows.clientWidth) return;
  const upright = rows.classList.toggle("upright", [sources, [...targets.children]].some(inSeveralRows));
  const frame = rows.getBoundingClientRect();
  const ends = upright
    ? (chip, token) => curveAcross(sidePoint(chip, frame, "right"), sidePoint(token, frame, "left"))
    : (chip, token) => curve(edgePoint(token, frame, "top"), edgePoint(chip, frame, "bottom"));
  const weights = part(tensors.here, cell.row);
  const paths = sources.flatMap((chip, at) => {
    if (weights[at] < FAINTEST) return [];
    const style = `stroke-width: ${(THICKEST * weights[at]).toFixed(1)}px`;
    return [vector("path", "", { d: ends(chip, targets.children[cell.row]), style })];
  });
  threads.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
  threads.replaceChildren(...paths);
}

/** @param {Element[]} chips */
const inSeveralRows = (chips) => chips.at(-1).getBoundingClientRect().top > chips[0].getBoundingClientRect().bottom;
