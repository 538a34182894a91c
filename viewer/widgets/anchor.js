// A link scrolls to what it asks for: `at=near` in the address leads to the section of the page in which something of
// the class `near` is.

const AT = "at"; // in the address
const STILL = 20; // frames in which what is asked for stays where it is
const LATE = 15_000; // milliseconds; what comes later is not waited for
const BELOW_MENU = "4.5rem";
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"]; // of a visitor who goes elsewhere

let reached = ""; // the page and the place that were scrolled to

export async function scrollToAsked() {
  const address = new URL(window.location.href);
  const asked = address.searchParams.get(AT);
  const place = `${address.pathname} ${asked}`;
  if (!asked || place === reached) return;
  reached = place;
  const late = performance.now() + LATE;
  let hasMoved = false;
  const leave = () => {
    hasMoved = true;
  };
  for (const kind of MOVES) window.addEventListener(kind, leave, { once: true, passive: true });
  for (let still = 0, before = 0; still < STILL && !hasMoved && performance.now() < late; ) {
    await new Promise(requestAnimationFrame);
    const found = sectionWith(asked);
    if (!found) continue;
    found.style.scrollMarginTop = BELOW_MENU;
    found.scrollIntoView({ block: "start", behavior: "instant" });
    const top = Math.round(found.getBoundingClientRect().top);
    still = top === before ? still + 1 : 0;
    before = top;
  }
}

/** @param {string} name  of a class */
function sectionWith(name) {
  const main = document.querySelector(".stMain");
  const found = main && first(main, `.${CSS.escape(name)}`);
  return /** @type {HTMLElement | undefined} */ (found?.closest("section:not(.stMain)") ?? found);
}

/**
 * @param {Element | ShadowRoot} root
 * @param {string} selector
 * @returns {Element | undefined}
 */
function first(root, selector) {
  const here = [...root.querySelectorAll(selector)].find((each) => each.checkVisibility());
  if (here) return here;
  for (const each of root.querySelectorAll("*")) {
    const inside = each.shadowRoot && first(each.shadowRoot, selector);
    if (inside) return inside;
  }
  return undefined;
}
