// What a visitor chose in the browser, stored in the address: a reload, a copied link and Back restore it. A page
// change removes it, so this tab remembers it too, and puts it back.
//
//   setUrlParam("seen", "0.3.cross");
//   textFromUrl("seen");  // what stands in the address, or stood there when this tab last left the page; or ""

import { readStoredText, storeText } from "../transport/storage.js";

const ADDRESS_CHANGED = "glassformer:address"; // sent to the window whenever the address has changed

export function textFromUrl(/** @type {string} */ name) {
  const written = new URL(window.location.href).searchParams.get(name);
  if (written !== null) return written;
  const remembered = readStoredText(name);
  if (remembered) setUrlParam(name, remembered);
  return remembered;
}

// An empty place counts as none: the picture uses its default.
export function setUrlParam(/** @type {string} */ name, /** @type {string} */ place) {
  storeText(name, place);
  const address = new URL(window.location.href);
  if ((address.searchParams.get(name) ?? "") === place) return;
  if (place) address.searchParams.set(name, place);
  else address.searchParams.delete(name);
  writeAddress(address);
}

// A link with a letter at its end: chats and mail leave out a sign there, and so the full stop of a sentence.
/** @param {URL | string} address */
export function wholeLink(address) {
  const coded = (/** @type {string} */ sign) => `%${(sign === "+" ? 32 : sign.charCodeAt(0)).toString(16)}`;
  return String(address).replace(/[^a-z0-9/=&#?]$/i, (sign) => coded(sign).toUpperCase());
}

// Replace the page's address. A browser may refuse, as in a frame without an address, or after many changes in a row:
// then the page keeps its address.
/** @param {URL} address */
export function writeAddress(address) {
  try {
    window.history.replaceState(window.history.state, "", wholeLink(address));
  } catch {
    // Nothing on the page depends on it.
  }
}

// A number in the address, clipped to its range; `fallback` if there is none.
/**
 * @param {string} name
 * @param {{ least: number, most: number, fallback: number }} range
 */
export function numberFromUrl(name, { least, most, fallback }) {
  const written = textFromUrl(name);
  const found = written === "" ? Number.NaN : Number(written);
  return Number.isFinite(found) ? Math.min(Math.max(found, least), most) : fallback;
}

// One of some names in the address; by default, the first.
/**
 * @template {string} Name
 * @param {string} name
 * @param {readonly Name[]} possible
 * @returns {Name}
 */
export function choiceFromUrl(name, possible) {
  const written = textFromUrl(name);
  return possible.find((each) => each === written) ?? possible[0];
}

/**
 * @param {() => void} listener  called after every change of the address
 * @returns {() => void} stops it
 */
export function onAddressChange(listener) {
  window.addEventListener(ADDRESS_CHANGED, listener);
  return () => window.removeEventListener(ADDRESS_CHANGED, listener);
}

export const tellAddressChange = () => window.dispatchEvent(new Event(ADDRESS_CHANGED));

const ANSWERED = 2000; // milliseconds within which the server has answered

// Remembers what the server was sent, which it writes into the address as it answers. Sent two values in quick
// succession, the server answers the first after the second was chosen; that is not a new choice.
/** @param {() => number} now  in milliseconds */
export function trackSent(now = () => performance.now()) {
  let told = /** @type {{ value: unknown, at: number }[]} */ ([]);
  return {
    add(/** @type {unknown} */ value) {
      told = [...told.filter(({ at }) => now() - at < ANSWERED), { value, at: now() }];
    },
    isOvertaken(/** @type {unknown} */ value) {
      const earlier = told.slice(0, -1).filter(({ at }) => now() - at < ANSWERED);
      return value !== told.at(-1)?.value && earlier.some((each) => each.value === value);
    },
  };
}
