// The patterns and words of reading.json, ready to use; see reading.py.

export const WORD = "[\\p{L}\\p{N}_]"; // Python's \w
export const IS_WORD = /^\p{L}+$/u;
export const LATIN = /^(?=\p{L})(?!\p{Lm})\p{Script=Latin}$/u;

export const isAscii = (/** @type {string} */ text) => /^\p{ASCII}*$/u.test(text);
export const isUpper = (/** @type {string} */ text) =>
  /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);
export const isLower = (/** @type {string} */ text) =>
  /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text);
export const hasWord = (/** @type {string} */ text) => /[\p{L}\p{N}]/u.test(text);

/** @param {ReadingRules} json reading.json */
export function parseRules(json) {
  const set = (/** @type {string} */ text) => new Set(text.split(" "));
  const known = set(json.words);
  const compile = (/** @type {Pattern} */ { source, flags }) => new RegExp(source, flags);
  /** @type {<From, Made>(all: Record<string, From>, make: (each: From) => Made) => Record<string, Made>} */
  const ofEach = (all, make) => Object.fromEntries(Object.entries(all).map(([name, each]) => [name, make(each)]));
  const patterns = ofEach(json.patterns, compile);
  const wordsOf = (/** @type {string} */ text) => text.toLowerCase().match(patterns.word) ?? [];
  return {
    ...json,
    replaced: ofEach(json.replaced, (pairs) =>
      pairs.map(([pattern, by]) => /** @type {[RegExp, string]} */ ([compile(pattern), by])),
    ),
    // How a stand-in may look in a translation.
    written: ofEach(Object.assign({}, ...Object.values(json.stand_ins)), compile),
    known,
    shared: set(json.shared),
    abbreviations: set(json.abbreviations),
    alsoWords: set(json.also_words),
    articles: set(json.articles),
    smallInHeadlines: set(json.small_in_headlines),
    englishNames: set(json.english_names),
    needy: set(json.needy),
    wordsOf,
    // Every match of a pattern: for `replace`, `match` and `matchAll`.
    all: (/** @type {string} */ name) => patterns[name],
    // Whether a pattern matches.
    finds: (/** @type {string} */ name, /** @type {string} */ text) => text.search(patterns[name]) >= 0,
    // Whether a text begins with a match of a pattern.
    begins: (/** @type {string} */ name, /** @type {string} */ text) => text.search(patterns[name]) === 0,
    // A pattern that depends on what a vocabulary cannot spell.
    about: (/** @type {string} */ name, /** @type {string} */ strange) =>
      new RegExp(patterns[name].source.replaceAll("\ue000", strange), patterns[name].flags),
    // For each word of a text, whether it is one of the English words.
    isEnglish: (/** @type {string} */ text) =>
      wordsOf(text)
        .filter((word) => /\p{L}/u.test(word))
        .map((word) => known.has(word)),
  };
}
