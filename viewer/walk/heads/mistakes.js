// What one may have read of heads, with what the heads of this sentence do.

import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { matrix } from "../../widgets/matrix.js";
import { sum } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { plainTable } from "../../widgets/plain_table.js";
import { focusFor } from "../frame/possible_focus.js";
import { onItself } from "./itself.js";

/** @type {Kind[]} */
const SELF = ["encoder", "decoder"];

/** @param {HeadsView} view */
export function headsMistakes(view) {
  return [{ said: "A token attends most to itself.", answer: () => mostToItself(view) }];
}

/** @param {HeadsView} view */
function mostToItself(view) {
  const found = SELF.map((kind) => ({ kind, heads: ownRows(view, kind) }));
  const percent = (share) => `${Math.round(100 * share)} %`;
  const rows = found.map(({ kind, heads }) => {
    const choosing = sum(heads.map((each) => each.choosing));
    const chance = sum(heads.map((each) => each.chance));
    const own = sum(heads.map((each) => each.own));
    return [
      KINDS[kind].name,
      `${own} of ${choosing}`,
      choosing ? percent(own / choosing) : "none",
      choosing ? percent(chance / choosing) : "none",
      ...measured(view, kind),
    ];
  });
  const pictures = element("div", "itself-pictures");
  for (const { kind, heads } of found) pictures.append(ownPicture(view, kind, heads));
  const headings = ["", "rows with the largest weight on themselves", "that is", "by chance"];
  const known = measured(view, "encoder").length > 0;
  return [
    "Some heads do, most do not: what a token is stays in the stream of vectors beside the attention, so a head is " +
      "free to look elsewhere. Counted in this sentence, over every head and every token that sees more than one key:",
    plainTable([...headings, ...(known ? ["mean weight on itself", "an even head"] : [])], rows),
    known
      ? `The last two columns are means over all heads and ${view.facts.roles.sentences} other sentences. Head by ` +
        `head, in this sentence:`
      : "Head by head, in this sentence:",
    pictures,
    "In cross-attention a token cannot look at itself: its keys are the tokens of the other language.",
  ];
}

// Of every head of a kind: its rows that lead to themselves, those that could, and as many as chance would find.
/** @param {HeadsView} view */
function ownRows(view, kind) {
  const { shape } = view.tensors[`${kind}.weights`];
  const [layers, heads, count] = shape;
  const even = kind === "decoder" ? sum(Array.from({ length: count - 1 }, (_, row) => 1 / (row + 2))) : 1;
  return Array.from({ length: layers * heads }, (_, index) => ({
    ...onItself(part(view.tensors[`${kind}.weights`], Math.floor(index / heads), index % heads), kind),
    chance: even,
  }));
}

// Mean over all heads of a kind, as measured on many sentences: the weight on the same token, and an even head's.
/** @param {HeadsView} view */
function measured(view, kind) {
  const roles = view.facts.roles.heads[kind].flat();
  const shares = roles.map((role) => role.shares["same token"]).filter(Boolean);
  if (!shares.length) return [];
  return [0, 1].map((which) => (sum(shares.map((share) => share[which])) / shares.length).toFixed(2));
}

/** @param {HeadsView} view */
function ownPicture(view, kind, heads) {
  const { H } = view.sizes;
  const picture = matrix({
    name: KINDS[kind].name,
    rows: { title: "layer", labels: Array.from({ length: heads.length / H }, (_, at) => String(at + 1)), meaning: "" },
    columns: { title: "head", labels: Array.from({ length: H }, (_, at) => String(at + 1)), meaning: "" },
    scale: "weights",
    unit: "share of its rows",
    cell: [20, 44],
    height: 26,
    pick: (layer, head) => view.set({ ...focusFor(view, kind), layer, head }),
  });
  picture.canvas.dataset.scale = "shares"; // in the colours of weights, but rows are layers and no queries
  const data = Float32Array.from(heads, ({ own, choosing }) => (choosing ? own / choosing : 0));
  const { layer, head } = view.focus;
  const mark = view.focus.kind === kind ? { row: layer, column: head ?? undefined } : null;
  picture.draw({ data, rows: heads.length / H, columns: H }, mark);
  return picture.element;
}
