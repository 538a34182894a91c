// A file made in the browser, saved to the visitor's downloads.

import { element } from "./elements.js";

export function save(file, name) {
  const link = element("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
