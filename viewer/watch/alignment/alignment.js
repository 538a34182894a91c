// Alignment: each word of the translation linked with the source word that counted most for it, by the method chosen.

import { chipOf } from "../../widgets/chips.js";
import { choice, numbers } from "../../widgets/choice.js";
import { copyButton } from "../../widgets/copy_button.js";
import { csvNumber } from "../../widgets/csv.js";
import { element, vector } from "../../widgets/elements.js";
import { readFocus, remember } from "../../widgets/focus.js";
import { coverUp, guessBox } from "../../widgets/guess.js";
import { withoutRows } from "../../widgets/guesses.js";
import { matrix } from "../../widgets/matrix.js";
import { mounted } from "../../widgets/mount.js";
import { short } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { replaceControls } from "../../widgets/radio.js";
import { save } from "../../widgets/save.js";
import { bestHead, errorsBox, markErrors } from "./errors.js";
import { wordPlace, wordQuestion } from "./guess.js";
import { errorRate, linksOf, wordWeights } from "./links.js";
import { hasHeads, hasLayers, keepMethod, keptMethod, METHODS, matrixOf, rowsOf, STEPS } from "./methods.js";
import { ratesBox } from "./rates.js";
import "./alignment.css";

export default mounted(open);

/** @param {AlignmentView} view */
function open(view, { facts, tensors }) {
  const { root } = view;
  Object.assign(view, { facts, tensors });
  begin(view);
  view.word = null;
  view.answered = null; // while one guesses: the word whose answer is shown
  view.guess = guessBox({
    page: "Alignment",
    ask: () => wordQuestion(view),
    changed: () => showAnswer(view),
  });
  view.askOn = () => {
    view.answered = null;
    showAlignment(view);
  };
  const both = element("div", "both-views", linesBox(view), heatBox(view));
  root.replaceChildren(alignmentBar(view), view.guess.card, both, ratesBox(view), errorsBox(view));
  showAlignment(view);
  view.observer?.disconnect();
  view.observer = new ResizeObserver(() => drawLinks(view));
  view.observer.observe(root);
  root.ontransitionend = (event) => event.target === root && showAlignment(view);
}

// What is looked at first: what the address says, else what links best on the pairs that the model was trained on.
/** @param {AlignmentView} view */
function begin(view) {
  const { facts } = view;
  const best = facts.sets[0]?.best[0];
  Object.assign(view, keptMethod(best));
  if (view.layer !== undefined) return;
  const read = readFocus();
  const asked = read?.kind === "cross" ? read : { layer: best?.[2] ?? facts.alignedLayer, head: best?.[3] ?? null };
  view.layer = Math.min(asked.layer, facts.layers - 1);
  view.head = asked.head === null ? null : Math.min(asked.head, facts.heads - 1);
}

/** @param {AlignmentView} view */
function alignmentBar(view) {
  const bar = element("div", "choices");
  const set = (change) => {
    Object.assign(view, change, { answered: null });
    replaceControls(bar, alignmentBar(view));
    showAlignment(view);
  };
  view.setHead = set;
  const best = bestHead(view);
  const named = (names) => Object.entries(names).map(([each, { name }]) => [name, each]);
  bar.append(
    choice("Method", named(METHODS), view.method, (method) => set({ method })),
    choice("Where the word is", named(STEPS), view.step, (step) => set({ step })),
  );
  if (hasLayers(view)) bar.append(choice("Layer", numbers(view.facts.layers), view.layer, (layer) => set({ layer })));
  if (hasHeads(view))
    bar.append(choice("Head", [["mean", null], ...numbers(view.facts.heads)], view.head, (head) => set({ head })));
  if (best && view.method === "attention") {
    const button = element(
      "button",
      "copy",
      {
        title: `alignment error rate ${short(best.rate)}, on ${view.facts.measured}`,
        click: () => set({ layer: best.layer, head: best.head, step: "written" }),
      },
      `Best where it is written: layer ${best.layer + 1}, head ${best.head + 1}`,
    );
    bar.append(button);
  }
  bar.append(view.guess.switch);
  return bar;
}

// The word that was asked for stays until the visitor goes on.
/** @param {AlignmentView} view */
function showAnswer(view) {
  const { on } = view.guess;
  view.answered = on ? view.asked : null;
  if (on && view.asked !== null && view.guess.covers(wordPlace(view, view.asked))) view.answered = null;
  showAlignment(view);
}

