// The watched sentence: the model's translation, large, and those before; and where it looks.

import { choice, numbers } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";
import { headWeights } from "../../../widgets/heads.js";
import { matrix } from "../../../widgets/matrix.js";
import { clock, count } from "../../../widgets/numbers.js";
import { markRightWords } from "../inked_words.js";

/** @param {LiveView} view */
export function saysBox(view) {
  const { reads, writes } = view.facts.settings;
  view.sourceLine = element("p", "english", { lang: reads.length === 2 ? reads : null });
  view.nowLine = element("p", "now serif", { lang: writes.length === 2 ? writes : null });
  view.referenceLine = element("p", "hint reference");
  view.unsureLine = element("p", "hint unsure");
  return element("section", "says-now stack", view.sourceLine, view.nowLine, view.referenceLine, view.unsureLine);
}

/** @param {LiveView} view */
export function historyBox(view) {
  const label = "Its translations so far, the latest first";
  view.history = element("ol", "history", { tabindex: 0, "aria-label": label });
  const hint = element(
    "p",
    "hint",
    { "data-from": "understand" },
    "Point at one to see its attention and losses at that time; click to pin them.",
  );
  return element("section", "earlier", element("h3", "", "So far, latest first"), hint, view.history);
}

// A loss in words. Letters of a word, or words, count alike: both are tokens.
/** @param {number} loss in nats per token, without label smoothing */
export function tellLoss(loss) {
  const among = Math.exp(loss);
  if (among < 1.05) return `Loss ${loss.toFixed(2)} nats per token: hardly unsure.`;
  const written = among < 10 ? among.toFixed(1) : count(Math.round(among));
  return `Loss ${loss.toFixed(2)} nats per token: as unsure as among ${written} equally likely tokens.`;
}

/** @param {LiveView} view */
export function showSays(view) {
  const { facts } = view;
  view.sourceLine.textContent = facts.settings.sentence;
  view.referenceLine.textContent = `Goal: ${facts.settings.reference}`;
  const last = facts.snapshots.at(-1);
  const { reference } = facts.settings;
  view.nowLine.replaceChildren(...(last ? markRightWords(last.translation || "(nothing)", reference) : ["…"]));
  view.unsureLine.textContent = last ? tellLoss(last.loss) : "";
  const signature = JSON.stringify([facts.snapshots, view.pinned]);
  if (view.listed === signature) return;
  view.listed = signature;
  const from = view.history.scrollTop;
  const focused = view.history.querySelector(":focus")?.dataset.step;
  // A translation that stayed the same for a while is listed once.
  const rows = facts.snapshots
    .map((snapshot, index) => ({ snapshot, index }))
    .filter(({ snapshot }, at, all) => at === 0 || snapshot.translation !== all[at - 1].snapshot.translation);
  view.history.replaceChildren(...rows.reverse().map(({ snapshot, index }) => historyRow(view, snapshot, index)));
  view.history.scrollTop = from;
  if (focused !== undefined) view.history.querySelector(`[data-step="${focused}"]`)?.focus({ preventScroll: true });
}

/** @param {LiveView} view */
function historyRow(view, snapshot, index) {
  const show = () => showSnapshot(view, index);
  const showLatest = () => showSnapshot(view);
  const click = () => {
    view.pinned = view.pinned === snapshot.step ? null : snapshot.step;
    showSays(view);
    showSnapshot(view);
  };
  const attributes = {
    type: "button",
    "data-step": snapshot.step,
    "aria-pressed": String(view.pinned === snapshot.step),
    title: `after step ${snapshot.step}`,
    pointerenter: show,
    pointerleave: showLatest,
    focus: show,
    blur: showLatest,
    click,
  };
  const words = markRightWords(snapshot.translation || "(nothing)", view.facts.settings.reference);
  const parts = [element("span", "mono", clock(snapshot.seconds)), element("span", "text one-line", ...words)];
  return element("li", "", element("button", "line-button bare line snapshot", attributes, ...parts));
}

// ---- one snapshot: attention and losses
/** @param {LiveView} view */
export function attentionBox(view) {
  const { model } = view.facts;
  const faces = (chips) => chips.map(({ text: face }) => face);
  view.layer = Math.min(view.layer ?? model.layers - 1, model.layers - 1);
  view.head = view.head === undefined || view.head >= model.heads ? null : view.head;
  const set = (change) => {
    Object.assign(view, change);
    showSnapshot(view);
  };
  const bar = element(
    "div",
    "choices",
    choice("Layer", numbers(model.layers), view.layer, (layer) => set({ layer })),
    choice("Head", [["mean", null], ...numbers(model.heads)], view.head, (head) => set({ head })),
  );
  view.heat = matrix({
    name: "Cross-attention, forced through the reference",
    rows: { title: "to write (query)", labels: faces(model.target).slice(1), meaning: "decoder" },
    columns: { title: "source (key)", labels: faces(model.source), meaning: "encoder" },
    scale: "weights",
    cell: [9, 34],
  });
  view.lossThen = element("p", "note");
  return element("section", "attention", element("h3", "", "Where it looks"), bar, view.heat.element, view.lossThen);
}

// Which snapshot to show: the hovered, guessed or pinned one, or the latest.
/** @param {LiveView} view */
function currentSnapshot(view, pointed) {
  const { snapshots } = view.facts;
  const last = snapshots.length - 1;
  if (pointed !== null) return Math.min(pointed, last);
  const found = view.pinned === null ? -1 : snapshots.findLastIndex(({ step }) => step <= view.pinned);
  return found >= 0 ? found : last;
}

/** @param {LiveView} view */
export function showSnapshot(view, pointed = null) {
  const { snapshots } = view.facts;
  if (!view.heat || !snapshots.length || !view.tensors.weights) return;
  const index = currentSnapshot(view, pointed);
  const weights = headWeights(view.tensors.weights, view.head, index, view.layer);
  const { rows, columns } = weights;
  const data = Float32Array.from(weights.data, (byte) => byte / 255);
  const when =
    index === snapshots.length - 1
      ? `now, step ${count(snapshots[index].step)}`
      : `at ${clock(snapshots[index].seconds)}, step ${count(snapshots[index].step)}`;
  view.heat.draw({ data, rows, columns }, null, { shape: `T × S = ${rows} × ${columns}, ${when}` });
  view.lossThen.textContent = tellLoss(snapshots[index].loss);
}
