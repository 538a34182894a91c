// The watched sentence: what the model says now and said before, where it looks, and what each token of the reference costs.

import { chipOf } from "../../shared/chips.js";
import { choice, numbers } from "../../shared/choice.js";
import { element } from "../../shared/elements.js";
import { matrix } from "../../shared/matrix.js";
import { clock, count, short } from "../../shared/numbers.js";
import { part } from "../../shared/parcel.js";

export function saysBox(view) {
  const box = element("section", "says-now");
  view.sourceLine = element("p", "english");
  view.nowLine = element("p", "french");
  view.nowLine.setAttribute("lang", "fr");
  view.referenceLine = element("p", "hint reference");
  view.history = element("ol", "history");
  view.history.tabIndex = 0;
  view.history.setAttribute("aria-label", "Its translations so far, the latest first");
  box.append(element("h3", "", "What it says now"), view.sourceLine, view.nowLine, view.referenceLine, element("p", "hint", "How it came to this. Point at a line to see its attention and losses then; click to hold it."), view.history);
  return box;
}

export function showSays(view) {
  const { facts } = view;
  view.sourceLine.textContent = facts.settings.sentence;
  view.referenceLine.textContent = `Reference: ${facts.settings.reference} Words of it stand in full ink.`;
  const last = facts.moments.at(-1);
  view.nowLine.replaceChildren(...(last ? inked(last.translation, facts.settings.reference) : [document.createTextNode("…")]));
  const signature = JSON.stringify([facts.moments, view.pinned]);
  if (view.listed === signature) return;
  view.listed = signature;
  const from = view.history.scrollTop;
  const focused = view.history.contains(view.root.getRootNode().activeElement) ? view.root.getRootNode().activeElement.dataset?.step : undefined;
  // A translation that stayed the same for a while stands there once.
  const rows = facts.moments.map((moment, index) => [moment, index]).filter(([moment], at, all) => at === 0 || moment.translation !== all[at - 1][0].translation);
  view.history.replaceChildren(...rows.reverse().map(([moment, index]) => historyRow(view, moment, index)));
  view.history.scrollTop = from;
  if (focused !== undefined) view.history.querySelector(`[data-step="${focused}"]`)?.focus({ preventScroll: true });
}

function historyRow(view, moment, index) {
  const item = element("li");
  const button = element("button", "moment");
  button.type = "button";
  button.dataset.step = String(moment.step);
  button.setAttribute("aria-pressed", String(view.pinned === moment.step));
  const said = element("span", "said");
  said.append(...inked(moment.translation || "(nothing)", view.facts.settings.reference));
  button.append(element("span", "mono when", clock(moment.seconds)), said);
  button.title = `after step ${moment.step}`;
  button.addEventListener("pointerenter", () => showMoment(view, index));
  button.addEventListener("pointerleave", () => showMoment(view));
  button.addEventListener("focus", () => showMoment(view, index));
  button.addEventListener("blur", () => showMoment(view));
  button.addEventListener("click", () => {
    view.pinned = view.pinned === moment.step ? null : moment.step;
    showSays(view);
    showMoment(view);
  });
  item.append(button);
  return item;
}

// Words that the reference has too in full ink, the others faint.
function inked(text, reference) {
  const bare = (word) => word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, "");
  const known = new Set(reference.split(/\s+/).map(bare));
  return text.split(/(\s+)/).map((word) => (word.trim() && !known.has(bare(word)) ? element("span", "other", word) : document.createTextNode(word)));
}

// ---- one moment: attention and losses
export function attentionBox(view) {
  const box = element("section", "attention");
  const { model } = view.facts;
  const faces = (chips) => chips.map(({ text: face }) => face);
  view.layer = Math.min(view.layer ?? model.layers - 1, model.layers - 1);
  view.head = view.head === undefined || view.head >= model.heads ? null : view.head;
  const bar = element("div", "choices");
  const set = (change) => {
    Object.assign(view, change);
    showMoment(view);
  };
  bar.append(
    choice("Layer", numbers(model.layers), view.layer, (layer) => set({ layer })),
    choice("Head", [["mean", null], ...numbers(model.heads)], view.head, (head) => set({ head })),
  );
  view.heat = matrix({
    name: "Cross-attention, led through the reference",
    rows: { title: "to say (query)", labels: faces(model.target).slice(1), meaning: "decoder" },
    columns: { title: "English (key)", labels: faces(model.source), meaning: "encoder" },
    scale: "weights",
    cell: [9, 34],
  });
  box.append(element("h3", "", "Where it looks"), bar, view.heat.element);
  return box;
}

export function forcingBox(view) {
  const box = element("section", "forcing");
  const { target } = view.facts.model;
  const positions = element("div", "positions");
  const leads = element("div", "position leads");
  leads.append(element("span", "hint", "reads"), element("span", "shift"), element("span", "hint", "is to say"), element("span", "hint loss-lead", "loss, −ln p"));
  positions.append(leads);
  view.bars = target.slice(1).map((chip, index) => {
    const column = element("div", "position");
    const read = chipOf("span", target[index]);
    const say = chipOf("span", chip);
    const well = element("span", "well");
    const bar = element("i");
    well.append(bar);
    const figure = element("span", "figure", "");
    column.append(read, element("span", "shift", "↓"), say, well, figure);
    positions.append(column);
    return { column, bar, figure, face: chip.text };
  });
  view.forcingWords = element("p", "note");
  box.append(
    element("h3", "", "Teacher forcing"),
    element("p", "hint", "In training the decoder never reads its own words: it reads the reference, and at every position is to say the token that comes next, the same row shifted by one."),
    positions,
    view.forcingWords,
  );
  return box;
}

export function showMoment(view, pointed = null) {
  const { moments, model } = view.facts;
  if (!view.heat || !moments.length || !view.tensors.weights) return;
  const held = view.pinned === null ? -1 : moments.findLastIndex(({ step }) => step <= view.pinned);
  const index = Math.min(pointed ?? (held >= 0 ? held : moments.length - 1), moments.length - 1);
  const heads = view.head === null ? [...Array(model.heads).keys()] : [view.head];
  const matrices = heads.map((head) => part(view.tensors.weights, index, view.layer, head));
  const { rows, columns } = matrices[0];
  const data = Float32Array.from({ length: rows * columns }, (_, at) => matrices.reduce((sum, each) => sum + each.data[at], 0) / matrices.length / 255);
  const when = index === moments.length - 1 ? `now, step ${count(moments[index].step)}` : `at ${clock(moments[index].seconds)}, step ${count(moments[index].step)}`;
  view.heat.draw({ data, rows, columns }, null, { shape: `T × S = ${rows} × ${columns}, ${when}` });
  const losses = [...part(view.tensors.losses, index)];
  losses.forEach((loss, at) => {
    const { bar, figure, column, face } = view.bars[at];
    bar.style.height = `${Math.min(100, (100 * loss) / 8)}%`;
    figure.textContent = loss < 0.995 ? loss.toFixed(2) : loss.toFixed(1);
    column.title = `“${face}”: probability ${short(Math.exp(-loss))}, loss ${short(loss)} nats`;
  });
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  view.forcingWords.textContent = `Mean loss ${short(mean)} nats per token (${when}): as unsure as between ${short(Math.exp(mean))} equally probable tokens.`;
}
