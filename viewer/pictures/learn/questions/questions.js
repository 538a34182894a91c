// The questions that learners ask most: a search field, and each question with its answer folded below it.

import { setUrlParam } from "../../../widgets/address.js";
import { bringTo } from "../../../widgets/arriving.js";
import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { hideOthers, searchField } from "../searching.js";
import "./questions.css";

const OPEN = "question"; // in the address: the one that is open

export default mountOnData((/** @type {QuestionsView} */ view, { facts }) => {
  const folds = facts.questions.map(buildQuestion);
  const sections = [...new Set(facts.questions.map(({ group }) => group))].map((group) =>
    element("section", "", element("h3", "", group), ...folds.filter((_, at) => facts.questions[at].group === group)),
  );
  const search = (typed) => {
    const found = hideOthers(folds, facts.questions, typed);
    for (const fold of folds) if (typed) fold.open = found.length <= 3;
    for (const each of sections) each.hidden = !each.querySelector("details:not([hidden])");
    return `${found.length} of ${folds.length} questions`;
  };
  const field = searchField("Search the questions", "Search: ChatGPT, strawberry, QKV …", search);
  view.root.replaceChildren(field, element("div", "questions", ...sections));
  const here = folds.find(({ id }) => id === new URL(window.location.href).searchParams.get(OPEN));
  (here ?? folds[0]).open = true;
  if (!here) return;
  bringTo(() => here);
  here.querySelector("summary").focus({ preventScroll: true });
});

/** @param {AskedQuestion} asked */
function buildQuestion({ slug, question, answer, see, address, source }) {
  const click = () => setUrlParam(OPEN, made.open ? "" : slug);
  const made = element(
    "details",
    "",
    { id: slug },
    element("summary", "", { click }, question),
    element("p", "", answer),
    element("p", "", "See it: ", element("a", "", { href: address, target: "_blank" }, see)),
    element("p", "quiet", source),
  );
  return made;
}
