// A button that copies a text.

import { element } from "./elements.js";

const BY_HAND = "Your browser doesn’t let this page copy. Press Ctrl+C (⌘C on a Mac) to copy the marked text.";

export function copyButton(text, label = "Copy this translation") {
  const click = async () => {
    if (!(await copyText(typeof text === "function" ? text() : text, button))) return;
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1600);
  };
  const button = element("button", "copy", { type: "button", "aria-label": label, click }, "Copy");
  return button;
}

// Whether a text was copied; where the browser refuses, it appears by the button, marked for copying by hand.
/** @param {string} text @param {HTMLElement} button */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", "", { readonly: true, rows: 3, "aria-label": BY_HAND });
    area.value = text;
    const toggle = ({ newState }) => newState === "closed" && box.remove();
    const box = element("div", "by-hand", { popover: "auto", toggle }, element("p", "", BY_HAND), area);
    button.after(box);
    box.showPopover();
    area.select();
    if (!document.execCommand("copy")) return false; // if scripts can't use the clipboard
    box.hidePopover();
    return true;
  }
}
