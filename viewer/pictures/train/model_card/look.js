// The card at a glance: what the model does, the few facts that people ask for, and how good it is.

import { AS_IS, element } from "../../../widgets/elements.js";
import { labelledBars } from "../../../widgets/labelled_bars.js";
import { mountOnData } from "../../../widgets/mount.js";
import { markRightWords } from "../inked_words.js";
import "./look.css";

export default mountOnData((/** @type {Kept<CardFacts>} */ view, { facts: { headline, facts, quality, examples } }) => {
  const told = facts.flatMap(({ title, words }) => [element("dt", "", title), element("dd", "", words)]);
  const lines = examples.flatMap(({ name, source, written, reference }, at) => [
    element("b", "", name === examples[at - 1]?.name ? "" : name),
    element("span", "", AS_IS, source),
    element("span", "serif", { lang: "fr", title: reference }, ...markRightWords(written, reference)),
  ]);
  const key = element("p", "hint", "Grey: words that a person’s translation doesn’t have.");
  view.root.replaceChildren(
    element("p", "look-headline", headline),
    quality.rows.length ? labelledBars(quality, 100) : element("p", "hint", "Nobody has measured how well yet."),
    element("div", "card-examples", ...lines),
    ...(examples.length ? [key] : []),
    element("dl", "card-facts", ...told),
  );
});