/** @param {AlignmentView} view */
function showAlignment(view) {
  const { facts } = view;
  keepMethod(view);
  view.weights = rowsOf(wordWeights(matrixOf(view), facts.pieces), view.method);
  const { on } = view.guess;
  const covered = (word) => view.guess.covers(wordPlace(view, word));
  view.asked = on ? facts.target.words.findIndex((_, word) => covered(word)) : null;
  view.covers = covered;
  view.links = linksOf(view.weights).filter(([, target]) => !covered(target));
  for (const each of view.telling) coverUp(each, on);
  const data = Float32Array.from(view.weights.flatMap(({ words: row }) => row));
  const words = { data, rows: facts.target.words.length, columns: facts.source.words.length };
  const { title } = METHODS[view.method];
  view.heat.element.querySelector("figcaption b").textContent = title;
  view.heat.draw(withoutRows(words, covered), null, {
    name: title,
    shape: `${facts.target.words.length} × ${facts.source.words.length} words`,
  });
  const pharaoh = [...view.links]
    .sort((one, other) => one[0] - other[0] || one[1] - other[1])
    .map(([source, target]) => `${source}-${target}`)
    .join(" ");
  view.pharaoh.textContent = pharaoh || "(no links)";
  drawLinks(view);
  view.verdict.textContent = verdictOf(view);
  markErrors(view);
  view.markRates();
  view.guess.show();
  remember({ focus: { kind: "cross", layer: view.layer, head: view.head, token: readFocus()?.token ?? 0 } });
}

/** @param {AlignmentView} view */
function verdictOf(view) {
  if (!view.facts.links)
    return "Nobody has written down which words belong together here, so the links cannot be checked.";
  const lexical = new Set(view.facts.target.words.map((word, index) => (/[\p{L}\p{N}]/u.test(word) ? index : -1)));
  const truth = view.facts.links.filter(([, target]) => lexical.has(target));
  const found = view.links.filter(([, target]) => lexical.has(target));
  const right = found.filter(([source, target]) => truth.some(([a, b]) => a === source && b === target)).length;
  const rate = errorRate(found.length, truth.length, right);
  return (
    `${found.length} links found, ${right} of them right; ${truth.length} links are true. So the error rate is ` +
    `1 − 2 · ${right} ÷ (${found.length} + ${truth.length}) = ${short(rate)}. With at most one link a word, ` +
    `${short(view.facts.leastError)} is the lowest possible. Punctuation is left out.`
  );
}

// ---- lines between the two sentences
/** @param {AlignmentView} view */
function linesBox(view) {
  const box = element("section", "links");
  const frame = element("div", "frame");
  view.linkSvg = vector("svg", "wires", { "aria-hidden": "true" });
  view.wordChips = {};
  for (const side of ["source", "target"]) {
    const row = element("div", `chips ${side}`);
    view.wordChips[side] = view.facts[side].words.map((word, index) => {
      const chip = chipOf("button", { text: word, joined: false, special: false });
      chip.type = "button";
      const point = (on) => {
        view.word = on ? { side, index } : null;
        drawLinks(view);
      };
      chip.addEventListener("pointerenter", () => point(true));
      chip.addEventListener("pointerleave", () => point(false));
      chip.addEventListener("focus", () => point(true));
      chip.addEventListener("blur", () => point(false));
      return chip;
    });
    row.append(...view.wordChips[side]);
    frame.append(row);
  }
  frame.prepend(view.linkSvg);
  view.verdict = element("p", "note");
  const save = element("div", "save");
  view.telling = [view.verdict, save]; // they tell of all links at once
  view.linkWords = element("p", "reading");
  view.pharaoh = element("code", "mono pharaoh");
  const copy = copyButton(() => view.pharaoh.textContent, "Copy the Pharaoh pairs");
  save.append(
    element("span", "hint", "Pharaoh pairs (source-target, words from 0)"),
    view.pharaoh,
    copy,
    downloadButton(view),
  );
  box.append(element("h3", "", "Links"), frame, view.linkWords, view.verdict, save);
  savedAs(frame, { name: "Links between words", lines: () => linkLines(view) });
  if (view.facts.links) box.append(linkLegend());
  return box;
}

/** @param {AlignmentView} view */
function linkLines({ links, weights, facts: { source, target, links: truth } }) {
  return [
    ["source", "target", "weight", "verdict"],
    ...links.map(([from, to]) => [
      source.words[from],
      target.words[to],
      csvNumber(weights[to].words[from]),
      truth ? (truth.some(([a, b]) => a === from && b === to) ? "right" : "wrong") : "",
    ]),
  ];
}

