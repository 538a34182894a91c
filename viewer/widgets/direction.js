// Which way a piece of text is read, by its letters.

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LANGUAGE = /^>>.*<<$/; // the token of a language to write, whatever the text's own

/**
 * @param {string} text
 * @returns {"rtl" | "ltr" | null} null for a text without letters
 */
export function textDirection(text) {
  if (LANGUAGE.test(text)) return null;
  const [letter] = text.match(/\p{L}/u) ?? [];
  return letter ? (RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr") : null;
}
