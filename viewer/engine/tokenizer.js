// Text to token ids and back, by tokenizer.json: transformer/text/tokenizer.py in the browser. The text must already be
// clean.

const [UNKNOWN, FIRST_OF_TEXT] = [1, 4]; // ids below the first one of text are special
const WORD_START = "▁";

export class Tokenizer {
  /**
   * @param {{ model: { vocab: Record<string, number>, merges: [string, string][] }, pre_tokenizer: { pretokenizers:
   *   { type: string, pattern: { Regex: string } }[] } }} json tokenizer.json
   */
  constructor({ model: { vocab, merges }, pre_tokenizer }) {
    this.ids = new Map(Object.entries(vocab));
    this.vocabulary = [...this.ids].sort(([, a], [, b]) => a - b).map(([token]) => token);
    this.ranks = new Map(merges.map(([left, right], rank) => [`${left} ${right}`, rank]));
    const [{ pattern }] = pre_tokenizer.pretokenizers.filter(({ type }) => type === "Split");
    this.pattern = new RegExp(pattern.Regex, "gu");
    this.known = /** @type {Map<string, string[]>} */ (new Map()); // the pieces of words seen before
  }

  /** @param {string} text @returns {number[]} the ids of a text, without special tokens */
  encode(text) {
    return this.pieces(text).map((piece) => {
      const id = this.ids.get(piece) ?? UNKNOWN;
      return id < FIRST_OF_TEXT ? UNKNOWN : id;
    });
  }

  // The pieces into which a text is split, whether or not the vocabulary has them.
  /** @param {string} text @returns {string[]} */
  pieces(text) {
    if (!text) return [];
    const marked = text.replaceAll(" ", WORD_START);
    const whole = marked.startsWith(WORD_START) ? marked : WORD_START + marked;
    return (whole.match(this.pattern) ?? []).flatMap((word) => this.merged(word));
  }

  // The part of a text that its first pieces cover.
  begin(/** @type {string} */ text, /** @type {number} */ count) {
    const length = this.pieces(text).slice(0, count).join("").length;
    return text.slice(0, length - (text.startsWith(WORD_START) ? 0 : 1));
  }

  /** @param {number[]} ids @returns {string} their text, without special tokens */
  decode(ids) {
    const pieces = ids.filter((id) => id >= FIRST_OF_TEXT).map((id) => this.vocabulary[id]);
    return pieces.join("").replaceAll(WORD_START, " ").trim();
  }

  /** @param {number[]} ids @returns {string[]} how each as text */
  tokens(ids) {
    return ids.map((id) => this.vocabulary[id]);
  }

  // Byte-pair encoding: of all neighbours, the pair learned first is merged, until no pair is known.
  /** @param {string} word @returns {string[]} */
  merged(word) {
    const known = this.known.get(word);
    if (known) return known;
    const parts = [...word];
    for (;;) {
      const ranks = parts.slice(1).map((part, at) => this.ranks.get(`${parts[at]} ${part}`) ?? Infinity);
      const first = Math.min(...ranks);
      if (first === Infinity) break;
      const at = ranks.indexOf(first);
      parts.splice(at, 2, parts[at] + parts[at + 1]);
    }
    this.known.set(word, parts);
    return parts;
  }
}
