// Groups of buttons by keyboard: only one of them is a Tab stop, and the arrow keys go to the others.

import { setAttributes } from "./elements.js";

const WAYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

// Where a key leads from button `at`: an arrow to its neighbour, Home and End to the ends; null for other keys and
// beyond the ends.
export function keyGoal(event, at, count) {
  const goal = { Home: 0, End: count - 1 }[event.key] ?? at + WAYS[event.key];
  if (Number.isNaN(goal)) return null;
  event.preventDefault();
  return goal >= 0 && goal < count ? goal : null;
}

// Buttons that don’t exclude each other.
/** @param {(HTMLElement | SVGElement)[]} buttons */
export function rove(buttons) {
  const stop = (at) => {
    for (const [index, button] of buttons.entries()) button.tabIndex = index === at ? 0 : -1;
  };
  buttons.forEach((button, at) => {
    const keydown = (event) => {
      const goal = keyGoal(event, at, buttons.length);
      if (goal !== null) buttons[goal].focus();
      if (event.defaultPrevented) event.stopPropagation(); // they aren’t the keys of what is around
    };
    setAttributes(button, { keydown, focus: () => stop(at) });
  });
  stop(0);
  return buttons;
}

// Buttons of which one is chosen, by click or by these keys; the key takes the keyboard's focus along.
/**
 * @template {HTMLElement} Button
 * @param {Button[]} buttons
 * @param {(at: number) => void} choose
 */
export function radios(buttons, choose) {
  buttons.forEach((button, at) => {
    const keydown = (event) => {
      const goal = keyGoal(event, at, buttons.length);
      if (goal === null) return;
      choose(goal);
      buttons[goal].focus();
    };
    setAttributes(button, { role: "radio", click: () => choose(at), keydown });
  });
  return buttons;
}

export function check(buttons, chosen) {
  buttons.forEach((button, index) => {
    button.setAttribute("aria-checked", String(index === chosen));
    button.tabIndex = index === chosen ? 0 : -1;
  });
}

// New controls replace old ones; the keyboard focus stays in the same group of buttons.
/**
 * @param {Element} old
 * @param {Element} anew
 */
export function replaceControls(old, anew) {
  const active = /** @type {ShadowRoot} */ (old.getRootNode()).activeElement;
  const inside = old.contains(active);
  const name = active?.closest("[role=radiogroup]")?.getAttribute("aria-label");
  old.replaceWith(anew);
  if (!inside) return;
  const group = (name && anew.querySelector(`[aria-label="${name}"]`)) || anew;
  /** @type {HTMLElement | null} */ (group.querySelector("[aria-checked=true]"))?.focus({ preventScroll: true });
}