function linkLegend() {
  const legend = element("p", "hint legend-links");
  for (const [name, text] of [
    ["right", "right"],
    ["wrong", "wrong"],
    ["missing", "true, but not found"],
  ]) {
    const svg = vector("svg", "key", { viewBox: "0 0 30 10" }, vector("path", `wire ${name}`, { d: "M1 5H29" }));
    legend.append(svg, element("span", "", text));
  }
  return legend;
}

/** @param {AlignmentView} view */
function drawLinks(view) {
  const frame = view.linkSvg.parentElement.getBoundingClientRect();
  if (!frame.width) return;
  const truth = view.facts.links;
  const has = (links, [source, target]) => links.some(([a, b]) => a === source && b === target);
  const missing = (truth ?? []).filter((link) => !has(view.links, link) && !view.covers(link[1]));
  const drawn = view.links.map((link) => [link, !truth ? "found" : has(truth, link) ? "right" : "wrong"]);
  drawn.push(...missing.map((link) => [link, "missing"]));
  const place = (chip, edge) => {
    const box = chip.getBoundingClientRect();
    return [box.left + box.width / 2 - frame.left, box[edge] - frame.top];
  };
  const lit = (link) => !view.word || link[view.word.side === "source" ? 0 : 1] === view.word.index;
  view.linkSvg.replaceChildren(
    ...drawn.map(([link, kind]) => {
      const [source, target] = link;
      const [x, y] = place(view.wordChips.source[source], "bottom");
      const [goal, end] = place(view.wordChips.target[target], "top");
      const path = vector("path", `wire ${kind}`, {
        d: `M${x} ${y}C${x} ${(y + end) / 2} ${goal} ${(y + end) / 2} ${goal} ${end}`,
        style: `opacity: ${lit(link) ? "1" : "0.12"}`,
      });
      if (kind !== "missing") path.style.strokeWidth = String(1 + 3 * (view.weights[target]?.words[source] ?? 0));
      return path;
    }),
  );
  view.linkWords.textContent = view.word ? linkReading(view) : "Point at a word to see its links alone.";
}

/** @param {AlignmentView} view */
function linkReading(view) {
  const { side, index } = view.word;
  const { source, target } = view.facts;
  const { looked } = METHODS[view.method];
  const mine = view.links.filter((link) => link[side === "source" ? 0 : 1] === index);
  const word = view.facts[side].words[index];
  if (side === "target" && view.covers(index)) return `What “${word}” ${looked} is covered until you have guessed.`;
  if (!mine.length && view.guess.on && side === "source") return `Nothing is shown yet that ${looked} “${word}”.`;
  if (!mine.length)
    return side === "target"
      ? `“${word}” ${looked} the end of the sentence most: no link.`
      : `No ${view.facts.language} word ${looked} “${word}” most.`;
  return mine
    .map(
      ([from, to]) =>
        `“${target.words[to]}” ${looked} “${source.words[from]}” with ${short(view.weights[to].words[from])}`,
    )
    .join(" · ");
}

/** @param {AlignmentView} view */
function downloadButton(view) {
  const button = element("button", "copy", "JSON");
  button.type = "button";
  button.title = "Save words, links and what each word counts";
  button.addEventListener("click", () => {
    const { facts } = view;
    const content = {
      model: facts.model,
      method: view.method,
      step: view.step,
      layer: hasLayers(view) ? view.layer : "all",
      head: hasHeads(view) ? (view.head ?? "mean") : "all",
      source: facts.source,
      target: facts.target,
      links: view.links,
      pharaoh: view.pharaoh.textContent,
      true_links: facts.links,
      weights: view.weights.map(({ words: row }) => row.map((weight) => Number(weight.toFixed(6)))),
    };
    const head = view.head === null ? "mean" : `head${view.head + 1}`;
    const file = new Blob([JSON.stringify(content, null, 1)], { type: "application/json" });
    save(file, `glassformer-alignment-${view.method}-layer${view.layer + 1}-${head}.json`);
  });
  return button;
}

// ---- the heat map, and every head's error rate
/** @param {AlignmentView} view */
function heatBox(view) {
  const box = element("section", "heat");
  view.heat = matrix({
    name: "Cross-attention between words",
    rows: { title: `${view.facts.language} (query)`, labels: view.facts.target.words, meaning: "decoder" },
    columns: { title: "English (key)", labels: view.facts.source.words, meaning: "encoder" },
    scale: "weights",
    cell: [10, 34],
  });
  box.append(view.heat.element);
  return box;
}
