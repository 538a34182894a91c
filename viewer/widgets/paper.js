// Printing and saving: while the page is on its way to the paper, components have the colours of a light page, and what
// is painted is painted anew, sections far from the screen included (shared/when_near.js).

const PAPER = "on-paper"; // the class, on the page and on every component

export const isOnPaper = () => document.documentElement.classList.contains(PAPER);

/** @param {HTMLElement} root  of a component */
export function followPaper(root) {
  const follow = (on) => {
    if (!root.isConnected) return;
    putOnPaper(root, on);
    for (const chart of root.querySelectorAll(".plotly-chart")) repainted(chart);
  };
  window.addEventListener("beforeprint", () => follow(true));
  window.addEventListener("afterprint", () => follow(false));
}

// Or as a file: what `act` sees of the component is its light page. The screen shows nothing of it, since it is over
// before the next frame is drawn.
/**
 * @template Made
 * @param {HTMLElement} root  of a component
 * @param {() => Made} act
 * @returns {Made}
 */
export function onPaper(root, act) {
  const was = isOnPaper();
  putOnPaper(root, true);
  finishTransitions(root);
  try {
    return act();
  } finally {
    putOnPaper(root, was);
    finishTransitions(root);
  }
}

// Colours that are on their way to others are there at once.
function finishTransitions(root) {
  for (const moving of root.getAnimations({ subtree: true })) if (moving instanceof CSSTransition) moving.finish();
}

function putOnPaper(root, on) {
  document.documentElement.classList.toggle(PAPER, on);
  root.classList.toggle(PAPER, on);
  repainted(root);
}

const following = new WeakSet(); // pictures that hear of their component's repainting

// A picture on a canvas has itself painted anew whenever its component is, for as long as it stands there. To be called
// once it does; calling again changes nothing.
/**
 * @param {Element} picture
 * @param {() => void} repaint
 */
export function whenRepainted(picture, repaint) {
  const root = picture.closest(".walk, .comparison");
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

// What components listen to for a change of theme, and when typefaces have come.
export function repainted(place) {
  place.dispatchEvent(new TransitionEvent("transitionend"));
}
