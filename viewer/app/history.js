// One entry a page in the browser's history, with the whole address that the page was left at.
//
// A change of page reaches the history in several parts: Streamlit takes out of the address what belongs to the page
// that is left, goes to the other page, and changes there what that one does not know or knows better. Each would be an
// entry of its own, so that Back leads to pages that have lost their settings: measured without this module, two
// changes of page and a few settings make eight entries instead of two. Here a setting is no entry, and a page that is
// left gets its address back first.

import { tellAddressChange } from "../widgets/address.js";

const STEPS = ["roads", "screen"]; // in the address, what Back goes through within a page
const TOGETHER = 2000; // milliseconds within which the parts of one change of page follow one another

/**
 * @param {History} history  the browser's own
 * @param {() => string} address  where it stands
 * @param {() => number} now  in milliseconds
 */
export function keepOneEntryPerPage(history, address, now = () => performance.now()) {
  if (Object.hasOwn(history, "pushState")) return; // done already
  const push = orGoOn(history.pushState.bind(history));
  const replace = orGoOn(history.replaceState.bind(history));
  let left = null; // the address before Streamlit took something out of it, and when

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

// Browsers refuse an address in a frame without one, or one that follows many: that must not stop the page.
function orGoOn(write) {
  return (...entry) => {
    try {
      write(...entry);
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

// Whether `after` says nothing that `before` does not say.
export function onlyLeavesOut(before, after) {
  const said = new URL(before).searchParams;
  return [...new URL(after).searchParams].every(([name, value]) => said.get(name) === value);
}
