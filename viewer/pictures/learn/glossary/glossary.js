// The glossary: a search field, and every term with its meaning, page, source and example. What is typed finds the
// questions that learners ask too.

import { setUrlParam } from "../../../widgets/address.js";
import { bringTo } from "../../../widgets/arriving.js";
import { element, findIn } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { hideOthers, searchField } from "../searching.js";
import "./glossary.css";

export default mountOnData((/** @type {GlossaryView} */ view, { facts }) => {
  const { basic } = facts;
  const rank = ({ slug }) => (basic.includes(slug) ? basic.indexOf(slug) : basic.length);
  const words = facts.words.toSorted((one, other) => rank(one) - rank(other)); // the others stay in their order
  const entries = words.map((word) => buildEntry(view, word));
  const rest = words.slice(basic.length);
  const letters = [...new Set(rest.map(({ word }) => word[0].toUpperCase()))].map((letter) => {
    const at = rest.findIndex(({ word }) => word[0].toUpperCase() === letter);
    const click = () => entries[basic.length + at].scrollIntoView();
    return element("button", "letter", { type: "button", click }, letter);
  });
  const jumps = element(
    "nav",
    "letters flow",
    { "aria-label": "To a letter" },
    `${basic.length} to begin with, then from A to Z:`,
    ...letters,
  );
  const rows = facts.questions.map(({ slug, question }) =>
    element("p", "", element("a", "", { href: `questions?question=${slug}`, target: "_blank" }, question)),
  );
  const beside = element("section", "asked", element("h3", "", "Questions that learners ask"), ...rows);
  const search = (typed) => {
    const terms = hideOthers(entries, words, typed).length;
    jumps.hidden = typed !== "";
    beside.hidden = !hideOthers(rows, typed ? facts.questions : [], typed).length;
    return `${terms} of ${entries.length} terms`;
  };
  view.root.replaceChildren(
    searchField("Search the glossary", "Search: logit, mask, beam …", search),
    beside,
    jumps,
    element("dl", "entries", ...entries),
  );
  const named = new URL(window.location.href).searchParams.get("word");
  if (named) point(view, named, true);
});

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
      element(
        "p",
        "further quiet",
        "See it: ",
        element("a", "", { href: word.page, target: "_blank" }, word.title),
        ` · ${word.source}`,
      ),
    ),
    element("dd", "example serif", word.example),
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
  bringTo(() => here);
  findIn(here, "a").focus({ preventScroll: true });
}
