// A wheel with words, of which one stands in the sentence: turned by arrow keys, by clicks and by scrolling.

import { AS_IS, element } from "../../../widgets/elements.js";

const TURN = 50; // pixels of a mouse wheel for one word
const KEYS = { ArrowUp: -1, ArrowDown: 1 };

/** @param {{ name: string, turn: (by: number) => void }} does */
export function wheelOf({ name, turn }) {
  const strip = element("div", "strip", { "aria-hidden": "true" });
  const made = element("div", "wheel", { role: "spinbutton", tabindex: 0, "aria-label": name }, strip);
  let shown = { items: [""], at: 0 };
  let turned = 0;
  made.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turn(by);
  });
  const wheel = (event) => {
    event.preventDefault();
    turned += event.deltaY * (event.deltaMode ? 20 : 1);
    if (Math.abs(turned) < TURN) return;
    turn(Math.sign(turned));
    turned = 0;
  };
  made.addEventListener("wheel", wheel, { passive: false });
  made.addEventListener("click", ({ clientY }) => {
    const { top, height } = made.getBoundingClientRect();
    const by = Math.sign(Math.round((3 * (clientY - top)) / height - 1.5));
    if (by) turn(by);
  });
  const show = (items, at) => {
    const by = items === shown.items ? at - shown.at : 0;
    const way = Math.abs(by) > items.length / 2 ? -Math.sign(by) : Math.sign(by);
    shown = { items, at };
    const around = items.length > 1 ? [-2, -1, 0, 1, 2] : [0];
    strip.replaceChildren(
      ...around.map((each) =>
        element("span", each ? "" : "now", AS_IS, items[(at + each + 2 * items.length) % items.length]),
      ),
    );
    for (const [key, value] of Object.entries({
      valuemin: 1,
      valuemax: items.length,
      valuenow: at + 1,
      valuetext: items[at],
    }))
      made.setAttribute(`aria-${key}`, String(value));
    if (way && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      strip.animate([{ translate: `0 calc(${way} * var(--row))` }, { translate: "0 0" }], {
        duration: 220,
        easing: "ease-out",
      });
  };
  return { element: made, show };
}
