// The idea in one picture: the two original runs, and a's run with one activation copied from b's. A dot is one
// position after one layer; each run's translation is below it.

import { buildChip } from "../../../widgets/chips.js";
import { AS_IS, element, say, vector } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { cellNumbers, cellPlace, describeLead } from "./cells.js";
import { findingOf } from "./headline.js";

const DOT = 12; // pixels from one dot to the next

/** @param {PatchingView} view */
export function runsBox(view) {
  const { facts } = view;
  const copied = element("span", "", { "aria-live": "polite" });
  const keys = [buildKey("copied", copied), buildKey("reached", "can differ now")];
  view.runs = {
    a: buildRun(facts, 0, "original", [translationChips(facts, 0)]),
    b: buildRun(facts, 1, "original", [translationChips(facts, 1)]),
    patched: { ...buildRun(facts, 0, "with one activation of b", [], keys), copied },
  };
  const { a, b, patched } = view.runs;
  patched.figure.classList.add("patched");
  for (const [index, run] of [a, b].entries())
    say(run.note, `${describeLead(facts, facts.differences[index])} logits.`);
  const carry = element("span", "carry", { "aria-hidden": "true" });
  const box = element("section", "runs", a.figure, b.figure, carry, patched.figure);
  return makeSavable(box, { name: "Both runs, and the patched one", finding: () => findingOf(view) });
}

/** @param {PatchingFacts} facts */
function buildRun({ sentences, target, layers }, index, title, translated, keys = []) {
  const { chips } = sentences[index];
  const other = sentences[1 - index].chips;
  const sentence = chips.map((chip, position) => {
    const made = buildChip("span", chip, chips[position + 1]);
    made.classList.toggle("differs", chip.text !== other[position].text);
    return made;
  });
  const stacks = {
    encoder: drawDots(layers[0] + 1, sentences[0].chips.length),
    decoder: drawDots(layers[1] + 1, target.length),
  };
  const halves = Object.entries(stacks).map(([stack, drawn]) =>
    element("div", "half", element("span", "hint", `${stack} ↓`), drawn),
  );
  const letter = "ab"[index];
  const translation = element("div", "translation", ...translated);
  const note = element("p", "note");
  const figure = element(
    "figure",
    `run of-${letter}`,
    element("figcaption", "", element("b", "letter", letter), element("span", "", title)),
    element("div", "chips", ...sentence),
    element("div", "middle", element("div", "dots", { "aria-hidden": "true" }, ...halves), ...keys),
    translation,
    note,
  );
  return { figure, stacks, translation, note };
}

function drawDots(rows, columns) {
  const places = [...Array(rows * columns).keys()].map((at) => [Math.floor(at / columns), at % columns]);
  const dots = places.map(([row, column]) =>
    vector("circle", "", {
      cx: (column + 0.5) * DOT,
      cy: (row + 0.5) * DOT,
      r: 4,
      "data-row": row,
      "data-column": column,
    }),
  );
  const [width, height] = [columns * DOT, rows * DOT];
  return vector("svg", "", { viewBox: `0 0 ${width} ${height}`, style: `width: ${width}px` }, ...dots);
}

// What a dot's colour means.
function buildKey(kind, words) {
  const svg = drawDots(1, 1);
  svg.setAttribute("aria-hidden", "true");
  svg.firstElementChild.setAttribute("class", kind);
  return element("p", "key", svg, words);
}

// The original translation, marked at its first token that differs from the other's.
/** @param {PatchingFacts} facts */
function translationChips({ language, sentences, step }, index) {
  const { translated } = sentences[index];
  const told = "the first token at which the two translations differ";
  const chips = translated.map((chip, at) => {
    const made = buildChip("span", chip, translated[at + 1], { title: at === step && told });
    made.classList.toggle("parted", at === step);
    return made;
  });
  return element("div", "chips", { lang: language }, ...chips);
}

// A different cell: which dot is copied, what it can change, and the server's translation.
/** @param {PatchingView} view */
export function showRuns(view) {
  const { facts, runs, chosen, waits } = view;
  const dot = dotPlace(chosen);
  for (const [name, run] of Object.entries(runs))
    for (const [stack, svg] of Object.entries(run.stacks))
      for (const each of svg.children) each.setAttribute("class", dotClass(name, stack, each.dataset, dot));
  const { patched } = runs;
  patched.translation.classList.toggle("waiting", waits);
  if (waits || !view.cell) return;
  const { moved, difference } = cellNumbers(view, view.cell);
  say(patched.copied, `copied from b: ${cellPlace(view, view.cell)}`);
  patched.translation.replaceChildren(facts.cell.words.length ? buildWords(facts) : element("p", "note", "(no words)"));
  const way = `${describeLead(facts, difference)} logits: ${Math.round(100 * moved)}% of the way to b.`;
  say(patched.note, way.replace("-", "\u2212"));
}

// The stack and layer after which a place comes, and its position.
function dotPlace({ place, position }) {
  const [stack, layer] = place.split(".");
  return {
    stack: stack === "encoder" ? "encoder" : "decoder",
    row: layer === "input" ? 0 : Number(layer) + 1,
    column: position,
  };
}

// A change in the encoder reaches every position of the next layer; in the decoder only later ones.
function dotClass(run, stack, { row, column }, copied) {
  const [at, position] = [Number(row), Number(column)];
  const here = stack === copied.stack && at === copied.row && position === copied.column;
  if (here && run !== "a") return "copied";
  if (run !== "patched") return "";
  const above = stack === copied.stack && at > copied.row && (stack === "encoder" || position >= copied.column);
  const reached = above || (stack === "decoder" && copied.stack === "encoder" && at > 0);
  return reached ? "reached" : "";
}

/** @param {PatchingFacts} facts */
function buildWords({ language, cell }) {
  const titles = { both: "in both translations", a: "only in a’s", b: "only in b’s", neither: "in neither" };
  const words = cell.words.flatMap(({ text, whose }) => {
    const word = text.trimEnd();
    return [element("span", whose, { title: titles[whose] }, word), text.slice(word.length)];
  });
  return element("p", "patched-words", { ...AS_IS, lang: language }, ...words);
}
