// What a tab keeps beyond a reload, until it is closed, and what the browser keeps beyond that: the one place that
// touches the browser's storage. Where that is closed to the page or full, as in the frame of another site, a text is
// kept until the page is left.

// All components of a page share it.
if (!Object.hasOwn(globalThis, "glassformerKept")) globalThis.glassformerKept = new Map();
const withoutStorage = globalThis.glassformerKept;

/** @returns {string} the text stored under a name; "" if there is none */
export function storedText(name) {
  if (withoutStorage.has(name)) return withoutStorage.get(name);
  try {
    return window.sessionStorage.getItem(`glassformer.${name}`) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text */
export function storeText(name, text) {
  try {
    window.sessionStorage.setItem(`glassformer.${name}`, text);
    withoutStorage.delete(name);
  } catch {
    withoutStorage.set(name, text);
  }
}

// What this browser keeps for its next visit as well.
/** @returns {string} "" where nothing is */
export function lastingText(name) {
  try {
    return window.localStorage.getItem(`glassformer.${name}`) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text */
export function storeLasting(name, text) {
  try {
    window.localStorage.setItem(`glassformer.${name}`, text);
  } catch {
    // The next visit begins as the first.
  }
}

// What was kept as JSON; `fallback` where nothing is, or somebody else wrote into it.
export function storedJson(name, fallback) {
  try {
    return JSON.parse(storedText(name)) ?? fallback;
  } catch {
    return fallback;
  }
}

// The browser's cache of responses; null if it has none for this page.
/** @param {string} name */
export async function openStore(name) {
  try {
    return await globalThis.caches.open(name);
  } catch {
    return null;
  }
}

// Forget all that was kept, as whoever kept it has gone.
export function forgetStored() {
  withoutStorage.clear();
  for (const storage of ["sessionStorage", "localStorage"]) {
    try {
      const names = Object.keys(window[storage]).filter((name) => name.startsWith("glassformer."));
      for (const name of names) window[storage].removeItem(name);
    } catch {
      // It is closed to the page, which has kept nothing in it.
    }
  }
}
