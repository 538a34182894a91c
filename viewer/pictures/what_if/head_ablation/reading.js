// One head: both translations, and every figure known about it.

import { element } from "../../../widgets/elements.js";
import { formatSigned } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { DIFFER, writeWordDiff } from "../../../widgets/word_diff.js";
import { formatChange, headKind, headName } from "./figures.js";

const FIGURES = ["", "original", "changed", "difference"];

/** @param {HeadAblationView} view */
export function showReading({ facts, change, pointed, place: kept, reading }) {
  const place = pointed ?? kept;
  const found = facts.sentence?.changes[change]?.[place];
  const rows = figureRows(facts, change, place);
  reading.replaceChildren(
    element("header", "", element("h3", "", writeTitle(change, place)), element("p", "hint", headKind(place))),
    ...(found
      ? [
          bothWorlds(found),
          ...(found.changedWords ? [element("p", "hint", { "data-from": "understand" }, DIFFER)] : []),
        ]
      : facts.tooLong
        ? [element("p", "note", facts.tooLong)]
        : []),
    ...(rows.length ? [element("div", "", { "data-from": "understand" }, plainTable(FIGURES, rows))] : []),
  );
}

/** @param {HeadChange} change  @param {string} place */
function writeTitle(change, place) {
  const name = headName(place);
  return {
    zero_head: `Without ${name}`,
    mean_head: `The mean instead of ${name}`,
    keep_head: `Only ${name}`,
  }[change];
}

/** @param {AblatedTranslation} found */
function bothWorlds({ before, after, changedWords }) {
  return element(
    "dl",
    "head-worlds",
    element("dt", "quiet", "original"),
    buildTranslation(before, "del", ""),
    element("dt", "quiet", "changed"),
    buildTranslation(after, "ins", changedWords ? "" : " (the same)", { "aria-live": "polite" }),
  );
}

/** @param {Stretch[]} pieces */
function buildTranslation(pieces, mark, note, attributes = {}) {
  const line = element("dd", "", attributes);
  writeWordDiff(line, pieces, mark);
  const text = pieces.length ? note : `(nothing)${note}`;
  if (text) line.append(element("span", "hint", text));
  return line;
}

// Rows of [name, original, changed, difference].
/** @param {HeadAblationFacts} facts @param {HeadChange} change @param {string} place */
function figureRows({ sentence, heldOut }, change, place) {
  const found = sentence?.changes[change]?.[place];
  const cost = heldOut?.costs[change][place];
  const name = "log-probability of the original translation";
  const rows = found ? [[name, ...threeNumbers(sentence.logProbability, found.logProbability, 2)]] : [];
  if (heldOut && cost)
    for (const [corpus, { name }] of heldOut.corpora.entries())
      rows.push([`BLEU, ${name}`, ...threeNumbers(heldOut.untouched[corpus], cost[corpus], 1)]);
  return rows;
}

// Before, after and the difference, computed before rounding.
function threeNumbers(before, after, digits) {
  return [formatSigned(before, digits), formatSigned(after, digits), formatChange(after - before, digits)];
}
