// The questions that learners ask most: a search field, and each question with its answer folded below it.

import { setUrlParam } from "../../../widgets/address.js";
import { bringTo } from "../../../widgets/arriving.js";
import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { isFound, searchField, textsOfQuestion } from "../searching.js";
import "./questions.css";

const FEW = 3; // found questions that open by themselves
const OPEN = "question"; // in the address: the one that is open

export default mountOnData((/** @type {QuestionsView} */ view, { facts }) => {
  const entries = facts.questions.map((question, at) => ({ question, element: buildQuestion(question, at + 1) }));
  const groups = [...new Set(facts.questions.map(({ group }) => group))].map((group) => {
    const own = entries.filter(({ question }) => question.group === group).map((entry) => entry.element);
    return { own, element: element("section", "", element("h3", "", group), ...own) };
  });
  const search = (typed) => {
    const found = entries.filter(({ question }) => isFound(textsOfQuestion(question), typed));
    for (const entry of entries) {
      entry.element.hidden = !found.includes(entry);
      if (typed) entry.element.open = found.length <= FEW && found.includes(entry);
    }
    for (const { own, element: section } of groups) section.hidden = own.every((each) => each.hidden);
    return found.length ? `${found.length} of ${entries.length} questions` : "No question matches.";
  };
  const field = searchField("Search the questions", "Search: ChatGPT, strawberry, QKV …", search);
  view.root.replaceChildren(field, element("div", "questions", ...groups.map((group) => group.element)));
  const asked = new URL(window.location.href).searchParams.get(OPEN);
  const here = entries.find(({ question }) => question.slug === asked)?.element;
  if (!here) return;
  here.open = true;
  bringTo(() => here);
  here.querySelector("summary").focus({ preventScroll: true });
});

/** @param {AskedQuestion} asked @param {number} rank */
function buildQuestion({ slug, question, answer, see, address, source }, rank) {
  const click = () => setUrlParam(OPEN, made.open ? "" : slug);
  const link = element("a", "", { href: address, target: "_blank" }, see);
  const made = element(
    "details",
    "",
    { id: slug },
    element("summary", "", { click }, element("span", "number", rank), element("span", "", question)),
    element("p", "", answer),
    element("p", "", "See it: ", link),
    element("p", "quiet", source),
  );
  return made;
}
