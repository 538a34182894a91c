// The glossary: a field that searches, and every word with its meaning, its equation, its page and its source.

import { keepPlace } from "../../widgets/address.js";
import { element } from "../../widgets/elements.js";
import { mounted } from "../../widgets/mount.js";
import { EQUATIONS } from "./equations.js";
import "./glossary.css";

export default mounted((/** @type {GlossaryView} */ view, { facts }) => {
  const field = element("input", "search");
  field.type = "search";
  field.placeholder = "Search: logit, mask, beam …";
  field.setAttribute("aria-label", "Search the glossary");
  const count = element("p", "count");
  count.setAttribute("role", "status");
  const list = element("dl", "entries");
  const entries = facts.words.map((word) => ({ word, element: entryOf(view, word) }));
  list.append(...entries.map((entry) => entry.element));
  const bar = element("div", "searching");
  bar.append(field, count);
  const search = () => {
    const found = entries.filter((entry) => isFound(entry.word, field.value));
    for (const entry of entries) entry.element.hidden = !found.includes(entry);
    count.textContent = found.length ? `${found.length} of ${entries.length} words` : "No word matches.";
  };
  field.addEventListener("input", search);
  view.root.replaceChildren(bar, list);
  search();
  const asked = new URL(window.location.href).searchParams.get("word");
  if (asked) point(view, asked, true);
});

// Whether every word that was typed stands in the word, in its other forms, or in its meaning.
export function isFound({ word, forms, meaning }, typed) {
  const all = [word, ...forms, meaning].join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => all.includes(part));
}

/** @param {GlossaryView} view */
function entryOf(view, word) {
  const entry = element("div", "entry");
  entry.id = word.slug;
  const name = element("dt");
  const anchor = element("a", "", word.word);
  anchor.href = `?word=${word.slug}`;
  anchor.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    point(view, word.slug, false);
  });
  name.append(anchor);
  const said = element("dd");
  said.append(element("p", "", word.meaning));
  if (EQUATIONS[word.slug]) said.append(EQUATIONS[word.slug]());
  const further = element("p", "further");
  const page = element("a", "", word.title);
  page.href = word.page;
  page.target = "_blank";
  further.append("See it: ", page, ` · ${word.source}`);
  said.append(further);
  entry.append(name, said);
  return entry;
}

// The word that the address names: marked, and brought to the screen where a link led to it.
/** @param {GlossaryView} view */
function point(view, slug, arriving) {
  for (const entry of view.root.querySelectorAll(".entry")) entry.classList.toggle("here", entry.id === slug);
  const here = /** @type {HTMLElement | null} */ (view.root.querySelector(".entry.here"));
  if (!here) return;
  keepPlace("word", slug);
  if (!arriving) return;
  requestAnimationFrame(() => here.scrollIntoView({ block: "center" }));
  here.querySelector("a").focus({ preventScroll: true });
}
