// A link to a place on a page: `at` in the address is in a heading there, in the line of a fold, or in bold.

const NAMED = "h2, h3, h4, summary, b";
const OFTEN = 200; // milliseconds; pictures arrive one by one, and what is above the place can still grow
const STILL = 10; // times that the place was where it should be
const HEAD = "6rem"; // what the page's head covers, and some air
const LEAVING = ["wheel", "touchstart", "pointerdown", "keydown"];

export function goToPlace() {
  const asked = new URL(window.location.href).searchParams.get("at");
  if (asked) bringTo(() => findPlace(document.querySelector(".stMain"), asked));
}

// Scroll to a place once it is there, until the visitor scrolls or types.
/** @param {() => HTMLElement | undefined} find */
export function bringTo(find) {
  let still = 0;
  const look = () => {
    const place = find();
    const before = place?.getBoundingClientRect().top;
    place?.style.setProperty("scroll-margin-top", HEAD);
    place?.scrollIntoView({ block: "start", behavior: "instant" });
    still = place && Math.abs(before - place.getBoundingClientRect().top) < 2 ? still + 1 : 0;
    if (still === STILL) leave();
  };
  const timer = setInterval(look, OFTEN);
  const leave = () => clearInterval(timer);
  setTimeout(leave, 60_000);
  for (const act of LEAVING) window.addEventListener(act, leave, { passive: true, once: true });
}

// The first visible one, in any component; a fold opens.
/** @returns {HTMLElement | undefined} */
function findPlace(root, asked) {
  for (const each of root.querySelectorAll("*")) {
    const inside = each.shadowRoot && findPlace(each.shadowRoot, asked);
    if (inside) return inside;
    if (!each.matches(NAMED) || !each.textContent.includes(asked) || !each.checkVisibility()) continue;
    if (each.matches("summary")) /** @type {HTMLDetailsElement} */ (each.parentElement).open = true;
    return /** @type {HTMLElement} */ (each);
  }
  return undefined;
}
