// The card at a glance: what the model does, the few facts that people ask for, and how good it is.

import { element } from "../../../widgets/elements.js";
import { labelledBars } from "../../../widgets/labelled_bars.js";
import { mounted } from "../../../widgets/mount.js";
import "./look.css";

export default mounted((/** @type {Kept<CardFacts>} */ view, { facts: { headline, facts, quality } }) => {
  const told = facts.flatMap(({ title, words }) => [element("dt", "", title), element("dd", "", words)]);
  view.root.replaceChildren(
    element("p", "look-headline", headline),
    quality.rows.length ? labelledBars(quality, 100) : element("p", "hint", "Nobody has measured how well yet."),
    element("dl", "card-facts", ...told),
  );
});
