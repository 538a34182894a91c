// Explains the thing under the pointer or with the keyboard's focus: a word of the glossary, or a letter for a size.

import { element } from "../widgets/elements.js";
import { explainLetters, LETTERED, lettersAt } from "../widgets/letters.js";
import { memory } from "../widgets/memory.js";

/** @type {Element | null} */
let shown = null; // the thing explained now
/** @type {EventTarget | null} */
let pointed = null; // what was under the pointer last
const AWAY = 8; // pixels between a thing and its explanation

/** @param {HTMLElement} tip  a popover */
export function explain(tip) {
  const look = (target) => {
    const told = target instanceof Element ? meaningAt(target) : null;
    if (told) show(tip, told);
    else hide(tip);
  };
  const lookAtTarget = (event) => look(event.composedPath()[0]);
  // Moving between two things in one component, no pointerover or focusin leaves its shadow root, but the pointer's
  // moves and the Tab key do.
  document.addEventListener(
    "pointermove",
    (event) => {
      const target = event.composedPath()[0];
      if (target !== pointed) look(target);
      pointed = target;
    },
    { passive: true },
  );
  document.addEventListener("keyup", ({ key }) => key === "Tab" && look(focusedElement()));
  for (const kind of ["focusin", "click"]) document.addEventListener(kind, lookAtTarget);
  document.addEventListener("focusout", () => hide(tip));
  // If the thing scrolls away from the pointer, its box closes; if it scrolls along, so does the box.
  const follow = () => {
    pointed = null;
    if (shown?.matches(":hover")) place(tip, shown);
    else hide(tip);
  };
  document.addEventListener("scroll", follow, { capture: true, passive: true });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !tip.matches(":popover-open")) return;
    hide(tip);
    event.preventDefault();
  });
}

// Find the element with the keyboard's focus, in any component.
function focusedElement() {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}

// The thing, and its explanation as rows of a name and a meaning; null if there is nothing to explain.
/** @param {Element} target */
function meaningAt(target) {
  const link = target.closest("a");
  const slug = link && new URL(link.href).searchParams.get("word");
  const word = slug && link.target === "_blank" && memory.words?.find((each) => each.slug === slug);
  if (word) return { thing: link, rows: [[word.word, word.meaning]] };
  const rows = explainLetters(lettersAt(target), sizesAt(target));
  return rows.length ? { thing: target.closest(LETTERED), rows } : null;
}

// The sizes of the picture that an element belongs to.
function sizesAt(target) {
  return JSON.parse(target.closest("[data-sizes]")?.dataset.sizes ?? "{}");
}

/** @param {HTMLElement} tip */
function show(tip, { thing, rows }) {
  tip.replaceChildren(...rows.map(([name, meaning]) => element("p", "", element("b", "", name), `: ${meaning}`)));
  tip.showPopover();
  shown = thing;
  place(tip, thing);
}

/** @param {HTMLElement} tip */
function place(tip, thing) {
  const at = thing.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(Math.max(at.left, AWAY), window.innerWidth - width - AWAY);
  const above = at.top - height - AWAY;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 0 ? above : at.bottom + AWAY}px`;
}

/** @param {HTMLElement} tip */
function hide(tip) {
  if (tip.matches(":popover-open")) tip.hidePopover();
}
