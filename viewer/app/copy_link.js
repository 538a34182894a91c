// Two of a page's tools: the button that copies its link, and the one that shows the others at Look.

import { wholeLink } from "../widgets/address.js";
import { copyText } from "../widgets/copy_button.js";
import { element } from "../widgets/elements.js";
import { icon } from "./pictures.js";

const SAID_FOR = 1600; // milliseconds
const CHAIN = "M8 12a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1 1M12 8a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1-1";

export function copyLink() {
  const name = element("span", "", "Copy link");
  const said = element("span", "said", { role: "status" });
  const click = async () => {
    if (!(await copyText(wholeLink(window.location.href), button))) return;
    name.textContent = "Copied";
    said.textContent = "Copied the link to what you see.";
    setTimeout(() => {
      name.textContent = "Copy link";
      said.textContent = "";
    }, SAID_FOR);
  };
  const button = element("button", "tool copy-link", { type: "button", click }, icon(CHAIN), name);
  return element("div", "copying", button, said);
}

// At Look the tools of the head are folded; `more` is marked on the page for what Python draws of them.
/** @param {HTMLElement} root */
export function moreTools(root) {
  const click = () => {
    const on = document.documentElement.toggleAttribute("data-more");
    root.toggleAttribute("data-more", on);
    button.setAttribute("aria-expanded", String(on));
  };
  const name = "Model, examples, saving and sharing";
  const attributes = { type: "button", title: name, "aria-label": name, "aria-expanded": "false", "data-at": "look" };
  const button = element("button", "tool more", attributes, { click }, "•••");
  return button;
}
