// Words of the glossary in a component's texts: the first occurrence of each becomes a link. `linked` of
// viewer/widgets/glossary.py does the same for Python's texts; app/explain.js shows the meaning of the hovered word,
// and of the letters for sizes, which are marked here too.

import { element } from "./elements.js";
import { splitAtLetters } from "./letters.js";
import { memory } from "./memory.js";
import "./words.css";

const WORDS_STAND_IN = ".hint, .note, .answer, .words p"; // if a component explains something
const NO_WORDS_IN = "a, button, summary, code, math, svg, bdi, .mono, .shape, .choice, [data-letters]";

// Link the words that occur in `root`. Until the page knows any words, it waits.
/** @param {HTMLElement} root */
export function linkWords(root) {
  if (!memory.words) {
    memory.waiting ??= new Set();
    memory.waiting.add(root);
    return;
  }
  if (root.dataset.depth === "look") {
    // Nothing there but the picture can be clicked.
    for (const link of root.querySelectorAll("a.word")) link.replaceWith(link.textContent);
    return;
  }
  const linked = new Set([...root.querySelectorAll("a.word")].map((link) => /** @type {any} */ (link).dataset.word));
  for (const place of root.querySelectorAll(WORDS_STAND_IN)) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest(NO_WORDS_IN)) texts.push(/** @type {Text} */ (walker.currentNode));
    }
    for (const text of texts) {
      const parts = splitAtWords(text.data, memory.words, linked);
      const written = parts.flatMap((part) => (typeof part === "string" ? withLetters(part) : [wordLink(part)]));
      if (written.some((part) => typeof part !== "string")) text.replaceWith(...written);
    }
  }
}

// Give the components of this page the list of words.
export function tellWords(/** @type {GlossaryWord[]} */ words) {
  memory.words = words;
  for (const root of memory.waiting ?? []) linkWords(root);
  memory.waiting?.clear();
}

// A text split at the words not yet in `seen`, which are then added: strings, and { written, word }.
/**
 * @param {string} text
 * @param {GlossaryWord[]} words
 * @param {Set<string>} seen
 * @returns {(string | { written: string, word: GlossaryWord })[]}
 */
export function splitAtWords(text, words, seen) {
  const { pattern, homes } = wordForms(words);
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const word = homes.get(found[0].toLowerCase());
    if (seen.has(word.slug)) continue;
    seen.add(word.slug);
    if (found.index > from) parts.push(text.slice(from, found.index));
    parts.push({ written: found[0], word });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

const knownForms = new WeakMap(); // by list of words: a pattern for their forms

function wordForms(/** @type {GlossaryWord[]} */ words) {
  if (!knownForms.has(words)) {
    const homes = new Map(words.flatMap((word) => word.forms.map((form) => [form.toLowerCase(), word])));
    const longestFirst = [...homes.keys()].sort((one, other) => other.length - one.length).map(escapeForm);
    knownForms.set(words, { homes, pattern: new RegExp(`(?<![\\w-])(?:${longestFirst.join("|")})(?![\\w-])`, "gi") });
  }
  return knownForms.get(words);
}

function escapeForm(/** @type {string} */ form) {
  return form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** @param {string} sentence */
function withLetters(sentence) {
  return splitAtLetters(sentence).map((part) =>
    typeof part === "string" ? part : element("span", "", { "data-letters": part.letter }, part.letter),
  );
}

function wordLink(/** @type {{ written: string, word: GlossaryWord }} */ { written, word }) {
  const attributes = {
    href: `glossary?word=${word.slug}`,
    target: "_blank",
    "data-word": word.slug,
    "aria-description": word.meaning,
  };
  return element("a", "word", attributes, written);
}
