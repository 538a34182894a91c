// A link to a place on a page: `at` in the address is in a heading there, in the line of a fold, in bold or in a row.

const PLACES = "h2, h3, h4, summary, b, strong, tr";
const ACTS = ["wheel", "touchstart", "pointerdown", "keydown", "popstate"]; // of a visitor who goes on from there
const OUTLINE = "2px solid color-mix(in srgb, currentColor 55%, transparent)";

export function goToPlace() {
  const asked = new URL(window.location.href).searchParams.get("at");
  if (asked) bringTo(() => findPlace(document.querySelector(".stMain"), asked));
}

// Scroll to a place and mark it for a moment: when it comes, and whenever the page has grown, until the visitor acts.
/** @param {() => HTMLElement | undefined} find */
export function bringTo(find) {
  let [place, mark, before] = /** @type {[HTMLElement?, Animation?, string?]} */ ([]);
  const look = () => {
    if (!place?.isConnected || !place.checkVisibility()) place = find();
    if (!place) return;
    const page = document.querySelector(".stMain") ?? document.body; // in the app it scrolls, on the site the window does
    const down = place.getBoundingClientRect().top + page.scrollTop + window.scrollY;
    const lies = `${Math.round(down)} of ${page.scrollHeight}`;
    if (lies === before) return;
    before = lies;
    place.style.setProperty("scroll-margin-top", "6rem"); // what the page's head covers
    place.scrollIntoView({ block: "start", behavior: "instant" });
    mark?.cancel();
    mark = place.animate({ outline: [OUTLINE, OUTLINE, "2px solid transparent"], outlineOffset: ["2px", "2px"] }, 6000);
  };
  const timer = setInterval(look, 200);
  for (const act of ACTS) window.addEventListener(act, () => clearInterval(timer), { passive: true, once: true });
}

// The first visible one, in any component; a fold opens.
/** @returns {HTMLElement | undefined} */
function findPlace(root, asked) {
  for (const each of root.querySelectorAll("*")) {
    const inside = each.shadowRoot && findPlace(each.shadowRoot, asked);
    if (inside) return inside;
    if (!each.matches(PLACES) || !each.textContent.includes(asked)) continue;
    if (!each.checkVisibility()) continue;
    if (each.matches("summary")) /** @type {HTMLDetailsElement} */ (each.parentElement).open = true;
    return /** @type {HTMLElement} */ (each);
  }
  return undefined;
}
