// Words typed in capitals, as the model has learned words: transformer/text/capitals.py in the browser.

import { isUpper } from "./rules.js";

const FEWEST_LETTERS = 5; // a shorter text may be an abbreviation

// The text with its words in capitals in small letters, the first letter of the text excepted.
/**
 * @param {import("./rules.js").Rules} rules @param {string} text clean
 * @param {string} language of the text, such as "en"
 * @param {(word: string) => number[]} strangeness of a word to the vocabulary; a name is written as it is less strange
 */
export function withoutCapitals(rules, text, language, strangeness) {
  const english = language === "en";
  const shouted = inCapitals(text) && (!english || rules.isEnglish(text).includes(true));
  if (!shouted && !english) return text;
  const isAll = (/** @type {string} */ word) => rules.isEnglish(word).every(Boolean);
  let before = "";
  return text.replace(rules.all("capital_word"), (word, offset) => {
    const article = rules.articles.has(before);
    before = word.toLowerCase();
    const lower = english ? before.replace(rules.all("english_i"), "I") : before;
    if (!isUpper(word) || word === lower) return word;
    if (english) {
      if ([...word].length === 1 && !(shouted && word === "A")) return word;
      const kept =
        rules.abbreviations.has(word) || (rules.alsoWords.has(word) && article) || (word === "US" && !shouted);
      if (kept || !(shouted || isAll(word))) return word;
    }
    const [first, ...rest] = lower;
    const named = first.toUpperCase() + rest.join("");
    const begins = !/\p{L}/v.test(text.slice(0, offset));
    const unknown = english && !isAll(word);
    return begins || unknown || isLess(strangeness(named), strangeness(lower)) ? named : lower;
  });
}

// Whether every letter that has a capital form is one, and there are enough of them.
function inCapitals(text) {
  const letters = [...text].filter((each) => each.toLowerCase() !== each.toUpperCase());
  return letters.length >= FEWEST_LETTERS && letters.every(isUpper);
}

// Lists of numbers in the order of dictionaries.
function isLess(a, b) {
  const at = a.findIndex((each, place) => each !== b[place]);
  return at >= 0 && a[at] < b[at];
}
