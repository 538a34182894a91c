// Left and right of the six steps.

import { queriesOf } from "../../../frame/tokens.js";
import { AS_IS, element } from "../../../widgets/elements.js";
import { short, sum } from "../../../widgets/numbers.js";
import { countSteps } from "./guess.js";
import { LINE } from "./paint.js";

const WORDS_ABOVE = 48; // pixels, of the words above the context

// At the left the query and the names of the steps, at the right the sums and counts over all keys.
/** @param {ScoresView} view */
export function drawSides(view) {
  const { rows, numbers, steps } = view;
  const top = steps.chips.offsetHeight;
  const at = [rows.raw, rows.scaled, rows.masked, rows.weight, rows.values, rows.running];
  steps.names.style.height = `${top + rows.height}px`;
  steps.buttons.forEach((button, index) => {
    button.style.top = `${top + at[index].top + at[index].height / 2}px`;
  });
  drawCaptions(view, top);
  const hidden = numbers.masked.filter((value) => !Number.isFinite(value)).length;
  /** @type {[number, ...string[]][]} */
  const results = [
    [1, `sums of ${numbers.size} products`],
    [3, hidden ? `${hidden} of ${numbers.count} hidden` : "none hidden"],
    [4, `Σ eˢ = ${short(numbers.total)}`, `Σ weights = ${short(sum(numbers.weight))}`],
    [6, "the context"],
  ];
  const seen = results.filter(([step]) => !view.guess.on || step <= countSteps(view));
  const made = seen.map(([step, ...lines]) => {
    const { top: begin, height } = at[step - 1];
    const above = step === 6 ? WORDS_ABOVE : 0;
    return element(
      "div",
      "step-result row fine-print",
      {
        "data-from": step,
        style: `top: ${top + begin - above}px; height: ${height + above}px`,
      },
      step === 6 && steps.contextCanvas,
      element("div", "", ...lines.map((line) => element("div", "", line))),
    );
  });
  steps.results.replaceChildren(...made);
}

// What the lines of a row are, and in narrow columns the query's vector left of the keys' vectors.
/** @param {ScoresView} view */
function drawCaptions(view, top) {
  const { rows, steps } = view;
  const name = element("b", "", AS_IS, queriesOf(view)[view.focus.token].text);
  steps.queryCanvas.style.top = `${top + rows.keys.top}px`;
  const line = (number) => rows.keys.top + number * (LINE + 2) + LINE / 2;
  const captions = rows.flat
    ? [
        [line(0), "means-query", name, " query q"],
        [line(1), "means-key", "keys k"],
        [line(2), "", "products"],
        [rows.weight.top + 6, "", "eˢ"],
        [rows.weight.top + rows.weight.height - 8, "", "weight"],
      ]
    : [[rows.keys.top + 12, "means-query", name, " q"]];
  steps.captions.replaceChildren(
    ...captions.map(([middle, names, ...words]) =>
      element("span", `one-line fine-print ${names}`, { style: `top: ${top + middle}px` }, ...words),
    ),
  );
}
