// For teachers: the lessons part by part.

import { choiceFromUrl, setUrlParam } from "../../../widgets/address.js";
import { choice } from "../../../widgets/choice.js";
import { element, findIn } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import "./teach.css";

const PLAN = "plan"; // in the address: its minutes

export default mountOnData((/** @type {TeachView} */ view, { facts }) => {
  const lengths = Object.keys(facts.plans).sort().reverse();
  const options = lengths.map((minutes) => [`${minutes} minutes: ${facts.about[minutes]}`, minutes]);
  const pick = (minutes) => {
    setUrlParam(PLAN, minutes === lengths[0] ? "" : minutes);
    place.replaceChildren(...buildPlan(facts.plans[minutes], minutes));
  };
  const chosen = choiceFromUrl(PLAN, lengths);
  const place = element("div", "", ...buildPlan(facts.plans[chosen], chosen));
  const head = element(
    "div",
    "plan-head flow centred",
    element("h3", "", "The lesson"),
    choice("", options, chosen, pick),
  );
  findIn(head, "[role=radiogroup]").setAttribute("aria-label", "Length of the lesson");
  view.root.replaceChildren(head, place);
});

/** @param {LinkedPart[]} plan */
function buildPlan(plan, whole) {
  const begins = [0];
  for (const [at, { minutes }] of plan.entries()) begins.push(begins[at] + minutes);
  const left = `That makes ${begins[plan.length]} minutes: ${whole - begins[plan.length]} are left for questions.`;
  return [element("ol", "lesson", ...plan.map((part, at) => buildPart(part, begins[at]))), element("p", "quiet", left)];
}

/** @param {LinkedPart} part */
function buildPart(part, begins) {
  const { minutes, title, goal, needs, act, question, answer, mistake, projector, address, shows } = part;
  const rows = [
    ["Needs", "", needs],
    ["Do", "do", act],
    ["Ask", "ask", question],
    ["Expect", "expect", answer],
    ["Beware", "", mistake],
  ].filter(([, , words]) => words);
  return element(
    "li",
    "part",
    element(
      "div",
      "time",
      element("b", "", `${minutes} min`),
      element("span", "quiet", `${begins}–${begins + minutes}`),
    ),
    element(
      "div",
      "body",
      element("h4", "", title),
      element("p", "goal words", `Goal: ${goal[0].toLowerCase()}${goal.slice(1)}`),
      element(
        "dl",
        "",
        ...rows.flatMap(([name, look, words]) => [element("dt", "", name), element("dd", look, words)]),
      ),
      element(
        "p",
        "links flow",
        projector && buildLink("Open on the projector", projector, "strong"),
        buildLink(`Open ${shows}`, address),
        element("span", "on-sheet", new URL(address, window.location.href).href),
      ),
    ),
  );
}

function buildLink(name, href, look = "") {
  return element("a", look, { href, target: "_blank" }, name);
}
