// A section far from the screen, or deeper than the page, need not be drawn at every change of the focus: it is drawn
// when it comes near.

import { isInDepth } from "./depth.js";
import { isOnPaper } from "./paper.js";
import { linkWords } from "./words.js";

const NEAR = "500px";

// A function that draws the section now, or once it is this close to the screen. The first time that its depth is
// shown, it is drawn at once, so that it has its size and nothing moves when one scrolls.
export function drawWhenNear(section, draw, distance = NEAR) {
  let near = true;
  let drawn = false;
  let stale = false;
  const drawNow = () => {
    drawn = true;
    stale = false;
    draw();
  };
  const look = (entries) => {
    near = entries.at(-1).isIntersecting;
    if (!near || !stale) return;
    drawNow();
    linkWords(section.closest(".walk") ?? section); // those whose text is new
  };
  new IntersectionObserver(look, { rootMargin: distance }).observe(section);
  return () => {
    if (isInDepth(section) && (near || !drawn || isOnPaper())) drawNow();
    else stale = true;
  };
}
