// A field that searches a list as one types.

import { AS_TYPED, element } from "../../widgets/elements.js";
import "./searching.css";

/**
 * @param {string} name
 * @param {string} hint
 * @param {(typed: string) => string} search  shows what matches, and says how much
 */
export function searchField(name, hint, search) {
  const tell = () => {
    count.textContent = search(field.value);
  };
  const attributes = { type: "search", placeholder: hint, "aria-label": name, ...AS_TYPED, input: tell };
  const field = element("input", "search", attributes);
  const count = element("p", "count quiet", { role: "status" });
  tell();
  return element("div", "searching", field, count);
}

// Whether everything typed occurs in the texts.
/** @param {string[]} texts @param {string} typed */
export function isFound(texts, typed) {
  const all = texts.join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => all.includes(part));
}

export const textsOfWord = ({ word, forms, meaning }) => [word, ...forms, meaning];

export const textsOfQuestion = ({ question, forms, answer }) => [question, ...forms, answer];
