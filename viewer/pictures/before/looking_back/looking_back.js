// The first attention: where Bahdanau's model and a Transformer look in the same teacher-forced translation, and how
// one energy of Bahdanau's is computed.

import { part } from "../../../transport/payload.js";
import { AS_IS, element, say } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { mountOnData } from "../../../widgets/mount.js";
import { percent, short } from "../../../widgets/numbers.js";
import { pythonBox } from "../../../widgets/python.js";
import { highest } from "../../../widgets/vectors.js";
import { crossingIn } from "./energies.js";
import { energyEquation, showEnergyEquation } from "./equation.js";
import "../../../widgets/equation_and_code.css";
import "./looking_back.css";

const HINT =
  "A row for each French word, or piece of one: the stronger a cell’s colour, the more it takes from that English word; " +
  "</s> is the sentence’s end. Older models had one vector for all of this.";

export default mountOnData((/** @type {LookingBackView} */ view, { facts, tensors }) => {
  const cell = crossingIn(part(tensors.here));
  Object.assign(view, { facts, tensors, cell, equation: energyEquation() });
  const choose = (row, column) => {
    view.cell = { row, column };
    showLooks(view);
  };
  view.here = looks(facts.here, facts.language, part(tensors.here).data, choose, (place) => alignPair(view, place));
  view.there = looks(facts.there, facts.language, part(tensors.there).data, (row) => {
    if (row < facts.here.target.length) choose(row, view.cell.column);
  });
  const code = pythonBox(facts.snippet.title, facts.snippet.code);
  const later = { "data-from": "understand" };
  view.headline = element("p", "look-headline", { "data-at": "look", "aria-live": "polite" });
  view.there.element.dataset.from = "understand"; // where it is not, the pair stands
  view.pair = element("p", "look-pair flow centred");
  view.pair.dataset.at = "look";
  view.root.replaceChildren(
    view.headline,
    translationBox(facts),
    element("div", "both-looks side-by-side", view.here.element, view.there.element, view.pair),
    element("p", "look-words", { "data-at": "look" }, HINT),
    element("div", "telling", later, view.equation.element, code),
  );
  showLooks(view);
});

/** @param {LookingBackFacts} facts */
function translationBox({ text, here, there }) {
  const hint =
    `Both are forced through this translation, token by token. ${here.name} gives it a log-probability of ` +
    `${short(here.perToken)} per token; ${there.name.split(",")[0]}, ${short(there.perToken)}.`;
  return element(
    "section",
    "",
    { "data-from": "understand" },
    element("p", "translation serif", { dir: "auto" }, text),
    element("p", "hint", hint),
  );
}

// The pair is level with its row.
/** @param {LookingBackView} view */
function alignPair({ cell, pair, here }, { top, height }) {
  const begins = here.canvas.getBoundingClientRect().top - here.element.getBoundingClientRect().top;
  pair.style.setProperty("--row-middle", `${begins + top + (cell.row + 0.5) * height}px`);
}

/** @param {LookingSide} side @param {Numbers} weights @param {(row: number, column: number) => void} pick */
function looks({ name, source, target }, language, weights, pick, paint = (_) => {}) {
  return matrix({
    name,
    shape: `T × S = ${target.length} × ${source.length}`,
    rows: { title: `${language} (to write)`, labels: target.map(({ text }) => text), meaning: "decoder" },
    columns: { title: "English", labels: source.map(({ text }) => text), meaning: "encoder" },
    scale: "weights",
    cell: [8, 46],
    beside: { width: 0, paint: (_, place) => paint(place) },
    written: (at) => (weights[at] < 0.1 ? "" : percent(weights[at])),
    invitation: "Point at a cell to read its weight; click to see how it is computed.",
    pick,
  });
}

/** @param {LookingBackView} view */
function showLooks(view) {
  const { tensors, cell } = view;
  view.here.draw(part(tensors.here), cell);
  const there = part(tensors.there);
  view.there.draw(there, cell.row < there.rows ? { row: cell.row } : null);
  showHeadline(view);
  showEnergyEquation(view);
}

// Where it looks most for the chosen token, in a sentence and large.
/** @param {LookingBackView} view */
function showHeadline({ facts, tensors, cell, headline, pair }) {
  const weights = part(tensors.here, cell.row);
  const best = highest(weights);
  const [word, english] = [facts.here.target[cell.row], facts.here.source[best]];
  const name = ({ text, special }) => (special ? "the sentence’s end" : `“${text}”`);
  say(headline, `To write ${name(word)}, it looks back most at ${name(english)}.`);
  const [from, to] = [word, english].map(({ text }) => element("b", "", AS_IS, text));
  pair.replaceChildren(from, element("i", "", percent(weights[best])), to);
}
