// Alignment: each word of the translation linked with the source word that it looked at most, by the chosen method.

import { drawAndFollow, showComing } from "../../../engine/live/typing.js";
import { fetchParameters, hasParameters } from "../../../frame/constants.js";
import { choice, numbers } from "../../../widgets/choice.js";
import { element, findIn, say } from "../../../widgets/elements.js";
import { readFocus, remember } from "../../../widgets/focus.js";
import { matrix } from "../../../widgets/matrix.js";
import { mountOnData } from "../../../widgets/mount.js";
import { short } from "../../../widgets/numbers.js";
import { replaceControls } from "../../../widgets/radio.js";
import { linkWords } from "../../../widgets/words.js";
import { buildHeadline, errorRate, findLinks, wordWeights } from "./links.js";
import {
  chooseMatrix,
  hasHeads,
  hasLayers,
  isHere,
  METHODS,
  MOMENTS,
  methodFromUrl,
  moduleOfMethod,
  scaleRows,
  setUrlMethod,
} from "./methods.js";
import { bestHead, markRates, ratesBoxes } from "./rates.js";
import { alignmentFacts } from "./shown.js";
import { drawWires, wiresBox } from "./wires.js";
import "./alignment.css";

export default mountOnData((/** @type {AlignmentView} */ view, sent) => {
  const { engine: offer, sentence, measured } = sent.facts;
  const took = () => {
    Object.assign(view.tensors, sent.tensors);
    view.set({ method: view.chosenMethod });
  };
  const draw = (whole) => open(view, whole);
  drawAndFollow(view, sent, { offer, sentence, choices: measured?.links ?? null, draw, took });
});

/** @param {AlignmentView} view @param {{ facts: AlignmentSent, tensors: AlignmentView["tensors"] }} whole */
function open(view, whole) {
  const { root } = view;
  const facts = { ...whole.facts, ...alignmentFacts(whole.facts) };
  Object.assign(view, { facts, tensors: whole.tensors, frame: facts.frame, word: null, weights: null });
  begin(view);
  view.set = (change) => {
    if (change.method) view.chosenMethod = change.method;
    Object.assign(view, change);
    replaceControls(findIn(root, ".choices"), controls(view));
    show(view);
  };
  view.heat = matrix({
    name: "Cross-attention between words",
    rows: { title: `${facts.language} (query)`, labels: facts.target.words, meaning: "decoder" },
    columns: { title: `${facts.reads} (key)`, labels: facts.source.words, meaning: "encoder" },
    scale: "weights",
    cell: [10, 34],
  });
  view.headline = element("p", "look-headline", { "data-at": "look", "aria-live": "polite" });
  const heat = element("section", "heat", { "data-from": "understand" }, view.heat.element);
  const both = element("div", "both-views side-by-side", wiresBox(view), heat);
  const rates = element("div", "stack", { "data-from": "prove" }, ...ratesBoxes(view));
  root.replaceChildren(controls(view), view.headline, both, rates);
  show(view);
  view.observer?.disconnect();
  view.observer = new ResizeObserver(() => drawWires(view));
  view.observer.observe(root);
  root.ontransitionend = (event) => event.target === root && show(view);
  showComing(view);
}

// What to show first: the address's choice, or what aligns best on the pairs that the model was trained on.
/** @param {AlignmentView} view */
function begin(view) {
  const { facts } = view;
  const best = facts.sets[0]?.best[0];
  const kept = methodFromUrl(best);
  view.step = kept.step;
  view.chosenMethod = kept.method;
  view.method = isHere(view, kept.method) ? kept.method : "value_norms";
  if (view.layer !== undefined) return;
  const read = readFocus();
  const asked = read?.kind === "cross" ? read : { layer: best?.[2] ?? facts.alignedLayer, head: best?.[3] ?? null };
  view.layer = Math.min(asked.layer, facts.layers - 1);
  view.head = asked.head === null ? null : Math.min(asked.head, facts.heads - 1);
}

/** @param {AlignmentView} view */
function controls(view) {
  const { layers, heads, heldOut } = view.facts;
  const best = view.method === "attention" ? bestHead(view) : undefined;
  const picker = (name, options, key) => choice(name, options, view[key], (chosen) => view.set({ [key]: chosen }));
  const methods = Object.entries(METHODS)
    .filter(([method]) => isHere(view, method))
    .map(([method, { name }]) => [name, method]);
  const steps = Object.entries(MOMENTS).map(([step, name]) => [name, step]);
  const toBest = best && {
    title: `alignment error rate ${short(best.rate)}, on ${heldOut}`,
    click: () => view.set({ layer: best.layer, head: best.head, step: "written" }),
  };
  return element(
    "div",
    "choices",
    { "data-from": "understand" },
    picker("Method", methods, "method"),
    picker("When", steps, "step"),
    hasLayers(view) && picker("Layer", numbers(layers), "layer"),
    hasHeads(view) && picker("Head", [["mean", null], ...numbers(heads)], "head"),
    best && element("button", "copy", toBest, `Best when written: layer ${best.layer + 1}, head ${best.head + 1}`),
  );
}

/** @param {AlignmentView} view */
function show(view) {
  const needed = moduleOfMethod(view);
  if (needed && !hasParameters(view, needed)) return showOnceHere(view, needed);
  const { source, target, pieces } = view.facts;
  setUrlMethod(view);
  view.weights = scaleRows(wordWeights(chooseMatrix(view), pieces), view.method);
  view.links = findLinks(view.weights);
  const data = Float32Array.from(view.weights.flatMap(({ words: row }) => row));
  const { title } = METHODS[view.method];
  view.heat.element.querySelector("figcaption b").textContent = title;
  view.heat.draw({ data, rows: target.words.length, columns: source.words.length }, null, {
    name: title,
    shape: `${target.words.length} × ${source.words.length} words`,
  });
  const pharaoh = [...view.links].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  view.pharaoh.textContent = pharaoh.map((link) => link.join("-")).join(" ") || "(no links)";
  drawWires(view);
  say(view.verdict, describeVerdict(view));
  say(view.headline, buildHeadline(view.facts, view.links));
  markRates(view);
  remember({ focus: { kind: "cross", layer: view.layer, head: view.head, token: readFocus()?.token ?? 0 } });
}

/** @param {AlignmentView} view @param {string} module */
function showOnceHere(view, module) {
  const { facts } = view;
  fetchParameters(view, module).then(
    () => {
      if (view.facts !== facts || !view.root.isConnected || moduleOfMethod(view) !== module) return;
      show(view);
      linkWords(view.root);
    },
    () => view.facts === facts && say(view.reading, "The model’s numbers couldn’t be loaded: check the network."),
  );
}

/** @param {AlignmentView} view */
function describeVerdict({ facts, links }) {
  if (!facts.links || facts.leastError === null) return "There is no reference alignment for this sentence.";
  const isWord = ([, target]) => /[\p{L}\p{N}]/u.test(facts.target.words[target]);
  const [truth, found] = [facts.links.filter(isWord), links.filter(isWord)];
  const right = found.filter(([source, target]) => truth.some(([a, b]) => a === source && b === target)).length;
  const rate = errorRate(found.length, truth.length, right);
  return (
    `${found.length} links found, ${right} of them right; the reference has ${truth.length}. So the error rate is ` +
    `1 − 2 · ${right} ÷ (${found.length} + ${truth.length}) = ${short(rate)}. With at most one link per word, ` +
    `${short(facts.leastError)} is the lowest possible. Punctuation doesn’t count.`
  );
}
