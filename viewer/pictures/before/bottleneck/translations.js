// Three translations of one sentence, a line each with its score, and its differences from the Transformer's.

import { copyButton } from "../../../widgets/copy_button.js";
import { element } from "../../../widgets/elements.js";
import { full, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { writeWordDiff } from "../../../widgets/word_diff.js";
import { describeSqueezed } from "./step_words.js";

/** @param {BottleneckFacts} facts */
export function translationsBox({ translations, language }) {
  const cards = element("div", "three stack", ...translations.map((each) => translationCard(each, language)));
  makeSavable(cards, {
    name: "Three translations",
    lines: () => [
      ["model", "translation", "log-probability per token", "tokens"],
      ...translations.map(({ title, text, perToken, tokens }) => [title, text, perToken, tokens]),
    ],
  });
  const trained =
    "Greedy decoding. All three are about the same size and learned from the same pairs, for about half an hour each " +
    "on one processor core.";
  const key =
    "Underlined: where it differs from the Transformer, which can be wrong too. A blank: a word it leaves out. ";
  const hint = element("p", "hint", key, element("span", "", { "data-from": "understand" }, trained));
  return element("section", "translations", cards, hint);
}

// Say how much of the first translation, which went through the vector, differs from the Transformer's.
/** @param {BottleneckFacts} facts */
export function buildHeadline({ translations: [{ words }] }) {
  return element("p", "look-headline", { "data-at": "look" }, describeSqueezed(words));
}

// An underlined blank where words are missing.
/** @param {string} missing */
const buildGap = (missing) =>
  element("ins", "gap", { role: "img", title: `missing: ${missing}`, "aria-label": `missing: ${missing}` });

/** @param {BeforeTranslation} translation */
function translationCard({ title, text, words, perToken, tokens }, lang) {
  const translation = element("p", "translation serif", { lang, dir: "auto" }, words.length ? null : "(no words)");
  for (const piece of words) {
    if (piece.missing) translation.append(buildGap(piece.missing), " ");
    else writeWordDiff(translation, [piece], "ins");
  }
  const score = `log-probability per token ${short(perToken)} · ${tokens} tokens`;
  const later = { "data-from": "understand" };
  return element(
    "article",
    "translation-card",
    element("h3", "", title),
    translation,
    element("div", "row", later, element("p", "hint mono", { title: full(perToken) }, score), copyButton(text)),
  );
}
