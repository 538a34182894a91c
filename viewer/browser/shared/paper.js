// Printing: while the page is on its way to the paper, components have the colours of a light page, and what is painted
// is painted anew, sections far from the screen included (shared/when_near.js).

const PAPER = "on-paper"; // the class, on the page and on every component

export const isOnPaper = () => document.documentElement.classList.contains(PAPER);

/** @param {HTMLElement} root  of a component */
export function followPaper(root) {
  const follow = (on) => {
    if (!root.isConnected) return;
    document.documentElement.classList.toggle(PAPER, on);
    root.classList.toggle(PAPER, on);
    // What components listen to for a change of theme.
    for (const painted of [root, ...root.querySelectorAll(".plotly-chart")])
      painted.dispatchEvent(new TransitionEvent("transitionend"));
  };
  window.addEventListener("beforeprint", () => follow(true));
  window.addEventListener("afterprint", () => follow(false));
}
