// A text as the encoder reads it: `Translator.read` of transformer/translator.py in the browser.

import { completeHeadline, isHeadline, withoutCapitals } from "./capitals.js";
import { Carrier, keepWithin, NOTHING_CARRIED, namePlaceholders, putBack } from "./carried.js";
import { clean, joinLines, normaliseCharacters } from "./cleaning.js";
import { END } from "./search.js";

export class Reader {
  /**
   * @param {Rules} rules
   * @param {import("./tokenizer.js").Tokenizer} tokenizer
   * @param {{languages: string[], counts: ArrayLike<number> | undefined, longest: number}} model the languages it reads and
   * writes, the first "" for texts as typed; how often each token occurs in its training sources, its longest sequence
   */
  constructor(rules, tokenizer, { languages: [language, target], counts, longest }) {
    this.rules = rules;
    this.tokenizer = tokenizer;
    this.language = language;
    this.counts = counts;
    this.most = Math.min(rules.limits.tokens, longest) - 1;
    this.carrier = new Carrier(rules, tokenizer.vocabulary, language, target);
  }

  // The text truncated to the limits, in tokens, and the parts that bypass the model.
  /** @param {string} text @returns {EngineSource} */
  read(text) {
    const { rules, tokenizer, most } = this;
    const { characters } = rules.limits;
    const all = [...text];
    const begin = all.slice(0, 4 * characters).join("");
    const cleaned = clean(rules, joinLines(rules, begin));
    const typed = [...(this.language ? normaliseCharacters(rules, cleaned) : cleaned)];
    const [marked, taken, small, headline] = this.withoutWhatBypasses(typed.slice(0, characters).join(""));
    const whole = namePlaceholders(taken, headline ? completeHeadline(rules, small) : small);
    const ids = tokenizer.encode(clean(rules, whole));
    const tooLong = ids.length > most;
    const shown = tooLong ? tokenizer.begin(whole, most).trim() : whole;
    const kept = [...ids.slice(0, most), END];
    return {
      text: shown,
      ids: kept,
      tokens: tokenizer.tokens(kept),
      cut: tooLong || typed.length > characters || all.length > 4 * characters,
      capitals: small !== marked,
      headline,
      carried: tooLong ? keepWithin(taken, shown) : taken,
    };
  }

  // The text with places marked for what bypasses the model, that, the text without words in capitals, whether it is a headline.
  /** @param {string} text @returns {[string, EngineCarried, string, boolean]} */
  withoutWhatBypasses(text) {
    const { rules, language } = this;
    if (!language) return [text.trim(), NOTHING_CARRIED, text.trim(), false];
    const english = language === "en";
    const [rest, taken] = this.carrier.takeOut(english ? this.writeOutAmounts(text) : text);
    const marked = english ? rest.replace(rules.all("short"), (found) => rules.written_out[found.trim()]) : rest;
    const small = withoutCapitals(rules, marked, language, (word) => this.strangeness(word));
    return [marked, taken, small, small !== marked && english && isHeadline(rules, marked)];
  }

  // £2 million as 2 million pounds.
  writeOutAmounts(/** @type {string} */ text) {
    const { amount_words: words } = this.rules;
    return text.replace(
      this.rules.all("amount"),
      (_, sign, figure, many) => `${figure} ${words[many] ?? many} ${words[sign]}`,
    );
  }

  // The text of the ids that the model generated for a source, with what bypassed the model put back.
  /** @param {EngineSource} source @param {number[]} ids */
  write(source, ids) {
    return putBack(this.rules, source.carried, this.tokenizer.decode(ids));
  }

  // How poorly the vocabulary knows a word: by its number of pieces, then by how rare they are.
  strangeness(/** @type {string} */ word) {
    const ids = this.tokenizer.encode(word);
    return [ids.length, -Math.min(...ids.map((id) => this.counts?.[id] ?? 0))];
  }
}
