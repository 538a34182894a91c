// Three translations of one sentence, each with its score, and what differs from the Transformer's.

import { copyButton } from "../../widgets/copy_button.js";
import { element } from "../../widgets/elements.js";
import { full, short } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";
import { writeStretches } from "../../widgets/said.js";

/** @param {BottleneckView} view */
export function translationsBox({ facts }) {
  const box = element("section", "said-by-three");
  const cards = element("div", "three", ...facts.translations.map((each) => translationCard(each, facts.language)));
  savedAs(cards, {
    name: "Three translations",
    lines: () => [
      ["model", "translation", "log-probability per token", "tokens"],
      ...facts.translations.map(({ title, text, perToken, tokens }) => [title, text, perToken, tokens]),
    ],
  });
  box.append(
    cards,
    element(
      "p",
      "hint",
      "By greedy decoding. Marked is what the Transformer says otherwise. All three are as large as one another, and " +
        "learned from the same pairs for about half an hour of one processor core each.",
    ),
  );
  return box;
}

/** @param {BeforeTranslation} translation */
function translationCard({ title, text, words, perToken, tokens }, language) {
  const card = element("article", "said-card");
  const said = element("p", "said", { lang: language, dir: "auto" });
  if (words.length) writeStretches(said, words, "ins");
  else said.textContent = "(no words)";
  const score = element("p", "hint mono", `log-probability per token ${short(perToken)} · ${tokens} tokens`);
  score.title = full(perToken);
  card.append(element("header", "", element("h3", "", title), copyButton(text)), said, score);
  return card;
}
