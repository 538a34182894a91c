// One head: both translations beside one another, and every figure that is known of it.

import { element } from "../../widgets/elements.js";
import { signed } from "../../widgets/numbers.js";
import { writeStretches } from "../../widgets/said.js";
import { changed, headKind, headName, lossOf } from "./figures.js";

/** @param {HeadAblationView} view */
export function headReading(view) {
  const box = element("section", "head-reading", { "aria-label": "One head" });
  return { element: box, draw: () => box.replaceChildren(...readingParts(view)) };
}

/** @param {HeadAblationView} view */
function readingParts(view) {
  const { facts, change } = view;
  const place = view.pointed ?? view.place;
  const title = element("header");
  title.append(element("h3", "", titleOf(change, place)), element("p", "hint", kindTold(change, place)));
  const parts = [title];
  const found = facts.sentence?.changes[change]?.[place];
  if (found) parts.push(bothWorlds(found));
  else if (facts.tooLong) parts.push(element("p", "note", facts.tooLong));
  parts.push(figuresTable(view, place));
  return parts;
}

/** @param {HeadChange} change  @param {string} place */
function titleOf(change, place) {
  const name = headName(place);
  return {
    zero_head: `Without ${name}`,
    mean_head: `The mean in place of ${name}`,
    keep_head: `Only ${name}`,
    keep_kind: `${headKind(place)} alone`,
  }[change];
}

/** @param {HeadChange} change  @param {string} place */
function kindTold(change, place) {
  return change === "keep_kind" ? "The heads of the two other kinds are set to zero." : headKind(place);
}

/** @param {AblatedTranslation} found */
function bothWorlds(found) {
  const both = element(
    "dl",
    "head-worlds",
    element("dt", "", "untouched"),
    translationOf(found.before, "del", ""),
    element("dt", "", "changed"),
    translationOf(found.after, "ins", found.changedWords ? "" : " (the same)"),
  );
  both.lastElementChild.setAttribute("aria-live", "polite");
  return both;
}

/** @param {Stretch[]} pieces */
function translationOf(pieces, tag, behind) {
  const line = element("dd");
  writeStretches(line, pieces, tag);
  if (!pieces.length) line.append(element("span", "faint", "(nothing)"));
  if (behind) line.append(element("span", "faint", behind));
  return line;
}

// Rows of [name, untouched, changed, the difference].
/** @param {HeadAblationView} view  @param {string} place */
function figureRows({ facts, change }, place) {
  const found = facts.sentence?.changes[change]?.[place];
  const cost = facts.heldOut?.costs[change][place];
  const rows = [];
  if (found) {
    const own = facts.sentence.logProbability;
    rows.push(["log-probability of the untouched translation", ...threeNumbers(own, found.logProbability, 2)]);
  }
  for (const [corpus, { name }] of (cost ? facts.heldOut.corpora : []).entries()) {
    const { untouched } = facts.heldOut;
    rows.push([`BLEU, ${name}`, ...threeNumbers(untouched.bleu[corpus], cost.bleu[corpus], 1)]);
    rows.push([`loss, ${name}`, ...threeNumbers(lossOf(untouched, corpus), lossOf(cost, corpus), 3)]);
  }
  return rows;
}

// Before, after and the difference, which is that of the two as they were measured, not as they are written.
function threeNumbers(before, after, digits) {
  const written = (value) => (Number.isFinite(value) ? signed(value, digits) : "∞");
  return [written(before), written(after), changed(after - before, digits)];
}

/** @param {HeadAblationView} view  @param {string} place */
function figuresTable(view, place) {
  const rows = figureRows(view, place);
  const table = element("table", "head-figures");
  if (!rows.length) return table;
  const top = table.createTHead().insertRow();
  for (const name of ["", "untouched", "changed", "difference"]) {
    const cell = element(name ? "th" : "td", "", name);
    if (name) cell.scope = "col";
    top.append(cell);
  }
  const body = table.createTBody();
  for (const [name, ...numbers] of rows) {
    const row = body.insertRow();
    row.append(element("th", "", { scope: "row" }, name), ...numbers.map((text) => element("td", "mono", text)));
  }
  return table;
}
