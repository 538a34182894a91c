// A row of buttons of which one is chosen, by click or by arrow keys.

import { element } from "./elements.js";
import { check } from "./radio.js";

export function choice(name, options, chosen, pick) {
  const group = element("div", "choice");
  const row = element("span", "options");
  row.setAttribute("role", "radiogroup");
  row.setAttribute("aria-label", name);
  const buttons = options.map(([label, value]) => {
    const button = element("button", "", label);
    button.type = "button";
    button.setAttribute("role", "radio");
    button.addEventListener("click", () => {
      check(buttons, place(value));
      pick(value);
    });
    button.addEventListener("keydown", (event) => {
      const move = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!move) return;
      event.preventDefault();
      const next = buttons[(buttons.indexOf(button) + move + buttons.length) % buttons.length];
      next.focus();
      next.click();
    });
    return button;
  });
  const place = (value) => options.findIndex(([, each]) => each === value);
  check(buttons, place(chosen));
  row.append(...buttons);
  if (name) group.append(element("span", "", name));
  group.append(row);
  return group;
}

// 1, 2, 3 … as options: what is shown counts from 1, what is chosen from 0.
/** @returns {[string, number][]} */
export function numbers(count) {
  return [...Array(count).keys()].map((index) => [String(index + 1), index]);
}
