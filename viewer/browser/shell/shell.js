// What belongs to every page and draws nothing.

import { keepOneEntryPerPage } from "./history.js";

export default function begin() {
  keepOneEntryPerPage(globalThis.history, () => globalThis.location.href);
}
