// The card at a glance: what the model does, how good it is at each kind of text, with examples, and a few facts.

import { AS_IS, element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { writeWordDiff } from "../../../widgets/word_diff.js";
import "../../../widgets/labelled_bars.css";
import "./look.css";

export default mountOnData((/** @type {Kept<CardFacts>} */ view, { facts: { headline, facts, quality, examples } }) => {
  const told = facts.flatMap(({ title, words }) => [element("dt", "", title), element("dd", "", words)]);
  const kinds = quality.rows.map(({ name, words, value, written }) =>
    element(
      "section",
      "kind",
      element("h3", "", name),
      element("span", "bar-words quiet", words),
      element("div", "points", written),
      element("div", "bar-room", element("i", "ours", { style: `width: ${value.toFixed(1)}%` })),
      ...examples.filter((each) => each.name === name).map(tellExample),
    ),
  );
  view.root.replaceChildren(
    element("p", "look-headline", headline),
    element("p", "hint", kinds.length ? quality.title : "Nobody has measured how well yet."),
    element("div", "kinds", ...kinds),
    element("dl", "card-facts", ...told),
  );
});

// A sentence with its translation, and a person's where that has other words.
function tellExample({ source, pieces, reference }) {
  const isRight = pieces.every(({ same }) => same);
  const written = element("span", "translation serif", { lang: "fr" });
  writeWordDiff(written, pieces, "ins");
  return element(
    "p",
    `card-example ${isRight ? "right" : "wrong"}`,
    element("b", "", isRight ? "Right" : "Wrong"),
    element("span", "", AS_IS, source),
    written,
    !isRight && element("span", "quiet", "Reference: ", element("i", "", { ...AS_IS, lang: "fr" }, reference)),
  );
}
