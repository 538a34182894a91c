// Words typed in capitals, in the form that the model has learned: transformer/text/capitals.py in the browser.

import { isUpper } from "./rules.js";

const FEWEST_LETTERS = 5; // a shorter text can be an abbreviation

// The text with all-capital words in lower case, except for the first letter of the text.
/**
 * @param {import("./rules.js").Rules} rules @param {string} text clean
 * @param {string} language of the text, such as "en"
 * @param {(word: string) => number[]} strangeness how strange a word is to the vocabulary; a name gets its less strange
 * form
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
    const begins = !/\p{L}/u.test(text.slice(0, offset));
    const unknown = english && !isAll(word);
    return begins || unknown || isLess(strangeness(named), strangeness(lower)) ? named : lower;
  });
}

// Whether every letter that has a capital form is a capital, and there are enough of them.
function inCapitals(text) {
  const letters = [...text].filter((each) => each.toLowerCase() !== each.toUpperCase());
  return letters.length >= FEWEST_LETTERS && letters.every(isUpper);
}

// Lists of numbers in lexicographic order.
function isLess(a, b) {
  const at = a.findIndex((each, place) => each !== b[place]);
  return at >= 0 && a[at] < b[at];
}
