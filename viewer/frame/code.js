// The lines of PyTorch for a picture, filled in with the focus, and a button that copies.

import { choice } from "../widgets/choice.js";
import { copyButton } from "../widgets/copy_button.js";
import { element, findIn } from "../widgets/elements.js";
import { highlightPython } from "../widgets/python.js";

/** @param {AnyWalkView} view */
export function codeBox(view) {
  const code = element("code");
  const copy = copyButton(() => code.textContent, "Copy this code");
  const header = element("header", "", element("h3", "", "In PyTorch"), snippetChoice(view), copy);
  const counted = element("p", "hint", "Code counts layers, heads and tokens from 0, the pages from 1.");
  return element("section", "code", header, element("pre", "sideways", { tabindex: 0 }, code), counted);
}

/** @param {AnyWalkView} view */
function snippetChoice(view) {
  const { snippets } = view.frame;
  if (snippets.length === 1) return element("span", "what quiet", snippets[0].title);
  const options = snippets.map(({ title }, index) => /** @type {[string, number]} */ ([title, index]));
  return choice("", options, view.snippet ?? 0, (index) => {
    view.snippet = index;
    fillCode(view);
  });
}

// Chooses one of several, which `fillCode` then shows.
/** @param {AnyWalkView} view @param {number} index */
export function chooseSnippet(view, index) {
  view.snippet = index;
  findIn(view.root, ".code .choice").replaceWith(snippetChoice(view));
}

/** @param {AnyWalkView} view */
export function fillCode(view) {
  const snippet = view.frame.snippets[view.snippet ?? 0];
  const { kind, layer, head, token } = view.focus;
  const texts = { sentence: JSON.stringify(view.frame.sentence), model: JSON.stringify(view.frame.model) };
  const values = { layer, head: head ?? 0, token, ...snippet.extra, ...view.extra, ...texts };
  const filled = snippet.code[kind].replace(/⟨(\w+)⟩/g, (whole, name) => String(values[name] ?? whole));
  findIn(view.root, ".code code").replaceChildren(...highlightPython(filled));
}
