// A row of buttons with one chosen, by click or arrow keys.

import { element } from "./elements.js";
import { check } from "./radio.js";

const LONG = 40; // letters: more might take several rows on a phone, where each is a pill of its own

export function choice(name, options, chosen, pick) {
  const place = (value) => options.findIndex(([, each]) => each === value);
  const buttons = options.map(([label, value], at) => {
    const click = () => {
      check(buttons, place(value));
      pick(value);
    };
    const keydown = (event) => {
      const move = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!move) return;
      event.preventDefault();
      const next = buttons[(at + move + buttons.length) % buttons.length];
      next.focus();
      next.click();
    };
    return element("button", "", { type: "button", role: "radio", click, keydown }, label);
  });
  check(buttons, place(chosen));
  const isLong = options.map(([label]) => label).join("").length > LONG;
  const row = element(
    "span",
    `options${isLong ? " apart" : ""}`,
    { role: "radiogroup", "aria-label": name },
    ...buttons,
  );
  return element("div", "choice", name && element("span", "", name), row);
}

// 1, 2, 3 … as options: the labels count from 1, the values from 0.
/** @returns {[string, number][]} */
export function numbers(count) {
  return [...Array(count).keys()].map((index) => [String(index + 1), index]);
}
