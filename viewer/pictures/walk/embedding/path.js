// The way of a sentence: text, words, pieces, ids, and the row of the table that the focused id fetches.

import { buildChip } from "../../../widgets/chips.js";
import { AS_IS, element, say } from "../../../widgets/elements.js";
import { count, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { lengthOf } from "../../../widgets/vectors.js";
import { currentVectors } from "./now.js";

/** @param {EmbeddingView} view */
export function buildPath(view) {
  const [lines, words, told] = [element("div"), element("div", "words small"), element("p", "told")];
  view.path = { lines, words, told, shown: null };
  return makeSavable(element("section", "path stack", lines, words, told), { name: "From text to vectors" });
}

/** @param {EmbeddingView} view */
export function drawPath(view) {
  const { lines, words, told } = view.path;
  const now = currentVectors(view);
  const { token } = view.focus;
  const shown = [now.side, view.facts.measured, view.tensors];
  if (!view.path.shown?.every((each, at) => each === shown[at])) {
    lines.replaceChildren(...(now.side === "encoder" ? buildTypedLines(view) : buildSaidLines(now)));
    words.replaceChildren(...buildWords(view, now));
    view.path.shown = shown;
  }
  for (const piece of words.querySelectorAll("[data-token]"))
    piece.classList.toggle("here", Number(piece.dataset.token) === token);
  const { V, D } = view.sizes;
  say(
    told,
    `“${now.chips[token].text}” looks up row ${now.id} of the table, one of ${count(V)}: ${D} learned numbers. ` +
      `Times √${D} = ${short(Math.sqrt(D), 4)} they are its vector, with a root mean square of ` +
      `${short(lengthOf(now.vector) / Math.sqrt(D))}.`,
  );
}

const buildLine = (name, ...parts) =>
  element(
    "p",
    "line",
    element("span", "step quiet", name),
    element("span", "text", { ...AS_IS, dir: "auto" }, ...parts),
  );

const faint = (words) => element("span", "quiet", words);

// The typed text, and what cleaning made of it.
/** @param {EmbeddingView} view */
function buildTypedLines({ facts: { measured }, frame }) {
  if (!measured) return [buildLine("You typed", frame.sentence)];
  const { typed, cleaned, cut } = measured;
  const marked = (parts) => parts.map(({ text, changed }) => (changed ? element("mark", "", text) : text));
  const same = ![...cleaned, ...typed].some(({ changed }) => changed);
  const nothing = faint("nothing to clean up");
  return [
    buildLine("You typed", ...marked(typed)),
    buildLine("Cleaned", ...(same ? [nothing] : marked(cleaned))),
    ...(cut ? [buildLine("Cut off", faint("the model reads only this much"))] : []),
  ];
}

// The decoder reads no text, only its own output.
function buildSaidLines({ chips }) {
  const again = "its own pieces after <s>; the decoder reads no text, only what it has written";
  return [buildLine("Written so far", writtenAs(chips.slice(1))), buildLine("Fed back in", faint(again))];
}

const writtenAs = (chips) => chips.map(({ text, joined }, at) => (at && !joined ? " " : "") + text).join("");

// Each word over its pieces, and these over their ids; what is no word, such as the end of the sentence, has none.
/** @param {EmbeddingView} view */
function buildWords(view, { chips, ids, words }) {
  const made = [];
  for (let first = 0; first < chips.length; ) {
    const found = words.find((each) => each.first === first);
    const last = first + (found?.count ?? 1);
    const pieces = chips.slice(first, last).map((chip, at) => {
      const token = first + at;
      const pick = { "data-token": token, click: () => view.set({ token }) };
      return element(
        "span",
        "piece pick",
        pick,
        buildChip("span", chip, chips[token + 1]),
        element("i", "id", ids[token]),
      );
    });
    const written = found?.word.replace(/^▁(?=.)/, "").replace("▁", "␣") ?? "";
    const name = element(
      "span",
      pieces.length > 1 ? "word cut one-line" : "word one-line",
      { ...AS_IS, dir: "auto" },
      written,
    );
    made.push(element("div", "cut-word", name, element("div", "", ...pieces)));
    first = last;
  }
  return made;
}
