// What is shown, as a file: numbers (CSV), a picture (SVG, PNG), or all heads in one page that needs no network (HTML).

import { csvNumber, csvText, uniqueNames } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { KINDS, rowNames } from "../../widgets/focus.js";
import { save } from "../../widgets/save.js";
import { pngFile, svgFile } from "./sheet.js";
import { labelsOf } from "./words.js";

/** @param {HeadsView} view */
export function exportBar(view) {
  /** @type {[string, string, () => Blob | Promise<Blob>][]} */
  const formats = [
    ["CSV", "this matrix as a table of numbers", () => csvFile(view.shown, described(view))],
    ["PNG", "this matrix as an image", () => pngFile(view, described(view))],
    ["SVG", "this matrix as a drawing", () => svgFile(view, described(view))],
    ["HTML", "all layers and heads as one page that works offline", () => standaloneFile(view)],
  ];
  return element(
    "div",
    "flow heads-export",
    { role: "group", "aria-label": "Save what is shown", "data-from": "prove" },
    element("span", "hint", "Save as"),
    ...formats.map(([name, what, make]) => {
      const click = async () => save(await make(), fileName(view, name.toLowerCase()));
      const title = `Save ${what}`;
      return element("button", "copy", { title, "aria-label": `${title} (${name})`, click }, name);
    }),
  );
}

/** @param {HeadsView} view */
const modelName = (view) => view.frame.model.split(/[\\/]/).filter(Boolean).pop() ?? "model";

/** @param {HeadsView} view */
function fileName(view, ending) {
  const { kind, layer, head } = view.focus;
  const model = modelName(view).replace(/[^\w.-]+/g, "-");
  if (ending === "html") return `glassformer-${model}-all-heads.html`;
  const { stack, attention } = KINDS[kind];
  const which = kind === "cross" ? "cross-attention" : `${stack}-${attention.replace("_", "-")}`;
  const shown = head === null ? "mean" : `head-${head + 1}`;
  return `glassformer-${model}-${which}-layer-${layer + 1}-${shown}${view.inWords ? "-words" : ""}.${ending}`;
}

// What is written with every picture and table.
/** @param {HeadsView} view */
function described(view) {
  const { kind, layer, head } = view.focus;
  return {
    attention: KINDS[kind].name,
    layer: layer + 1,
    head: head === null ? "mean" : head + 1,
    tokens: view.inWords ? "words" : "pieces",
    model: modelName(view),
    sentence: view.frame.sentence,
    translation: view.frame.translation,
  };
}

// A row for each query, a column for each key, and after them what they are about.
function csvFile({ rows, columns, values }, about) {
  const ours = ["query", "position", ...Object.keys(about)];
  const lines = rows.map(({ label }, row) => {
    const weights = values.data.subarray(row * values.columns, (row + 1) * values.columns);
    return [label, ...Array.from(weights, csvNumber), row, ...Object.values(about)];
  });
  const head = ["query", ...uniqueNames(labelsOf(columns), ours), ...ours.slice(1)];
  return new Blob(["\ufeff", csvText([head, ...lines])], { type: "text/csv;charset=utf-8" });
}

// ---- HTML: every kind, layer and head in one file
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
      return { kind, queries: kept(rowNames(kind)), keys: kept(columns), weights: nested(digits, shape) };
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
function nested(numbers, shape) {
  const [count, ...rest] = shape;
  if (!rest.length) return numbers;
  const size = numbers.length / count;
  return Array.from({ length: count }, (_, at) => nested(numbers.slice(at * size, (at + 1) * size), rest));
}
