// A field that searches a list as one types.

import { AS_TYPED, element } from "../../widgets/elements.js";
import "./searching.css";

// `search` shows what matches, and says how much.
/** @param {string} name @param {string} placeholder @param {(typed: string) => string} search */
export function searchField(name, placeholder, search) {
  const input = () => count.replaceChildren(search(field.value));
  const field = element("input", "search", { type: "search", placeholder, "aria-label": name, ...AS_TYPED, input });
  const count = element("p", "count quiet", { role: "status" });
  input();
  return element("div", "searching flow centred", field, count);
}

const ASKING = /^(a|an|and|are|can|do|does|how|i|is|it|of|the|to|what|why|you)$/; // of any question

// Whether everything typed occurs in a word of the glossary or a question, its other forms or what is said of it.
/** @param {Pick<GlossaryWord, "forms"> & Partial<GlossaryWord & AskedQuestion>} entry @param {string} typed */
export function isFound({ word, question, forms, meaning, example, answer }, typed) {
  const all = [word, question, ...forms, meaning, example, answer].join(" ").toLowerCase();
  const parts =
    typed
      .toLowerCase()
      .match(/[^\s?,]+/g)
      ?.filter((part) => !ASKING.test(part)) ?? [];
  return parts.every((part) => all.includes(part));
}

// Hide the rows of what isn't found, and return the others.
export function hideOthers(rows, entries, typed) {
  for (const [at, row] of rows.entries()) row.hidden = !(entries[at] && isFound(entries[at], typed));
  return rows.filter((row) => !row.hidden);
}
