// Every kind, layer and head of one sentence, or one attention, in a notebook: without server and network.

import { attentionAxes } from "../frame/axes.js";
import { element, findIn } from "../widgets/elements.js";
import { KINDS } from "../widgets/focus.js";
import { fitFrame } from "../widgets/frame_height.js";
import { answerFrame, onFocusRequest, tellFocus } from "../widgets/frame_messages.js";
import { meanOfHeads } from "../widgets/heads.js";
import { matrix } from "../widgets/matrix.js";
import "../widgets/alone.css";
import "./standalone.css";

const kept = JSON.parse(findIn(document, "#data").textContent);
const firstLayer = kept.layer ?? 0; // that of one attention alone
const state = { ...kept.focus, layer: kept.focus.layer - firstLayer };
const picture = matrix({
  name: "Attention weights",
  ...attentionAxes([], []),
  scale: "weights",
  cell: [15, 34],
  invitation: "Hover over a cell, or use the arrow keys, to read its value. Click to mark its row.",
  pick(row) {
    state.token = row;
    markRow();
  },
});

function currentKind() {
  return kept.kinds.find(({ kind }) => kind === state.kind);
}

function fillChoices() {
  const { queries, weights } = currentKind();
  state.layer = Math.min(Math.max(state.layer, 0), weights.length - 1);
  state.token = Math.min(state.token, queries.length - 1);
  const numbered = (list) => list.map((_, index) => [index, String(index + 1)]);
  /** @type {[string, string, [any, string][]][]} */
  const all = [
    ["Attention", "kind", kept.kinds.map(({ kind }) => [kind, KINDS[kind].name])],
    ["Layer", "layer", numbered(weights)],
    ["Head", "head", [[null, "mean"], ...numbered(weights[0])]],
  ];
  const open = all.filter(([, , options]) => options.length > 1);
  findIn(document, "#choices").replaceChildren(...open.map((each) => field(...each)));
}

function field(name, key, options) {
  const change = ({ target }) => {
    [state[key]] = options[target.selectedIndex];
    if (key === "kind") {
      fillChoices();
      findIn(document, "#kind").focus();
    }
    drawHeads();
  };
  const made = options.map(([value, words]) => element("option", "", { selected: value === state[key] }, words));
  return element("label", "", name, element("select", "", { id: key, change }, ...made));
}

function markRow() {
  picture.mark({ row: state.token });
  tellFocus({ ...state, layer: firstLayer + state.layer });
}

function drawHeads() {
  const { kind, queries, keys, weights } = currentKind();
  const [rows, columns] = [queries, keys].map((chips) => chips.map(({ text }) => text));
  const heads = state.head === null ? weights[state.layer] : [weights[state.layer][state.head]];
  const shown = heads.map((head) => ({
    data: Float32Array.from(head.flat()),
    rows: queries.length,
    columns: keys.length,
  }));
  picture.draw(meanOfHeads(shown), null, {
    name: KINDS[kind].name,
    // One attention alone knows only what its queries have read.
    ...attentionAxes(rows, columns, kept.layer === undefined ? kind : undefined),
  });
  markRow();
}

const title = kept.layer === undefined ? "Attention heads" : `${KINDS[state.kind].name}, layer ${kept.layer + 1}`;
document.title = kept.sentence ? `${title}: ${kept.sentence}` : title;
findIn(document, "h1").textContent = title;
const told = findIn(document, "#sentence");
if (kept.sentence) told.append(element("b", "", kept.sentence), " → ", element("b", "", kept.translation));
else told.remove();
findIn(document, "#picture").append(picture.element);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawHeads());
fillChoices();
drawHeads();
onFocusRequest(({ kind, layer, head, token }) => {
  if (kept.kinds.some((each) => each.kind === kind)) state.kind = kind;
  const heads = currentKind().weights[0].length;
  Object.assign(state, { layer: layer - firstLayer, token, head: head === null ? null : Math.min(head, heads - 1) });
  fillChoices();
  drawHeads();
});
fitFrame();
answerFrame();
