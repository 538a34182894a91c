// Printing and saving: for that time, components have the colours of a light page, and canvases are repainted, even in
// sections far from the screen (widgets/when_near.js).

const PAPER = "on-paper"; // the class, on the page and on every component

export const isOnPaper = () => document.documentElement.classList.contains(PAPER);

/** @param {HTMLElement} root  of a component */
export function followPaper(root) {
  const follow = (on) => {
    if (!root.isConnected) return;
    putOnPaper(root, on);
    for (const chart of root.querySelectorAll(".plotly-chart")) onRepaint(chart);
  };
  window.addEventListener("beforeprint", () => follow(true));
  window.addEventListener("afterprint", () => follow(false));
}

// Or as a file: `act` sees the component as a light page. The screen shows nothing of it, because it is over before the
// next frame.
/**
 * @template Made
 * @param {HTMLElement} root  of a component
 * @param {() => Made} act
 * @returns {Made}
 */
export function onPaper(root, act) {
  const was = isOnPaper();
  putOnPaper(root, true);
  try {
    return act();
  } finally {
    putOnPaper(root, was);
  }
}

function putOnPaper(root, on) {
  document.documentElement.classList.toggle(PAPER, on);
  root.classList.toggle(PAPER, on);
  if (on) unroll(root);
  else rollUp(root);
  // Colour transitions end at once.
  for (const moving of root.getAnimations({ subtree: true })) if (moving instanceof CSSTransition) moving.finish();
  onRepaint(root);
}

// Nothing scrolls on paper: boxes are as large as what they hold, and wide ones shrink onto the page when printed.
const unrolled = new WeakMap(); // by root: what scrolls on the screen, and how far it was scrolled

function unroll(root) {
  const scrolls = (each) => {
    const { overflowX, overflowY } = getComputedStyle(each);
    const wide = each.scrollWidth > each.clientWidth && /auto|scroll/.test(overflowX);
    return wide || (each.scrollHeight > each.clientHeight && /auto|scroll/.test(overflowY));
  };
  const found = [...root.querySelectorAll("*")].filter(scrolls);
  const kept = found.map((place) => ({ place, left: place.scrollLeft, top: place.scrollTop }));
  for (const place of found) {
    place.style.setProperty("--whole", `${place.scrollWidth + place.offsetWidth - place.clientWidth}px`);
    place.style.setProperty("--fits", String(place.clientWidth / place.scrollWidth));
    place.classList.add("unrolled");
  }
  unrolled.set(root, [...(unrolled.get(root) ?? []), ...kept]);
}

function rollUp(root) {
  for (const { place, left, top } of unrolled.get(root) ?? []) {
    place.classList.remove("unrolled");
    place.scrollTo({ left, top, behavior: "instant" });
  }
  unrolled.delete(root);
}

const following = new WeakSet(); // pictures that hear when their component is repainted

// A picture on a canvas is repainted whenever its component is, for as long as it is there. Call it once the picture is
// on the page; calling again changes nothing.
/**
 * @param {Element} picture
 * @param {() => void} repaint
 */
export function whenRepainted(picture, repaint) {
  const root = picture.closest(".walk");
  if (!root || following.has(picture)) return;
  following.add(picture);
  root.addEventListener("transitionend", function again(event) {
    if (event.target !== root) return;
    if (root.contains(picture)) {
      repaint();
    } else {
      root.removeEventListener("transitionend", again);
      following.delete(picture);
    }
  });
}

// What components listen to for a theme change, and when typefaces have loaded.
export function onRepaint(place) {
  place.dispatchEvent(new TransitionEvent("transitionend"));
}
