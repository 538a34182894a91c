// Greedy and beam: where the two differ, the search as a tree, the finished hypotheses in the order given by α. Hovering,
// choosing a node and changing α stay here; the server is called for a different sentence or beam size, and gets the
// chosen α, so that other pages know it.

import { drawAndFollow } from "../../../engine/live/typing.js";
import { onAddressChange, trackSent } from "../../../widgets/address.js";
import { addWeightLabel, buildChip, shade } from "../../../widgets/chips.js";
import { choice, numbers } from "../../../widgets/choice.js";
import { depthNow } from "../../../widgets/depth.js";
import { element, findIn, say } from "../../../widgets/elements.js";
import { readFocus, remember } from "../../../widgets/focus.js";
import { headWeights } from "../../../widgets/heads.js";
import { mountOnData } from "../../../widgets/mount.js";
import { formatSigned } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { linkWords } from "../../../widgets/words.js";
import { lookBox } from "./look.js";
import { computeScore, rank, readAlpha, readBeam, writeScore } from "./score.js";
import { scoresBox } from "./scores.js";
import { searchFacts } from "./shown.js";
import { markTree, pathTo, treeBox } from "./tree.js";
import "./search.css";

export default mountOnData((/** @type {SearchView} */ view, /** @type {any} */ sent) => {
  const { engine: offer, sentence, scores } = /** @type {SearchSent} */ (sent.facts);
  view.scores = scores;
  if (offer?.alone) offer.decode = { kind: "tree", size: readBeam(sent.facts.size), alpha: sent.facts.alpha };
  view.deepened = () => {
    view.rest?.();
    linkWords(view.root);
  };
  drawAndFollow(view, sent, { offer, sentence, draw: (whole) => draw(view, whole) });
  return onAddressChange(() => {
    const alpha = readAlpha(view.facts.alpha);
    if (alpha === view.alpha) return;
    if (view.told.isOvertaken(alpha)) return writeScore(view);
    view.alpha = alpha;
    refresh(view);
  });
});

/** @param {SearchView} view @param {{ facts: SearchSent, tensors: SearchView["tensors"] }} payload */
function draw(view, { facts: sent, tensors }) {
  const facts = searchFacts(sent);
  Object.assign(view, { facts, tensors });
  const read = readFocus();
  view.layer ??= read && read.kind !== "encoder" ? Math.min(read.layer, facts.layers - 1) : facts.alignedLayer;
  view.head ??= read && read.kind !== "encoder" && read.head !== null ? Math.min(read.head, facts.heads - 1) : null;
  view.alpha = readAlpha(facts.alpha);
  view.told ??= trackSent();
  view.looked = null;
  view.look = (index) => {
    view.looked = index;
    markTree(view);
    showNode(view);
  };
  view.pin = (index) => {
    view.pinned = index;
    view.look(null);
  };
  const picture = lookBox(view);
  view.root.replaceChildren(picture);
  view.rest = () => drawRest(view, picture);
  if (!view.live.isOwn || depthNow() !== "look") view.rest(); // of what is typed, not before it is seen
}

/** @param {SearchView} view @param {HTMLElement} picture  which Look shows alone */
function drawRest(view, picture) {
  const { facts } = view;
  view.rest = null;
  rank(view);
  view.pinned = pathTo(view, view.winner).reverse()[Math.min(facts.parted ?? 1, facts.nodes[view.winner].step)];
  picture.after(treeBox(view), nodeBox(view), buildFinished(view));
  if (view.scores) view.root.append(scoresBox(view.scores));
  refresh(view);
  // The step at which they differ is in the middle of the tree, with the steps before it in view.
  const scroller = findIn(view.root, ".scroller");
  const opened = new ResizeObserver(() => {
    if (!scroller.clientWidth) return; // at Look
    scroller.scrollLeft = view.places[view.pinned].x - scroller.clientWidth / 2;
    opened.disconnect();
  });
  opened.observe(scroller);
}

/** @param {SearchView} view */
function refresh(view) {
  if (view.rest) return;
  rank(view);
  markTree(view);
  showFinished(view);
  showNode(view);
}

/** @param {SearchView} view */
function buildFinished(view) {
  view.alphaSlider = element("input", "", {
    "aria-label": "Length penalty alpha",
    type: "range",
    min: 0,
    max: 2,
    step: 0.1,
    input: () => {
      view.alpha = Number(view.alphaSlider.value);
      writeScore(view);
      refresh(view);
    },
    change: () => {
      view.told.add(view.alpha);
      view.trigger("alpha", view.alpha);
    },
  });
  view.alphaWords = element("b", "mono");
  view.finished = element("div");
  view.scoreHint = element("p", "hint");
  const title = "Finished hypotheses";
  makeSavable(view.finished, { name: title });
  return element(
    "section",
    "finished-box",
    { "data-from": "understand" },
    element("h3", "", title),
    element("label", "alpha row", element("span", "", "Length penalty α"), view.alphaSlider, view.alphaWords),
    view.finished,
    view.scoreHint,
  );
}

/** @param {SearchView} view */
function showFinished(view) {
  view.alphaWords.textContent = view.alpha.toFixed(1);
  view.alphaSlider.value = String(view.alpha);
  const rows = view.ranked.map((index) => {
    const node = view.facts.nodes[index];
    const show = { title: "Show it in the tree", click: () => view.pin(index) };
    return [
      element("button", "link", show, `${index === view.winner ? "★ " : ""}${node.translation || "(no words)"}`),
      formatSigned(computeScore(view, node), 3),
      formatSigned(node.total, 3),
      String(node.step + 1),
    ];
  });
  view.scoreHint.textContent =
    "Score = total ÷ ((5 + tokens) ÷ 6)^α, GNMT’s penalty. The total is the log-probability of the whole translation, " +
    `in nats. Move α, and the ranking changes. The search itself ran with α = ${view.facts.alpha}.`;
  view.finished.replaceChildren(plainTable(["translation", "score", "total", "tokens"], rows));
}

// ---- what the node in focus looked at
/** @param {SearchView} view */
function nodeBox(view) {
  const { source, layers, heads } = view.facts;
  const picker = (name, options, key) =>
    choice(name, options, view[key], (chosen) => {
      view[key] = chosen;
      showNode(view);
    });
  view.nodeTitle = element("h3", "");
  view.sourceChips = source.map((chip, position) => addWeightLabel(buildChip("span", chip, source[position + 1])));
  const bar = element(
    "div",
    "choices",
    view.nodeTitle,
    picker("Layer", numbers(layers), "layer"),
    picker("Head", [["mean", null], ...numbers(heads)], "head"),
  );
  return element("section", "node-box", { "data-from": "prove" }, bar, element("div", "chips", ...view.sourceChips));
}

/** @param {SearchView} view */
function showNode(view) {
  const node = view.facts.nodes[view.looked ?? view.pinned];
  const { data, columns } = headWeights(view.tensors[`decoder.${view.layer}.cross_attention.weights`], view.head);
  say(view.nodeTitle, `To write “${node.text}”, this hypothesis looked at`);
  for (const [position, chip] of view.sourceChips.entries()) shade(chip, data[node.row * columns + position]);
  remember({ focus: { kind: "cross", layer: view.layer, head: view.head, token: node.step } });
}
