// The idea in one picture: the two runs as they are, and a's run with one activation copied out of b's. A dot is one
// position behind one layer; under each run stands what it says.

import { chipOf } from "../../widgets/chips.js";
import { element, vector } from "../../widgets/elements.js";
import { savedAs } from "../../widgets/pictures.js";
import { ahead, cellName, cellNumbers } from "./cells.js";

const DOT = 12; // pixels from one dot to the next
const AS_IT_IS = "as it is";

/** @param {PatchingView} view */
export function runsBox(view) {
  const box = element("section", "runs");
  view.runs = {
    a: runOf(view, "a", AS_IT_IS, 0),
    b: runOf(view, "b", AS_IT_IS, 1),
    patched: runOf(view, "a", "with one activation of b", 0),
  };
  view.runs.patched.figure.classList.add("patched");
  const carry = element("span", "carry", { "aria-hidden": "true" });
  box.append(view.runs.a.figure, view.runs.b.figure, carry, view.runs.patched.figure);
  for (const [index, run] of [view.runs.a, view.runs.b].entries()) {
    run.said.append(saidChips(view, index));
    run.note.textContent = `${ahead(view.facts, view.facts.differences[index])} logits.`;
  }
  return savedAs(box, { name: "Both runs, and the patched one" });
}

/** @param {PatchingView} view */
function runOf(view, letter, title, index) {
  const figure = element("figure", `run of-${letter}`);
  const caption = element("figcaption", "", element("b", "letter", letter), element("span", "", title));
  const sentence = element("div", "chips");
  const other = view.facts.sentences[1 - index].chips;
  view.facts.sentences[index].chips.forEach((chip, position) => {
    const made = chipOf("span", chip, view.facts.sentences[index].chips[position + 1]);
    made.classList.toggle("differs", chip.text !== other[position].text);
    sentence.append(made);
  });
  const dots = element("div", "dots");
  const [encoder, decoder] = [view.facts.sentences[0].chips.length, view.facts.target.length];
  const stacks = {
    encoder: dotsOf(view.facts.layers[0] + 1, encoder),
    decoder: dotsOf(view.facts.layers[1] + 1, decoder),
  };
  for (const [stack, drawn] of Object.entries(stacks)) {
    dots.append(element("div", "half", element("span", "hint", `${stack} ↓`), drawn));
  }
  dots.setAttribute("aria-hidden", "true");
  const middle = element("div", "middle");
  const copied = element("span");
  middle.append(dots);
  if (title !== AS_IT_IS) {
    copied.setAttribute("aria-live", "polite");
    middle.append(keyOf("copied", copied), keyOf("reached", element("span", "", "can differ now")));
  }
  const said = element("div", "said");
  const note = element("p", "hint-line");
  figure.append(caption, sentence, middle, said, note);
  return { figure, stacks, copied, said, note };
}

function dotsOf(rows, columns) {
  const svg = vector("svg", "", { viewBox: `0 0 ${columns * DOT} ${rows * DOT}`, style: `width: ${columns * DOT}px` });
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const dot = vector("circle", "", { cx: String((column + 0.5) * DOT), cy: String((row + 0.5) * DOT), r: "4" });
      Object.assign(dot.dataset, { row, column });
      svg.append(dot);
    }
  return svg;
}

// What a dot's colour says.
function keyOf(kind, words) {
  const key = element("p", "key");
  const svg = dotsOf(1, 1);
  svg.firstElementChild.setAttribute("class", kind);
  svg.setAttribute("aria-hidden", "true");
  key.append(svg, words);
  return key;
}

// The untouched translation, marked where the two part.
/** @param {PatchingView} view */
function saidChips({ facts }, index) {
  const row = element("div", "chips", { lang: facts.language });
  const { said } = facts.sentences[index];
  said.forEach((chip, step) => {
    const made = chipOf("span", chip, said[step + 1]);
    made.classList.toggle("parted", step === facts.step);
    if (step === facts.step) made.title = "the first token at which the two translations differ";
    row.append(made);
  });
  return row;
}

// Another cell: which dot is copied, what it may change, and the translation that the server found.
/** @param {PatchingView} view */
export function showRuns(view) {
  const { facts, runs, chosen } = view;
  const waits = facts.cell.place !== chosen.place || facts.cell.position !== chosen.position;
  const dot = dotPlace(chosen);
  for (const [name, run] of Object.entries(runs))
    for (const [stack, svg] of Object.entries(run.stacks))
      for (const each of svg.children) each.setAttribute("class", dotClass(name, stack, each.dataset, dot));
  runs.patched.said.classList.toggle("waiting", waits);
  if (waits || !view.cell) return;
  const { moved, difference } = cellNumbers(view, view.cell);
  runs.patched.copied.textContent = `copied from b: ${cellName(view, view.cell)}`;
  runs.patched.said.replaceChildren(
    ...(facts.cell.words.length ? [wordsOf(facts)] : [element("p", "hint-line", "(no words)")]),
    againstOf(facts, 0),
    againstOf(facts, 1),
  );
  runs.patched.note.textContent =
    `${ahead(facts, difference)} logits: ${Math.round(100 * moved)} % of the way to b.`.replace("-", "\u2212");
}

// Behind which layer of which stack a place lies, and at which position.
function dotPlace({ place, position }) {
  const [stack, layer] = place.split(".");
  return {
    stack: stack === "encoder" ? "encoder" : "decoder",
    row: layer === "input" ? 0 : Number(layer) + 1,
    column: position,
  };
}

// In the encoder every position hears of a change in the next layer; in the decoder only what comes later does.
function dotClass(run, stack, { row, column }, copied) {
  const [at, position] = [Number(row), Number(column)];
  const here = stack === copied.stack && at === copied.row && position === copied.column;
  if (run === "b") return here ? "copied" : "";
  if (run === "a") return "";
  if (here) return "copied";
  const behind = stack === copied.stack && at > copied.row && (stack === "encoder" || position >= copied.column);
  const reached = behind || (stack === "decoder" && copied.stack === "encoder" && at > 0);
  return reached ? "reached" : "";
}

/** @param {PatchingFacts} facts */
function wordsOf(facts) {
  const line = element("p", "patched-words", { lang: facts.language });
  const told = { both: "in both translations", a: "in a’s only", b: "in b’s only", neither: "in neither" };
  for (const { text, whose } of facts.cell.words) {
    line.append(element("span", whose, { title: told[whose] }, text.trimEnd()), text.slice(text.trimEnd().length));
  }
  return line;
}

/** @param {PatchingFacts} facts */
function againstOf(facts, index) {
  const line = element("p", "against", element("span", "hint", `against ${"ab"[index]}: `));
  const stretches = facts.cell.against[index];
  if (!stretches.length) line.append("the same, word for word");
  for (const [at, { before, after }] of stretches.entries()) {
    if (at) line.append("; ");
    line.append(element("del", "", before || "(nothing)"), " → ", element("ins", "", after || "(nothing)"));
  }
  return line;
}
