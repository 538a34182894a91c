// A common mistake about heads, answered by what the heads of this sentence do.

import { part } from "../../../transport/payload.js";
import { KINDS } from "../../../widgets/focus.js";
import { sum } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { highest, rowOf } from "../../../widgets/vectors.js";

/** @type {Kind[]} */
const SELF = ["encoder", "decoder"];

/** @param {HeadsView} view */
export const headsMistakes = (view) => [{ said: "A token attends most to itself.", answer: () => mostToItself(view) }];

/** @param {HeadsView} view */
function mostToItself(view) {
  const known = measureKind(view, "encoder").length > 0;
  const percent = (part, all) => (all ? `${Math.round((100 * part) / all)}%` : "none");
  const rows = SELF.map((kind) => {
    const heads = ownRows(view, kind);
    const [own, choosing, chance] = ["own", "choosing", "chance"].map((name) => sum(heads.map((each) => each[name])));
    const shares = [percent(own, choosing), percent(chance, choosing)];
    return [KINDS[kind].name, `${own} of ${choosing}`, ...shares, ...measureKind(view, kind)];
  });
  const headings = ["", "rows with the largest weight on themselves", "share", "by chance"];
  return [
    "Some heads do, most don’t: what a token is stays in the residual stream, so a head is free to look elsewhere. " +
      "Counted in this sentence, over every head and every token that sees more than one key:",
    plainTable([...headings, ...(known ? ["mean weight on itself", "a uniform head"] : [])], rows),
    known ? `The last two columns are means over all heads and ${view.facts.roles.sentences} other sentences.` : "",
    "In cross-attention a token can’t look at itself: the keys are tokens of the other language.",
  ];
}

// Of every head of a kind: its rows that lead to themselves, those that could, and as many as chance would find.
/** @param {HeadsView} view */
function ownRows(view, kind) {
  const [layers, heads, count] = view.tensors[`${kind}.weights`].shape;
  const chance = kind === "decoder" ? sum(Array.from({ length: count - 1 }, (_, row) => 1 / (row + 2))) : 1;
  return Array.from({ length: layers * heads }, (_, index) => ({
    ...onItself(part(view.tensors[`${kind}.weights`], Math.floor(index / heads), index % heads), kind),
    chance,
  }));
}

// Of one head of self-attention: the rows that have a choice, and those of them whose largest weight is their own; as
// `largest_on_itself` of transformer/analysis/measures/head_patterns.py.
export function onItself(values, kind) {
  const first = kind === "decoder" ? 1 : 0; // the first token of a masked attention sees itself alone
  const choosing = [...Array(values.rows).keys()].slice(first);
  return { own: choosing.filter((row) => highest(rowOf(values, row)) === row).length, choosing: choosing.length };
}

// Mean over all heads of a kind, as measured on many sentences: the weight on the same token, and a uniform head's.
/** @param {HeadsView} view */
function measureKind(view, kind) {
  const roles = view.facts.roles.heads[kind].flat();
  const shares = roles.map((role) => role.shares["same token"]).filter(Boolean);
  if (!shares.length) return [];
  return [0, 1].map((which) => (sum(shares.map((share) => share[which])) / shares.length).toFixed(2));
}
