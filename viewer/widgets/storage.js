// What a tab keeps beyond a reload, until it is closed, and what the browser keeps beyond that: the one place that
// touches the browser's storage. Where that is closed to the page or full, as in the frame of another site, a text is
// kept until the page is left. Other apps and sites under the same origin, each in a folder of its own, have their own.

// All components of a page share it.
if (!Object.hasOwn(globalThis, "glassformerKept")) globalThis.glassformerKept = new Map();
const withoutStorage = globalThis.glassformerKept;

// The folder that the app or the site is in; "" at the top. A page of the site says where that is from it.
export function home() {
  const { documentElement, baseURI } = document;
  return new URL(documentElement.dataset.root || ".", baseURI).pathname.slice(0, -1);
}

const own = (/** @type {string} */ name) => `glassformer${home()}.${name}`;

/** @returns {string} the text stored under a name; "" if there is none */
export function storedText(name) {
  if (withoutStorage.has(name)) return withoutStorage.get(name);
  try {
    return window.sessionStorage.getItem(own(name)) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text */
export function storeText(name, text) {
  try {
    window.sessionStorage.setItem(own(name), text);
    withoutStorage.delete(name);
  } catch {
    withoutStorage.set(name, text);
  }
}

// What this browser keeps for its next visit as well.
/** @returns {string} "" where nothing is */
export function lastingText(name) {
  try {
    return window.localStorage.getItem(own(name)) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text */
export function storeLasting(name, text) {
  try {
    window.localStorage.setItem(own(name), text);
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

// The browser's cache of responses, which everything under this origin shares; null if it has none for this page.
/** @param {string} name */
export async function openStore(name) {
  try {
    return await globalThis.caches.open(name);
  } catch {
    return null;
  }
}
