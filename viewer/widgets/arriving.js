// A link to a place on a page: `at` in the address is in a heading there, in the line of a fold, or in bold.

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
    place?.style.setProperty("scroll-margin-top", "6rem"); // what the page's head covers
    place?.scrollIntoView({ block: "start", behavior: "instant" });
    still = place && Math.abs(before - place.getBoundingClientRect().top) < 2 ? still + 1 : 0;
    if (still === 10) leave(); // for two seconds
  };
  const timer = setInterval(look, 200); // pictures come one by one, and what is above the place can grow
  const leave = () => clearInterval(timer);
  setTimeout(leave, 60_000);
  for (const act of ["wheel", "touchstart", "pointerdown", "keydown"])
    window.addEventListener(act, leave, { passive: true, once: true });
}

// The first visible one, in any component; a fold opens.
/** @returns {HTMLElement | undefined} */
function findPlace(root, asked) {
  for (const each of root.querySelectorAll("*")) {
    const inside = each.shadowRoot && findPlace(each.shadowRoot, asked);
    if (inside) return inside;
    if (!each.matches("h2, h3, h4, summary, b") || !each.textContent.includes(asked)) continue;
    if (!each.checkVisibility()) continue;
    if (each.matches("summary")) /** @type {HTMLDetailsElement} */ (each.parentElement).open = true;
    return /** @type {HTMLElement} */ (each);
  }
  return undefined;
}
