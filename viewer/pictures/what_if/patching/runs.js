// The idea in one picture: both runs, and the first with one vector copied from the second, each with its translation;
// and at Look, what becomes of the first token that differs if another token's vector is copied.

import { part } from "../../../transport/payload.js";
import { buildChip, inWords } from "../../../widgets/chips.js";
import { AS_IS, element, say } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { rove } from "../../../widgets/radio.js";
import { largest } from "../../../widgets/vectors.js";
import { cellNumbers, copiedName, describeLead, placeName } from "./cells.js";
import { findingOf } from "./headline.js";

/** @param {PatchingView} view */
export function runsBox(view) {
  const { facts } = view;
  view.runs = {
    a: buildRun(facts, 0, "The first sentence", [translationChips(facts, 0)]),
    b: buildRun(facts, 1, "The second", [translationChips(facts, 1)]),
    patched: buildRun(facts, 0, "", []),
  };
  const { a, b, patched } = view.runs;
  patched.figure.classList.add("patched");
  for (const [index, run] of [a, b].entries())
    say(run.note, `${describeLead(facts, facts.differences[index])} logits.`);
  const box = element("section", "runs", a.figure, b.figure, patched.figure);
  return makeSavable(box, { name: "Both runs, and the patched one", finding: () => findingOf(view) });
}

/** @param {PatchingFacts} facts */
function buildRun({ sentences }, index, title, translated) {
  const { chips } = sentences[index];
  const other = sentences[1 - index].chips;
  const sentence = chips.map((chip, position) => {
    const made = buildChip("span", chip, chips[position + 1]);
    made.classList.toggle("differs", chip.text !== other[position].text);
    return made;
  });
  const translation = element("div", "translation", ...translated);
  const [note, caption] = [element("p", "note"), element("span", "", { "aria-live": "polite" }, title)];
  const figure = element(
    "figure",
    `run of-${"ab"[index]}`,
    element("figcaption", "", caption),
    element("div", "chips", ...inWords(sentence)),
    translation,
    note,
  );
  return { figure, translation, note, caption };
}

// The original translation, marked at what the other one has not.
/** @param {PatchingFacts} facts */
function translationChips({ language, sentences, step }, index) {
  const { translated } = sentences[index];
  const other = sentences[1 - index].translated.map(({ text }) => text);
  const chips = translated.map((chip, at) => {
    const made = buildChip("span", chip, translated[at + 1]);
    made.classList.toggle("parted", at === step || !other.includes(chip.text));
    return made;
  });
  return element("div", "chips", { lang: language }, ...inWords(chips));
}

// The copied numbers as stripes, from the token that they are taken from to that which gets them.
/** @param {PatchingView} view */
export function showCopied({ copied, waits, tensors, grids, cell: { index, column } }) {
  copied.classList.toggle("waiting", waits);
  if (waits) return;
  const values = part(tensors.copied);
  const { a, b } = grids[index].columns[column];
  const stripes = Array.from(values, (value, at) => {
    const [ink, share] = [value < 0 ? "negative" : "positive", Math.abs(value) / largest(values)];
    return `color-mix(in oklab, var(--${ink}) ${100 * share}%, transparent) 0 ${(100 * (at + 1)) / values.length}%`;
  });
  const style = `background: linear-gradient(to right, ${stripes.join()})`;
  copied.replaceChildren(element("b", "", b), element("i", "", { style }), "→", element("b", "", a));
}

// A different cell: what is copied, and the server's translation.
/** @param {PatchingView} view */
export function showRuns(view) {
  const { facts, waits, cell } = view;
  const { patched } = view.runs;
  const read = view.grids[cell.index].stack === "encoder";
  for (const [at, chip] of patched.figure.querySelectorAll(".chips .chip").entries()) {
    chip.classList.toggle("copied", read && at === cell.column);
    chip.querySelector(".face").dataset.from = facts.sentences[1].chips[at].text;
  }
  patched.translation.classList.toggle("waiting", waits);
  if (waits) return;
  const { moved, difference } = cellNumbers(view, cell);
  const { b: copied } = view.grids[cell.index].columns[cell.column];
  say(patched.caption, `The first, with “${copied}” from the second`);
  patched.translation.replaceChildren(facts.cell.words.length ? buildWords(facts) : element("p", "note", "(no words)"));
  const way = `${copiedName(view)}: ${describeLead(facts, difference)} logits, ${Math.round(100 * moved)}% of the way to the second.`;
  say(patched.note, way.replace("-", "\u2212"));
}

/** @param {PatchingFacts} facts */
function buildWords({ language, cell }) {
  const titles = {
    both: "in both translations",
    a: "only in the first’s",
    b: "only in the second’s",
    neither: "in neither",
  };
  const words = cell.words.flatMap(({ text, whose }) => {
    const word = text.trimEnd();
    return [element("span", whose, { title: titles[whose] }, word), text.slice(word.length)];
  });
  return element("p", "patched-words", { ...AS_IS, lang: language }, ...words);
}

// The tokens at Look, for a different cell: of the same place another token is pressed, of another place are other tokens.
/** @param {PatchingView} view */
export function showTokens({ facts, lists, grids, cell, pick }) {
  const { stack, places, difference } = grids[cell.index];
  const [one, other] = facts.tokens;
  const where = placeName(places[cell.row]);
  if (lists.dataset.where !== where) {
    const chips = stack === "encoder" ? facts.sentences[1].chips : facts.target;
    const made = chips.map((chip, column) => {
      const flips = difference.data[cell.row * difference.columns + column] < 0;
      const answer = element("span", flips ? "flips" : "", { ...AS_IS, lang: facts.language }, flips ? other : one);
      const click = () => pick({ ...cell, column });
      return buildChip("button", chip, chips[column + 1], { click }, element("span", "quiet", "↓"), answer);
    });
    rove(made);
    lists.dataset.where = where;
    lists.replaceChildren(
      element("h3", "", `Which token’s list turns “${one}” into “${other}”?`),
      element(
        "p",
        "quiet",
        `Each list copied alone, ${where}: is “${one}” or “${other}” likelier then? Choose a token to copy its list.`,
      ),
      element("div", "chips", { role: "toolbar", "aria-label": "Token whose list is copied" }, ...inWords(made)),
    );
  }
  for (const [column, chip] of lists.querySelectorAll("button").entries())
    chip.setAttribute("aria-pressed", String(column === cell.column));
}
