// A button that copies a text.

import { element } from "./elements.js";

export function copyButton(text, label = "Copy this translation") {
  const click = async () => {
    button.textContent = (await copied(typeof text === "function" ? text() : text)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1600);
  };
  const button = element("button", "copy", { type: "button", "aria-label": label, click }, "Copy");
  return button;
}

export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea"); // if scripts can't use the clipboard
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
