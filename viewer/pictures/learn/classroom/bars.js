// How a class answers: a bar for each question, as answers come in.

import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import "./classroom.css";

export default mountOnData((/** @type {BarsView} */ view, { facts }) => {
  const { students, open, groups } = facts;
  const most = Math.max(students, 1);
  view.root.replaceChildren(
    element(
      "p",
      "came",
      element("b", "", String(students)),
      students === 1 ? " student is in. " : " students are in. ",
      silence(),
    ),
    ...groups.map(({ about, bars }) =>
      element(
        "section",
        "",
        element("h3", "", about),
        element("ul", "bars", ...bars.map((bar) => buildBar(bar, most))),
      ),
    ),
  );

  function silence() {
    if (groups.length === 0) return "Answers appear here as they come in.";
    if (open === 0) return "";
    return open === 1 ? "One question has no answer yet." : `${open} questions have no answer yet.`;
  }
});

function buildBar({ name, right, wrong, slip }, most) {
  const part = (look, count) => count > 0 && element("i", look, { style: `width: ${(100 * count) / most}%` });
  const common = wrong > 0 && slip && element("span", "slip", "Most often wrong: “", element("bdi", "", slip), "”");
  return element(
    "li",
    "aligned",
    element("span", "name", name),
    element(
      "span",
      "bar",
      { "aria-hidden": "true" },
      part(wrong === null ? "vote" : "right", right),
      part("wrong", wrong),
    ),
    element("span", "count", wrong === null ? String(right) : `${right} right, ${wrong} wrong`),
    common,
  );
}
