// The changes in force, each with a cross that takes it back, and all that can be changed, in groups.

import { element } from "../../widgets/elements.js";

/** @param {LaboratoryView} view */
export function changesBox(view) {
  const { changes } = view.facts;
  const box = element("section", "changes");
  const row = element("div", "row", element("b", "", changes.length ? "Changed:" : "Nothing is changed."));
  for (const { words, edit } of changes) {
    const chip = element("button", "change", words);
    chip.type = "button";
    chip.append(element("span", "cross", "×"));
    chip.setAttribute("aria-label", `Take back: ${words}`);
    chip.addEventListener("click", () => view.toggle(edit));
    row.append(chip);
  }
  if (changes.length > 1) {
    row.append(element("button", "copy", { click: () => view.trigger("edit", "") }, "Take all back"));
  }
  box.append(row);
  if (changes.length) box.append(expectations(changes));
  return box;
}

// Hidden until asked for: first one's own guess, then what is to be expected.
function expectations(changes) {
  const fold = element("details", "expectations");
  fold.append(element("summary", "", "What do you expect? Think first, then open."));
  const told = changes.map(({ expectation }) => expectation);
  for (const each of new Set(told)) fold.append(element("p", "", each));
  return fold;
}

/**
 * @param {LaboratoryView} view
 * @param {boolean} [open]
 */
export function offersBox(view, open = true) {
  const fold = element("details", "offers", { open }, element("summary", "", "Change something"));
  const groups = element("div", "groups");
  for (const { title, offers } of view.facts.groups) {
    const group = element("fieldset", "", element("legend", "", title), ...offers.map((offer) => offerOf(view, offer)));
    groups.append(group);
  }
  groups.children[2].append(memoryOf(view));
  fold.append(groups);
  return fold;
}

// One thing that can be changed: a button where there is one way, else a menu of the ways.
/** @param {LaboratoryView} view */
function offerOf(view, { title, choices }) {
  const row = element("label", "offer", element("span", "", title));
  const inForce = new Set(view.facts.changes.map(({ edit }) => edit));
  if (choices.length === 1) {
    const [{ words, edit }] = choices;
    const button = element(
      "button",
      "copy",
      { "aria-pressed": String(inForce.has(edit)), "aria-label": `${title}: ${words}`, click: () => view.toggle(edit) },
      words,
    );
    row.append(button);
    return row;
  }
  const menu = element("select", "", { "aria-label": title });
  // What the menu shows while it is closed: what of it is in force.
  const made = choices.filter(({ edit }) => inForce.has(edit)).map(({ words }) => `✓ ${words}`);
  menu.append(new Option(made.join(", ") || "as it is", ""));
  for (const { words, edit } of choices) menu.append(new Option(inForce.has(edit) ? `✓ ${words}` : words, edit));
  menu.addEventListener("change", () => menu.value && view.toggle(menu.value));
  row.append(menu);
  return row;
}

/** @param {LaboratoryView} view */
function memoryOf(view) {
  const form = element("form", "offer");
  const field = element("input");
  Object.assign(field, { type: "text", maxLength: 200, placeholder: "another English sentence" });
  field.setAttribute("aria-label", "The memory of another sentence");
  form.append(element("span", "", "Memory of"), field, element("button", "copy", { type: "submit" }, "use"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) view.toggle(`memory:${escaped(field.value.trim())}`);
  });
  return form;
}

// As transformer/edits/sources.py escapes a sentence: what divides changes and arguments must not stand in it.
function escaped(text) {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
