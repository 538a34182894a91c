// One attention in both states, side by side. It follows the page's focus until you choose another here.

import { choiceFromUrl, setUrlParam } from "../../widgets/address.js";
import { choice, numbers } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { KINDS, readFocus, rowNames, sensibleFocus } from "../../widgets/focus.js";
import { headWeights } from "../../widgets/heads.js";
import { matrix } from "../../widgets/matrix.js";

const BOTH = /** @type {const} */ (["pinned", "present"]);
const FOLDED = "pinattention"; // in the address
const MOST_ROWS = 24; // rows drawn at most: a model that has learned nothing can write a hundred tokens

// Null if one of the two has nothing to show.
/** @param {BesideView} view */
export function bothAttentions(view) {
  const { facts } = view;
  const seen = { pinned: facts.pinned.seen, present: facts.present.seen };
  if (!seen.pinned || !seen.present) return null;
  const summary = element("summary");
  const bar = element("div", "choices");
  const picture = (name) => matrix({ name, rows: {}, columns: {}, scale: "weights", cell: [5, 22] });
  const pictures = { pinned: picture("Pinned"), present: picture("Current") };
  const both = element("div", "two", pictures.pinned.element, pictures.present.element);
  const toggle = () => {
    setUrlParam(FOLDED, fold.open ? "" : "closed");
    for (const side of BOTH) pictures[side].repaint();
  };
  const open = choiceFromUrl(FOLDED, ["open", "closed"]) === "open";
  const fold = element("details", "attentions", { open, toggle }, summary, bar, both);
  let drawn = "";
  const follow = () => {
    const focus = readFocus() ?? { kind: "cross", layer: seen.present.alignedLayer, head: null, token: 0 };
    const written = JSON.stringify(focus);
    if (written === drawn) return;
    drawn = written;
    draw(focus);
  };
  const draw = (focus) => {
    const { kind, layer, head } = sensibleFocus(seen.present, focus);
    const which = head === null ? "mean of the heads" : `head ${head + 1}`;
    summary.textContent = `${KINDS[kind].name}, layer ${layer + 1}, ${which}`;
    const chosen = { kind, layer, head, token: focus.token };
    bar.replaceChildren(...choices(seen.present.sizes, chosen, (change) => draw({ ...chosen, ...change })));
    for (const side of BOTH) drawSide(pictures[side], view.tensors[`${side}.${kind}`], seen[side], chosen, side);
  };
  return { element: fold, refresh: follow };
}

function choices({ encoder_layers, decoder_layers, H }, { kind, layer, head }, set) {
  const kinds = Object.entries(KINDS).map(([each, { name }]) => [name, each]);
  return [
    choice("", kinds, kind, (value) => set({ kind: value })),
    choice("Layer", numbers(kind === "encoder" ? encoder_layers : decoder_layers), layer, (value) =>
      set({ layer: value }),
    ),
    choice("Head", [["mean", null], ...numbers(H)], head, (value) => set({ head: value })),
  ];
}

/**
 * @param {ReturnType<typeof matrix>} picture
 * @param {Tensor} tensor
 * @param {BesideSeen} seen
 * @param {Focus} chosen
 * @param {BesideName} side
 */
function drawSide(picture, tensor, seen, chosen, side) {
  const { kind, layer, head, token } = sensibleFocus(seen, chosen); // a pinned model can have fewer layers and heads
  const all = headWeights(tensor, head, layer);
  const rows = Math.min(all.rows, MOST_ROWS);
  const values = { ...all, rows, data: all.data.slice(0, rows * all.columns) };
  const axis = (title, meaning, of, count) => ({
    title,
    labels: seen.tokens[of].slice(0, count).map(({ text }) => text),
    meaning,
  });
  const other = layer === chosen.layer && head === chosen.head ? "" : `, layer ${layer + 1} (its last)`;
  const cut = rows < all.rows ? `, the first ${rows} rows` : "";
  picture.draw(
    values,
    { row: Math.min(token, rows - 1) },
    {
      shape: `${all.rows} × ${all.columns}${cut}${side === "pinned" ? other : ""}`,
      rows: axis(kind === "cross" ? "query (writes)" : "query", "query", rowNames(kind), rows),
      columns: axis("key", "key", KINDS[kind].columns, all.columns),
    },
  );
}
