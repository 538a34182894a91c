// All heads of a sentence as a page that needs no network: the Save menu has the files of each picture.

import { element } from "../../../../widgets/elements.js";
import { KINDS, rowNames } from "../../../../widgets/focus.js";
import { save } from "../../../../widgets/save.js";

/** @param {HeadsView} view */
export function exportButton(view) {
  const file = `glassformer-${modelName(view).replace(/[^\w.-]+/g, "-")}-all-heads.html`;
  const click = () => save(button, file, () => standaloneFile(view));
  const title = "Save all layers and heads as one page that works offline (HTML)";
  const button = element("button", "copy", { title, "data-from": "prove", click }, "Save all heads");
  return button;
}

/** @param {HeadsView} view */
const modelName = (view) => view.frame.model.split(/[\\/]/).filter(Boolean).pop() ?? "model";

/** @param {HeadsView} view */
function standaloneFile(view) {
  const kept = (side) => view.tokens[side].map(({ text, joined }) => ({ text, joined }));
  const data = {
    model: modelName(view),
    sentence: view.frame.sentence,
    translation: view.frame.translation,
    focus: { ...view.focus, inWords: view.inWords },
    kinds: Object.entries(KINDS).map(([kind, { columns }]) => {
      const { shape, data: weights } = view.tensors[`${kind}.weights`];
      const digits = Array.from(weights, (weight) => Number(weight.toPrecision(7)));
      return { kind, queries: kept(rowNames(kind)), keys: kept(columns), weights: nestNumbers(digits, shape) };
    }),
  };
  // A `<` in a token would end the script that holds the data.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return new Blob([view.facts.standalone.replace("⟨data⟩", () => json)], { type: "text/html;charset=utf-8" });
}

// [layer][head][query][key]
/**
 * @param {number[]} numbers
 * @param {number[]} shape
 */
function nestNumbers(numbers, shape) {
  const [count, ...rest] = shape;
  if (!rest.length) return numbers;
  const size = numbers.length / count;
  return Array.from({ length: count }, (_, at) => nestNumbers(numbers.slice(at * size, (at + 1) * size), rest));
}
