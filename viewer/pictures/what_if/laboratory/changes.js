// The active changes, each with a cross that removes it, and everything on offer, in groups.

import { choice } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";

// At Look: one of a few changes at a time, and what it does in a sentence.
/** @param {LaboratoryView} view */
export function firstChanges(view) {
  const { first, changes, before, after, reordered } = view.facts;
  const now = changes.map(({ edit }) => edit).join(",");
  const options = first.map(({ words, edit }) => [words, edit]);
  if (!options.some(([, edit]) => edit === now)) options.push(["Make your own changes", now]);
  const row = choice("", options, now, (edit) => view.trigger("edit", edit));
  row.firstElementChild?.setAttribute("aria-label", "What to change");
  const [[made]] = options.filter(([, edit]) => edit === now);
  const same = [...before, ...after].every(({ same }) => same);
  const written = after
    .map(({ text }) => text)
    .join("")
    .trim();
  const becomes = `the translation ${same ? "stays the same" : "changes"}.`;
  const both = !same && reordered?.after === written && `both sentences become “${written}”`;
  const told = now ? `${made}, and ${both || becomes}` : "Nothing is changed.";
  const headline = element("p", "look-headline", { role: "status" }, told);
  const why = changes.map(({ expectation }) => element("p", "look-words", expectation));
  return element("section", "first-changes stack", { "data-at": "look" }, row, headline, ...why);
}

/** @param {LaboratoryView} view */
export function changesBox(view) {
  const { changes } = view.facts;
  const chips = changes.map(({ words, edit }) =>
    element(
      "button",
      "button change",
      { "aria-label": `Take back: ${words}`, click: () => view.toggle(edit) },
      words,
      element("span", "cross", "×"),
    ),
  );
  const undo = { click: () => view.trigger("edit", "") };
  const row = element(
    "div",
    "row",
    element("b", "", changes.length ? "Changed:" : "Nothing is changed."),
    ...chips,
    changes.length > 1 && element("button", "copy", undo, "Take all back"),
  );
  return element("section", "changes", { "data-from": "understand" }, row, changes.length > 0 && expectations(changes));
}

// Hidden until opened: guess first.
function expectations(changes) {
  const texts = new Set(changes.map(({ expectation }) => expectation));
  const summary = element("summary", "", "What do you expect? Think first, then open.");
  return element("details", "expectations", summary, ...[...texts].map((text) => element("p", "", text)));
}

/** @param {LaboratoryView} view @param {boolean} [open] */
export function offersBox(view, open = true) {
  const groups = view.facts.groups.map(({ title, offers }) =>
    element("fieldset", "", element("legend", "quiet", title), ...offers.map((offer) => buildOffer(view, offer))),
  );
  const summary = element("summary", "", "Change something");
  return element("details", "offers", { open }, summary, element("div", "groups", ...groups));
}

// One thing to change: a menu of the ways.
/** @param {LaboratoryView} view */
function buildOffer(view, { title, choices }) {
  const isMade = (edit) => view.facts.changes.some((each) => each.edit === edit);
  const written = ({ words, edit }) => (isMade(edit) ? `✓ ${words}` : words);
  // When closed, the menu shows which of its changes are active.
  const made = choices.filter(({ edit }) => isMade(edit)).map(written);
  const menu = element(
    "select",
    "",
    { "aria-label": title, change: () => menu.value && view.toggle(menu.value) },
    element("option", "", { value: "" }, made.join(", ") || "unchanged"),
    ...choices.map((each) => element("option", "", { value: each.edit }, written(each))),
  );
  return element("label", "offer aligned", element("span", "", title), menu);
}
