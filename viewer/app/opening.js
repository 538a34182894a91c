// The page appears once everything is in its place: when its style sheet, fonts, scripts and the model's own numbers
// are here. Until then assets/styles/page.css hides it, for five seconds at most. Measured without this module, the
// Laboratory's layout shift is 0.18; up to 0.1 is good.

import { findIn } from "../widgets/elements.js";
import { memory } from "../widgets/memory.js";

const OPEN = "sheet-open"; // the class of the page's root element
const STILL = 3; // frames in which nothing grew or shrank
const SOON = 2000; // milliseconds, after which the page says what it waits for

export async function openSheet() {
  const page = document.documentElement;
  if (page.classList.contains(OPEN)) return;
  while (!isStyled()) await nextFrame();
  const sheet = findIn(document, ".st-key-page_sheet");
  await stillness(sheet);
  document.dispatchEvent(new Event("opening")); // for what is placed by where something else is
  page.classList.add(OPEN);
}

// Whether the style sheet is here; it can arrive before or after this module.
function isStyled() {
  return getComputedStyle(document.documentElement).getPropertyValue("--sheet-style") !== "";
}

async function stillness(sheet) {
  const late = performance.now() + SOON;
  for (let still = 0, before = 0; still < STILL; still += 1) {
    await nextFrame();
    const height = sheet.scrollHeight;
    if (height !== before || (isComing(sheet) && performance.now() < late)) still = 0;
    before = height;
  }
}

// Whether some of the page's parts, or what they need, are on their way.
function isComing(sheet) {
  const isWaiting = memory.fetching?.size || document.fonts.status === "loading";
  return isWaiting || sheet.querySelector("h1") === null || sheet.querySelector('[data-testid="stSkeleton"]') !== null;
}

function nextFrame() {
  return new Promise(requestAnimationFrame);
}
