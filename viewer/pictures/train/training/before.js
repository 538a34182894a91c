// Before a run: pairs to learn from, and what comes of such, as a recorded run wrote it or as it will be asked.

import { AS_IS, element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { APART, writeWordDiff } from "../../../widgets/word_diff.js";
import "./before.css";

export default mountOnData((/** @type {View<BeforeFacts>} */ view, { facts }) => {
  const { headline, pairs, what, lines, isRecorded } = facts;
  const taught = pairs.map(([source, target]) => element("li", "", element("span", "english", source), ` → ${target}`));
  const came = lines.map(([name, pieces]) => {
    const said = element("span", "serif");
    writeWordDiff(said, pieces, "ins");
    return element("li", "flow", element("span", isRecorded ? "quiet" : "english", name), said);
  });
  const part = (heading, look, rows) =>
    element("section", look, element("h3", "", heading), element("ul", "", AS_IS, ...rows));
  const parts = [part("It learns from pairs such as these", "", taught), part(what, isRecorded ? "film" : "", came)];
  if (isRecorded) parts[1].append(element("p", "hint", `Compared with a person’s translation. ${APART}`));
  view.root.replaceChildren(
    element("p", "look-headline", headline),
    element("div", "before side-by-side", ...(isRecorded ? parts.reverse() : parts)),
  );
});
