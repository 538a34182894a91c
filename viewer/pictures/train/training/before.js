// Before a run: pairs to learn from, and what comes of such, as a recorded run wrote it or as it will be asked.

import { AS_IS, element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { markRightWords } from "../inked_words.js";
import "./before.css";

export default mountOnData((/** @type {View<BeforeFacts>} */ view, { facts }) => {
  const { title, pairs, what, lines, reference } = facts;
  const taught = pairs.map(([source, target]) =>
    element("li", "", element("span", "english", source), " → ", element("span", "serif", target)),
  );
  const came = lines.map(([name, said]) =>
    element(
      "li",
      "",
      element("span", said ? "quiet" : "english", name, said && ": "),
      element("span", "serif", ...markRightWords(said, reference)),
    ),
  );
  const part = (heading, look, rows) =>
    element("section", "", element("h3", "", heading), element("ul", look, AS_IS, ...rows));
  const parts = [part(title, "", taught), part(what, reference ? "film" : "", came)];
  view.root.replaceChildren(element("div", "before side-by-side", ...(reference ? parts.reverse() : parts)));
});
