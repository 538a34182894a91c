// What stands where something failed to load.

import { element } from "./elements.js";

/** @param {string} failed  a sentence @param {() => void} again */
export function tryAgain(failed, again) {
  const button = element("button", "button", { type: "button", click: again }, "Try again");
  return element("p", "refused", { role: "alert" }, `${failed} Check the network. `, button);
}
