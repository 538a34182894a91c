// Before a run: pairs to learn from, and what comes of such, as a recorded run wrote it or as it will be asked.

import { AS_IS, element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { markRightWords } from "../inked_words.js";
import "./before.css";

export default mountOnData((/** @type {View<BeforeFacts>} */ view, { facts }) => {
  const { headline, pairs, what, lines, reference } = facts;
  const taught = pairs.map(([source, target]) => element("li", "", element("span", "english", source), ` → ${target}`));
  const came = lines.map(([name, said]) =>
    element(
      "li",
      "flow",
      element("span", said ? "quiet" : "english", name),
      element("span", "serif", ...markRightWords(said, reference)),
    ),
  );
  const part = (heading, look, rows) =>
    element("section", look, element("h3", "", heading), element("ul", "", AS_IS, ...rows));
  const parts = [part("It learns from pairs such as these", "", taught), part(what, reference ? "film" : "", came)];
  if (reference) parts[1].append(element("p", "hint", "Pale: words not in a person’s translation."));
  view.root.replaceChildren(
    element("p", "look-headline", headline),
    element("div", "before side-by-side", ...(reference ? parts.reverse() : parts)),
  );
});
