// What a tab keeps beyond a reload, until it is closed, and what the browser keeps beyond that: the one place that
// touches the browser's storage. Where that is closed to the page or full, as in the frame of another site, a text is
// kept until the page is left. Other apps and sites under the same origin, each in a folder of its own, have their own.

// All components of a page share it.
if (!Object.hasOwn(globalThis, "glassformerKept")) globalThis.glassformerKept = new Map();
const withoutStorage = globalThis.glassformerKept;
const LASTING = "lasting "; // before the names of what would be kept longer

// The folder that the app or the site is in; "" at the top. A page of the site says where that is from it.
export function home() {
  const { documentElement, baseURI } = document;
  return new URL(documentElement.dataset.root || ".", baseURI).pathname.slice(0, -1);
}

const own = (/** @type {string} */ name) => `glassformer${home()}.${name}`;

/** @param {string} name @returns {string} the text stored under a name; "" if there is none */
export const readStoredText = (name) => read("sessionStorage", name);

/** @param {string} name @param {string} text */
export const storeText = (name, text) => write("sessionStorage", name, text);

// What this browser keeps for its next visit as well.
/** @param {string} name @returns {string} "" where nothing is */
export const lastingText = (name) => read("localStorage", name, LASTING);

/** @param {string} name @param {string} text */
export const storeLasting = (name, text) => write("localStorage", name, text, LASTING);

/** @param {"sessionStorage" | "localStorage"} storage @param {string} name */
function read(storage, name, mark = "") {
  const kept = withoutStorage.get(mark + name);
  if (kept !== undefined) return kept;
  try {
    return window[storage].getItem(own(name)) ?? "";
  } catch {
    return "";
  }
}

/** @param {"sessionStorage" | "localStorage"} storage @param {string} name @param {string} text */
function write(storage, name, text, mark = "") {
  try {
    window[storage].setItem(own(name), text);
    withoutStorage.delete(mark + name);
  } catch {
    withoutStorage.set(mark + name, text);
  }
}

// What was kept as JSON; `fallback` where nothing is, or somebody else wrote into it.
/** @param {string} name @param {any} fallback @returns {any} */
export function readStoredJson(name, fallback) {
  try {
    return JSON.parse(readStoredText(name)) ?? fallback;
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

// Forget all that was kept, as whoever kept it has gone.
export function forgetStored() {
  withoutStorage.clear();
  for (const storage of /** @type {const} */ (["sessionStorage", "localStorage"])) {
    try {
      const names = Object.keys(window[storage]).filter((name) => name.startsWith(own("")));
      for (const name of names) window[storage].removeItem(name);
    } catch {
      // It is closed to the page, which has kept nothing in it.
    }
  }
}
