// What is shown, as a file: numbers (CSV), a picture (SVG, PNG), or all heads in one page that needs no network (HTML).

import { numbers } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import { KINDS } from "../../widgets/focus.js";
import { part } from "../../widgets/payload.js";
import { save } from "../../widgets/save.js";
import { csvOf } from "./csv.js";
import { pngFile, svgFile } from "./sheet.js";

/** @param {HeadsView} view */
export function exportBar(view) {
  const bar = element("div", "heads-export");
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Save what is shown");
  bar.append(element("span", "hint", "Save as"));
  /** @type {[string, string, string, () => Blob | Promise<Blob>][]} */
  const formats = [
    ["CSV", "this matrix as a table of numbers", "csv", () => csvFile(view)],
    ["PNG", "this matrix as a picture of pixels", "png", () => pngFile(view, described(view))],
    ["SVG", "this matrix as a drawing", "svg", () => svgFile(view, described(view))],
    ["HTML", "all layers and heads as one page that opens without a network", "html", () => standaloneFile(view)],
  ];
  for (const [name, what, ending, make] of formats) {
    const button = element("button", "copy", name);
    button.type = "button";
    button.title = `Save ${what}`;
    button.setAttribute("aria-label", `Save ${what} (${name})`);
    button.addEventListener("click", async () => save(await make(), fileName(view, ending)));
    bar.append(button);
  }
  return bar;
}

/** @param {HeadsView} view */
function modelName(view) {
  return view.frame.model.split(/[\\/]/).filter(Boolean).pop() ?? "model";
}

/** @param {HeadsView} view */
function fileName(view, ending) {
  const { kind, layer, head } = view.focus;
  const plain = modelName(view).replace(/[^\w.-]+/g, "-");
  const attention = { encoder: "encoder-self-attention", decoder: "decoder-self-attention", cross: "cross-attention" }[
    kind
  ];
  if (ending === "html") return `glassformer-${plain}-all-heads.html`;
  const shown = head === null ? "mean" : `head-${head + 1}`;
  const words = view.inWords ? "-words" : "";
  return `glassformer-${plain}-${attention}-layer-${layer + 1}-${shown}${words}.${ending}`;
}

// What stands with every picture and table.
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

/** @param {HeadsView} view */
function csvFile(view) {
  return new Blob(["\ufeff", csvOf(view.shown, described(view))], { type: "text/csv;charset=utf-8" });
}

// ---- HTML: every kind, layer and head in one file
/** @param {HeadsView} view */
function standaloneFile(view) {
  const data = {
    model: modelName(view),
    sentence: view.frame.sentence,
    translation: view.frame.translation,
    focus: { ...view.focus, inWords: view.inWords },
    kinds: Object.entries(KINDS).map(([kind, { rows, columns }]) => ({
      kind,
      queries: tokensKept(view.tokens[rows]),
      keys: tokensKept(view.tokens[columns]),
      weights: allWeights(view.tensors[`${kind}.weights`]),
    })),
  };
  // A `<` in a token would end the script that holds the data.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return new Blob([view.facts.standalone.replace("⟨data⟩", () => json)], { type: "text/html;charset=utf-8" });
}

function tokensKept(chips) {
  return chips.map(({ text, joined }) => ({ text, joined }));
}

// [layer][head][query][key], seven digits each.
function allWeights(tensor) {
  const [layers, heads, rows, columns] = tensor.shape;
  return numbers(layers).map(([, layer]) =>
    numbers(heads).map(([, head]) => {
      const { data } = part(tensor, layer, head);
      return numbers(rows).map(([, row]) =>
        Array.from(data.subarray(row * columns, (row + 1) * columns), (weight) => Number(weight.toPrecision(7))),
      );
    }),
  );
}
