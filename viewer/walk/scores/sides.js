// What stands at the left and at the right of the six steps.

import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { short, sum } from "../../widgets/numbers.js";
import { stepsShown } from "./guess.js";
import { STEP_LINE } from "./paint.js";

// At the left the query and the names of the steps, at the right what a whole row comes to.
/** @param {ScoresView} view */
export function drawStepSides(view) {
  const { rows, numbers, steps } = view;
  const top = steps.chips.offsetHeight;
  const at = { 1: rows.raw, 2: rows.scaled, 3: rows.masked, 4: rows.weight, 5: rows.values, 6: rows.running };
  steps.names.style.height = `${top + rows.height}px`;
  steps.buttons.forEach((button, index) => {
    const row = at[index + 1];
    button.style.top = `${top + row.top + row.height / 2}px`;
  });
  drawCaptions(view, top);
  const hidden = numbers.masked.reduce((sum, value) => sum + (Number.isFinite(value) ? 0 : 1), 0);
  const results = [
    [1, rows.raw, `sums of ${numbers.size} products`],
    [3, rows.masked, hidden ? `${hidden} of ${numbers.count} hidden` : "none hidden"],
    [4, rows.weight, `Σ eˢ = ${short(numbers.total)}`, `Σ weights = ${short(sum(numbers.weight))}`],
    [6, rows.running, "the model’s, in 32 bits,", `≤ ${short(numbers.rounding, 1)} away`],
  ];
  const seen = results.filter(([step]) => !view.guess.on || step <= stepsShown(view));
  const made = seen.map(([step, row, ...lines]) => {
    const result = element("div", "step-result");
    result.dataset.from = step;
    result.style.top = `${top + row.top}px`;
    result.style.height = `${row.height}px`;
    if (step === 6) {
      result.append(steps.contextCanvas);
      result.style.top = `${top + row.top - 48}px`; // its words stand above it
      result.style.height = `${row.height + 48}px`;
    }
    const words = element("span", "");
    words.append(...lines.map((line, index) => element("span", index ? "detail" : "", line)));
    result.append(words);
    return result;
  });
  steps.results.replaceChildren(...made);
}

// What the lines of a row are, and in narrow columns the query's vector beside the keys' vectors.
/** @param {ScoresView} view */
function drawCaptions(view, top) {
  const { rows, steps } = view;
  const name = view.tokens[KINDS[view.focus.kind].rows][view.focus.token].text;
  steps.queryCanvas.style.top = `${top + rows.keys.top}px`;
  const line = (number) => rows.keys.top + number * (STEP_LINE + 2) + STEP_LINE / 2;
  const captions = rows.flat
    ? [
        [line(0), "query q", "query", name],
        [line(1), "keys k", "key"],
        [line(2), "products"],
        [rows.weight.top + 6, "eˢ"],
        [rows.weight.top + rows.weight.height - 8, "weight"],
      ]
    : [[rows.keys.top + 12, "q", "query", name]];
  steps.captions.replaceChildren(
    ...captions.map(([middle, words, meaning, token]) => {
      const caption = element("span", meaning ? `means-${meaning}` : "", words);
      if (token) caption.prepend(element("b", "", token), " ");
      caption.style.top = `${top + middle}px`;
      return caption;
    }),
  );
}
