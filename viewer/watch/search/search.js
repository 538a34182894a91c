// Greedy and beam: the search as a tree, both totals, the finished hypotheses in the order that α gives them.
// Hovering, choosing a node and another α stay here; the server is asked for another sentence or beam size, and told of
// an α that was chosen, so that other pages know it.

import { onAddressChange, toldServer } from "../../widgets/address.js";
import { chipOf, shade, weighed } from "../../widgets/chips.js";
import { choice, numbers } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { readFocus, remember } from "../../widgets/focus.js";
import { weightsOf } from "../../widgets/heads.js";
import { mounted } from "../../widgets/mount.js";
import { signed } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { rank, readAlpha, scoreOf, writeAlpha } from "./score.js";
import { scoresBox } from "./scores.js";
import { totalsBox } from "./totals.js";
import { markTree, pathOf, treeBox } from "./tree.js";
import "./search.css";

export default mounted(start);

/** @param {SearchView} view */
function start(view, { facts, tensors }) {
  Object.assign(view, { facts, tensors });
  const read = readFocus();
  view.layer ??= read && read.kind !== "encoder" ? Math.min(read.layer, facts.layers - 1) : facts.alignedLayer;
  view.head ??= read && read.kind !== "encoder" && read.head !== null ? Math.min(read.head, facts.heads - 1) : null;
  view.alpha = readAlpha(facts.alpha);
  view.told ??= toldServer();
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
  rank(view);
  view.pinned = pathOf(view, view.winner).reverse()[Math.min(facts.story.step ?? 1, facts.nodes[view.winner].step)];
  view.root.replaceChildren(treeBox(view), nodeBox(view), element("div", "below", totalsBox(view), finishedBox(view)));
  if (facts.scores) view.root.append(scoresBox(facts.scores));
  refreshSearch(view);
  // What they part at stands in the middle of the tree, with the steps before it in sight.
  const scroller = view.root.querySelector(".scroller");
  scroller.scrollLeft = view.places[view.pinned].x - scroller.clientWidth / 2;
  return onAddressChange(() => {
    const alpha = readAlpha(facts.alpha);
    if (alpha === view.alpha) return;
    if (view.told.isOvertaken(alpha)) return writeAlpha(view.alpha);
    view.alpha = alpha;
    refreshSearch(view);
  });
}

/** @param {SearchView} view */
function refreshSearch(view) {
  rank(view);
  markTree(view);
  showFinished(view);
  showNode(view);
}

/** @param {SearchView} view */
function finishedBox(view) {
  const box = element("section", "finished-box");
  const bar = element("label", "alpha");
  const slider = element("input");
  Object.assign(slider, { type: "range", min: 0, max: 2, step: 0.1 });
  slider.setAttribute("aria-label", "Length penalty alpha");
  view.alphaSlider = slider;
  view.alphaWords = element("b", "mono");
  slider.addEventListener("input", () => {
    view.alpha = Number(slider.value);
    writeAlpha(view.alpha);
    refreshSearch(view);
  });
  slider.addEventListener("change", () => {
    view.told.add(view.alpha);
    view.trigger("alpha", view.alpha);
  });
  bar.append(element("span", "", "Length penalty α"), slider, view.alphaWords);
  view.table = element("table", "ranking");
  const hint = element(
    "p",
    "hint",
    `Score = total ÷ ((5 + tokens) ÷ 6)^α; the total is the log-probability of the whole translation, in nats. ` +
      `Another α puts the finished hypotheses into another order. The search itself ran with α = ${view.facts.alpha}.`,
  );
  const scroller = element("div", "sideways", view.table);
  savedAs(scroller, { name: "The finished hypotheses" });
  box.append(element("h3", "", "The finished hypotheses"), bar, scroller, hint);
  return box;
}

/** @param {SearchView} view */
function showFinished(view) {
  view.alphaWords.textContent = view.alpha.toFixed(1);
  view.alphaSlider.value = String(view.alpha);
  const head = element("tr");
  for (const [name, kind] of [
    ["", "n"],
    ["score", "n"],
    ["total", "n"],
    ["tokens", "n"],
    ["translation", "t"],
  ])
    head.append(element("th", kind, name));
  const rows = view.ranked.map((index, place) => {
    const node = view.facts.nodes[index];
    const row = element("tr", index === view.winner ? "winner" : "");
    const button = element("button", "link", node.said || "(no words)");
    button.type = "button";
    button.title = "Show it in the tree";
    button.addEventListener("click", () => view.pin(index));
    row.append(
      element("td", "n", index === view.winner ? "★" : String(place + 1)),
      element("td", "n", signed(scoreOf(view, node), 3)),
      element("td", "n", signed(node.total, 3)),
      element("td", "n", String(node.step + 1)),
      element("td", "t", button),
    );
    return row;
  });
  view.table.replaceChildren(head, ...rows);
}

// ---- what the node in focus looked at
/** @param {SearchView} view */
function nodeBox(view) {
  const box = element("section", "node-box");
  const bar = element("div", "choices");
  view.nodeTitle = element("h3", "");
  bar.append(
    view.nodeTitle,
    choice("Layer", numbers(view.facts.layers), view.layer, (layer) => {
      view.layer = layer;
      showNode(view);
    }),
    choice("Head", [["mean", null], ...numbers(view.facts.heads)], view.head, (head) => {
      view.head = head;
      showNode(view);
    }),
  );
  view.sourceChips = view.facts.source.map((chip, position) => {
    return weighed(chipOf("span", chip, view.facts.source[position + 1]));
  });
  box.append(bar, element("div", "chips", ...view.sourceChips));
  return box;
}

/** @param {SearchView} view */
function showNode(view) {
  const node = view.facts.nodes[view.looked ?? view.pinned];
  const weights = weightsOf(view.tensors.weights, view.head, node.row, view.layer);
  view.nodeTitle.textContent = `To say “${node.text}”, this hypothesis looked at`;
  view.sourceChips.forEach((chip, position) => {
    shade(chip, weights[position]);
  });
  remember({ focus: { kind: "cross", layer: view.layer, head: view.head, token: node.step } });
}
