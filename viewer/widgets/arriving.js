// A link to a place on a page: `at` in the address is how a heading, or a mistake that one may have read, begins there.
//
//   heads?sentence=…&depth=prove&at=The heads joined

const AT = "at"; // in the address
const NAMED = "h2, h3, h4, summary";
const OFTEN = 200; // milliseconds; pictures arrive one by one, and what is above the place can still grow
const STILL = 10; // times that the place was where it should be
const PATIENCE = 300; // times
const HEAD = 90; // pixels that the page's head covers, and some air

// Go where the address asks.
export function goToPlace() {
  const asked = new URL(window.location.href).searchParams.get(AT);
  if (asked) bringTo(() => findPlace(document.querySelector(".stMain") ?? document.body, asked));
}

// Scroll to a place once it is there, until the visitor scrolls or types.
/** @param {() => HTMLElement | undefined} find */
export function bringTo(find) {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  for (const act of ["wheel", "touchstart", "pointerdown", "keydown"])
    window.addEventListener(act, leave, { signal: leaving.signal, passive: true });
  let tries = 0;
  let still = 0;
  const look = () => {
    const place = find();
    const before = place?.getBoundingClientRect().top;
    if (place) show(place);
    still = place && Math.abs(before - place.getBoundingClientRect().top) < 2 ? still + 1 : 0;
    tries += 1;
    if (still === STILL || tries === PATIENCE) leave();
  };
  const timer = setInterval(look, OFTEN);
  leaving.signal.addEventListener("abort", () => clearInterval(timer));
}

// The first visible heading that begins so, in any component.
/**
 * @param {Element | ShadowRoot} root
 * @param {string} asked
 * @returns {HTMLElement | undefined}
 */
export function findPlace(root, asked) {
  for (const each of root.querySelectorAll("*")) {
    const found = each.shadowRoot ? findPlace(each.shadowRoot, asked) : isNamed(each, asked) && each;
    if (found) return /** @type {HTMLElement} */ (found);
  }
  return undefined;
}

const isNamed = (each, asked) => each.matches(NAMED) && each.textContent.startsWith(asked) && each.checkVisibility();

/** @param {HTMLElement} place */
function show(place) {
  const fold = place.closest("details");
  if (fold) fold.open = true;
  place.style.scrollMarginTop = `${HEAD}px`;
  place.scrollIntoView({ block: "start", behavior: "instant" });
}
