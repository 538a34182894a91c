// A link to another page about the same sentence.

import { wholeLink } from "./address.js";
import { element } from "./elements.js";

export function pageLink(slug, title, query = {}) {
  const address = new URL(window.location.href);
  address.pathname = address.pathname.replace(/[^/]*$/, slug);
  address.searchParams.delete("at");
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return element("a", "", { href: wholeLink(address), target: "_self" }, title);
}
