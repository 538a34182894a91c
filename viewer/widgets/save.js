// A file made in the browser, saved to the visitor's downloads.

import { element } from "./elements.js";

const REFUSED = "This browser can’t save files from this page. Try another browser.";

// Saves what `make` makes, and returns whether that went well; where the browser refuses, a sentence after `place` says
// what to do.
/**
 * @param {Element} place
 * @param {string} name
 * @param {() => Blob | Promise<Blob>} make
 */
export async function save(place, name, make, refused = REFUSED) {
  if (place.nextElementSibling?.matches(".refused")) place.nextElementSibling.remove();
  try {
    download(await make(), name);
    return true;
  } catch (error) {
    console.debug(error);
    place.after(element("p", "refused", { role: "alert" }, refused));
    return false;
  }
}

function download(file, name) {
  const link = element("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
