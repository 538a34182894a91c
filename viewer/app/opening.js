// The page is seen as soon as everything is where it will stay: when its style sheet, its fonts, its scripts and a
// model's own numbers are here. Until then assets/styles/page.css keeps it out of sight, for five seconds at most.
// Measured without this module, the Laboratory's layout shift is 0.18, where 0.1 is still good.

import { memory } from "../widgets/focus.js";

const OPEN = "sheet-open"; // the class of the page's root element
const STILL = 3; // frames in which nothing grew or shrank
const SOON = 2000; // milliseconds; later the page says what it waits for

export async function openSheet() {
  const page = document.documentElement;
  if (page.classList.contains(OPEN)) return;
  while (!isStyled()) await nextFrame();
  await laidOutAnew();
  await document.fonts.ready;
  await stillness();
  page.classList.add(OPEN);
}

// Whether the style sheet is here; it comes by itself, before or after this module.
function isStyled() {
  return getComputedStyle(document.documentElement).getPropertyValue("--sheet-style") !== "";
}

// The browser forgets where texts stood without the style sheet: it would count them as moved, seen or not.
async function laidOutAnew() {
  await nextFrame(); // what is set between two frames no frame would show
  sheet().style.display = "none";
  await nextFrame();
  sheet().style.display = "";
  await nextFrame();
}

async function stillness() {
  const late = performance.now() + SOON;
  for (let still = 0, before = 0; still < STILL; still += 1) {
    await nextFrame();
    const height = sheet().scrollHeight;
    const isComing = memory.fetching?.size && performance.now() < late;
    if (height !== before || isComing) still = 0;
    before = height;
  }
}

/** @returns {HTMLElement} */
function sheet() {
  return document.querySelector(".st-key-page_sheet");
}

function nextFrame() {
  return new Promise(requestAnimationFrame);
}
