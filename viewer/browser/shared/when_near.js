// A section far from the screen need not be drawn at every change of the focus: it is drawn when it comes near.

const NEAR = "500px";

// A function that draws the section now, or as soon as it comes near the screen. The first time it is drawn at once, so
// that it has its size.
export function drawnWhenNear(section, draw) {
  let near = true;
  let stale = false;
  new IntersectionObserver(
    (entries) => {
      near = entries.at(-1).isIntersecting;
      if (!near || !stale) return;
      stale = false;
      draw();
    },
    { rootMargin: NEAR },
  ).observe(section);
  return () => {
    if (near) draw();
    else stale = true;
  };
}

// A heat map that is not on the screen need not follow every change of the focus: it is drawn when it comes into view.
export function whenSeen(section, draw) {
  let [seen, stale] = [true, false]; // the first picture is drawn in any case, so that it has its size
  new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    if (!seen || !stale) return;
    stale = false;
    draw();
  }).observe(section);
  return () => {
    if (seen) draw();
    else stale = true;
  };
}
