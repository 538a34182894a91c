// The glossary: a search field, and every term with its meaning, equation, page and source.

import { setUrlParam } from "../../../widgets/address.js";
import { AS_TYPED, element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { EQUATIONS } from "./equations.js";
import "./glossary.css";

export default mountOnData((/** @type {GlossaryView} */ view, { facts }) => {
  const entries = facts.words.map((word) => ({ word, element: buildEntry(view, word) }));
  const attributes = {
    type: "search",
    placeholder: "Search: logit, mask, beam …",
    "aria-label": "Search the glossary",
    ...AS_TYPED,
  };
  const field = element("input", "search", { ...attributes, input: () => search() });
  const count = element("p", "count quiet", { role: "status" });
  const search = () => {
    const found = entries.filter((entry) => isFound(entry.word, field.value));
    for (const entry of entries) entry.element.hidden = !found.includes(entry);
    count.textContent = found.length ? `${found.length} of ${entries.length} terms` : "No term matches.";
  };
  view.root.replaceChildren(
    element("div", "searching", field, count),
    element("dl", "entries", ...entries.map((entry) => entry.element)),
  );
  search();
  const asked = new URL(window.location.href).searchParams.get("word");
  if (asked) point(view, asked, true);
});

// Whether everything typed occurs in the term, its other forms or its meaning.
export function isFound({ word, forms, meaning }, typed) {
  const all = [word, ...forms, meaning].join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => all.includes(part));
}

/** @param {GlossaryView} view */
function buildEntry(view, word) {
  const click = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    point(view, word.slug, false);
  };
  return element(
    "div",
    "entry",
    { id: word.slug },
    element("dt", "", element("a", "", { href: `?word=${word.slug}`, click }, word.word)),
    element(
      "dd",
      "",
      element("p", "", word.meaning),
      EQUATIONS[word.slug]?.(),
      element(
        "p",
        "further quiet",
        "See it: ",
        element("a", "", { href: word.page, target: "_blank" }, word.title),
        ` · ${word.source}`,
      ),
    ),
  );
}

// The term that the address names: marked, and scrolled to if a link opened it.
/** @param {GlossaryView} view */
function point(view, slug, arriving) {
  for (const entry of view.root.querySelectorAll(".entry")) entry.classList.toggle("here", entry.id === slug);
  const here = /** @type {HTMLElement | null} */ (view.root.querySelector(".entry.here"));
  if (!here) return;
  setUrlParam("word", slug);
  if (!arriving) return;
  requestAnimationFrame(() => here.scrollIntoView({ block: "center" }));
  here.querySelector("a").focus({ preventScroll: true });
}
