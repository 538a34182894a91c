// What a tab keeps across reloads, until it is closed: the only code that touches the browser's storage. If that is
// unavailable or full, as in another site's frame, a text is kept until the visitor leaves the page.

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

// What was stored as JSON; `fallback` if there is nothing, or something else wrote to it.
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
