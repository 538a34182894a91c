// The pages in menu order, and how to get from one to the next.

import { memory } from "../widgets/memory.js";

// The page before or after this one, in a lesson the address of the part; undefined at either end.
/** @param {number} by */
export function neighbour(by) {
  if (memory.lesson) return (by < 0 ? memory.lesson.before : memory.lesson.after) ?? undefined;
  const { pages = [], page = "" } = memory;
  return pages.includes(page) ? pages[pages.indexOf(page) + by] : undefined;
}

// Go to a page by an existing link, without reloading the app; otherwise by its address, with the current sentence and
// model.
/** @param {string} page */
export function visitPage(page) {
  if (memory.lesson) {
    window.location.assign(page);
    return;
  }
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(".stMain a[href]:not([target=_blank])");
  const link = [...links].find((each) => each.origin === window.location.origin && each.pathname.endsWith(`/${page}`));
  if (link) {
    link.click();
    return;
  }
  const address = new URL(window.location.href);
  address.pathname = address.pathname.replace(/[^/]*$/, page);
  window.location.assign(address);
}
