// Words typed in capitals, in the form that the model has learned: transformer/text/capitals.py in the browser.

import { isUpper } from "./rules.js";

const FEWEST_LETTERS = 5; // a shorter text can be an abbreviation
const FEWEST_WORDS = 3; // of a headline

// The text with all-capital words in lower case, except for the first letter of the text.
/**
 * @param {Rules} rules @param {string} text clean
 * @param {string} language of the text, such as "en"
 * @param {(word: string) => number[]} strangeness how strange a word is to the vocabulary; a name gets its less strange
 * form
 */
export function withoutCapitals(rules, text, language, strangeness) {
  const english = language === "en";
  const shouted = isAllCaps(text) && (!english || rules.isEnglish(text).includes(true));
  if (!shouted && !english) return text;
  const isAll = (/** @type {string} */ word) => rules.isEnglish(word).every(Boolean);
  const headline = english && !shouted && isHeadline(rules, text);
  let before = "";
  const smaller = text.replace(rules.all("capital_word"), (word, offset) => {
    const article = rules.articles.has(before);
    before = word.toLowerCase();
    const lower = english ? before.replace(rules.all("english_i"), "I") : before;
    if (!(isUpper(word) || (headline && isUpper([...word][0]))) || word === lower) return word;
    const known = isUpper(word) ? isAll(word) : canBeSmall(rules, word);
    if (english) {
      if ([...word].length === 1 && !(shouted && word === "A")) return word;
      const kept =
        rules.abbreviations.has(word) || (rules.alsoWords.has(word) && article) || (word === "US" && !shouted);
      if (kept || !(shouted || known)) return word;
    }
    const [first, ...rest] = lower;
    const named = first.toUpperCase() + rest.join("");
    const begins = !/\p{L}/u.test(text.slice(0, offset));
    const unknown = english && !known;
    return begins || unknown || isLess(strangeness(named), strangeness(lower)) ? named : lower;
  });
  const title = (/** @type {string} */ word) => word[0].toUpperCase() + word.slice(1).toLowerCase();
  return headline ? smaller.replace(rules.all("new"), (name) => name.split(" ").map(title).join(" ")) : smaller;
}

// A headline read in lower case with the article and the full stop that it lacks.
/** @param {Rules} rules @param {string} small */
export function completeHeadline(rules, small) {
  if (!rules.begins("lacks_article", small) || !canBeSmall(rules, small.split(" ")[0])) return small;
  return `The ${small[0].toLowerCase()}${small.slice(1)}${/[.!?]$/.test(small) ? "" : "."}`;
}

// Whether an English text is capitalised like a headline: all its longer words, two of them no names.
/** @param {Rules} rules @param {string} text */
export function isHeadline(rules, text) {
  const [first = "", ...others] = text.match(rules.all("capital_word")) ?? [];
  const large = [first, ...others].filter((word) => !rules.smallInHeadlines.has(word));
  const capitalised = large.length >= FEWEST_WORDS && [first, ...large].every((word) => isUpper([...word][0]));
  const small = large.slice(1).filter((word) => canBeSmall(rules, word));
  return capitalised && !isUpper(text) && !rules.articles.has(first.toLowerCase()) && small.length > 1;
}

// Whether a word of a headline is an English word, such as "Wins", rather than a name.
function canBeSmall(/** @type {Rules} */ rules, /** @type {string} */ word) {
  const isName = (/** @type {string} */ each) => {
    const [first = ""] = rules.wordsOf(each);
    return rules.englishNames.has(first) || !rules.known.has(first);
  };
  return [...word].length > 1 && !(isName(word) && isName(word.replace(/s$/, "")));
}

// Whether every letter that has a capital form is a capital, and there are enough of them.
function isAllCaps(/** @type {string} */ text) {
  const letters = [...text].filter((each) => each.toLowerCase() !== each.toUpperCase());
  return letters.length >= FEWEST_LETTERS && letters.every(isUpper);
}

// Lists of numbers in lexicographic order.
function isLess(/** @type {number[]} */ a, /** @type {number[]} */ b) {
  const at = a.findIndex((each, place) => each !== b[place]);
  return at >= 0 && a[at] < b[at];
}
