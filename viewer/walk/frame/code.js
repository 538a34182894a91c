// The lines of PyTorch beside a picture, filled in with the focus, and a button that copies.

import { choice } from "../../widgets/choice.js";
import { copyButton } from "../../widgets/copy_button.js";
import { element } from "../../widgets/elements.js";
import { inkedPython } from "../../widgets/python.js";

/** @param {AnyWalkView} view */
export function codeBox(view) {
  const box = element("section", "code");
  const { snippets } = view.frame;
  if (!snippets.length) return box;
  const bar = element("header");
  bar.append(element("h3", "", "In PyTorch"));
  if (snippets.length > 1) {
    bar.append(
      choice(
        "",
        snippets.map(({ title }, index) => [title, index]),
        view.snippet ?? 0,
        (index) => {
          view.snippet = index;
          fillCode(view);
        },
      ),
    );
  } else {
    bar.append(element("span", "what", snippets[0].title));
  }
  const copy = copyButton(() => box.querySelector("code").textContent, "Copy this code");
  bar.append(copy);
  const lines = element("pre", "sideways");
  lines.tabIndex = 0;
  lines.append(element("code"));
  box.append(bar, lines);
  return box;
}

/** @param {AnyWalkView} view */
export function fillCode(view) {
  const snippet = view.frame.snippets[view.snippet ?? 0];
  const code = view.root.querySelector(".code code");
  if (!snippet || !code) return;
  const { kind, layer, head, token } = view.focus;
  const texts = { sentence: JSON.stringify(view.frame.sentence), model: JSON.stringify(view.frame.model) };
  const values = { layer, head: head ?? 0, token, ...snippet.extra, ...view.extra, ...texts };
  const filled = snippet.code[kind].replace(/⟨(\w+)⟩/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
  code.replaceChildren(...inkedPython(filled));
}
