// One history entry per page, with the full address at which the visitor left it.
//
// A page change reaches the history in several parts: Streamlit removes from the address what belongs to the old page,
// goes to the new page, and there updates what that page keeps differently. Each would be an entry, so that
// Back would lead to pages that have lost their settings: measured without this module, two page changes and a few
// settings make eight entries instead of two. Here, a setting makes no entry, and the old page first gets its address
// back.

import { tellAddressChange, wholeLink } from "../widgets/address.js";

const STEPS = ["roads", "screen", "at"]; // in the address: what Back steps through within a page
const TOGETHER = 2000; // milliseconds within which the parts of a page change follow one another

/**
 * @param {History} history  the browser's own
 * @param {() => string} address  where it is
 * @param {() => number} now  in milliseconds
 */
export function keepOneEntryPerPage(history, address, now = () => performance.now()) {
  if (Object.hasOwn(history, "pushState")) return; // done already
  const push = orGoOn(history.pushState.bind(history));
  const replace = orGoOn(history.replaceState.bind(history));
  /** @type {{ page: string, at: number } | null} */
  let left = null; // the address before Streamlit removed something from it, and when

  history.pushState = (state, unused, url) => {
    const before = address();
    const after = new URL(String(url ?? ""), before).href;
    if (isSamePage(before, after) && !isStep(before, after)) {
      replace(state, unused, url);
      if (onlyLeavesOut(before, after)) left = { page: before, at: now() };
    } else {
      if (left && isSamePage(left.page, before) && !isSamePage(before, after) && now() - left.at < TOGETHER)
        replace(history.state, unused, left.page);
      push(state, unused, url);
      left = null;
    }
    tellAddressChange();
  };
  history.replaceState = (state, unused, url) => {
    replace(state, unused, url);
    tellAddressChange();
  };
}

// Browsers reject an address in a frame without one, or one that follows many: that must not stop the page.
function orGoOn(write) {
  return (state, unused, url) => {
    try {
      write(state, unused, url && wholeLink(url));
    } catch {
      // The address stays as it was.
    }
  };
}

function isSamePage(one, other) {
  return new URL(one).pathname === new URL(other).pathname;
}

function isStep(before, after) {
  const [from, to] = [before, after].map((each) => new URL(each).searchParams);
  return STEPS.some((name) => to.has(name) && to.get(name) !== from.get(name));
}

// Check whether `after` contains nothing that `before` lacks.
function onlyLeavesOut(before, after) {
  const said = new URL(before).searchParams;
  return [...new URL(after).searchParams].every(([name, value]) => said.get(name) === value);
}
