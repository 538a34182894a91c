// For teachers: the lessons part by part, and what to prepare.

import { choiceFromUrl, setUrlParam } from "../../../widgets/address.js";
import { choice } from "../../../widgets/choice.js";
import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import "./teach.css";

const PLAN = "plan"; // in the address: its minutes

export default mountOnData((/** @type {TeachView} */ view, { facts }) => {
  const lengths = Object.keys(facts.plans).sort().reverse();
  const options = lengths.map((minutes) => [`${minutes} minutes`, minutes]);
  const pick = (minutes) => {
    setUrlParam(PLAN, minutes === lengths[0] ? "" : minutes);
    place.replaceChildren(buildPlan(facts.plans[minutes]));
  };
  const chosen = choiceFromUrl(PLAN, lengths);
  const place = element("div", "", buildPlan(facts.plans[chosen]));
  const head = element(
    "div",
    "plan-head flow centred",
    element("h3", "", "The lesson"),
    choice("", options, chosen, pick),
  );
  head.querySelector("[role=radiogroup]").setAttribute("aria-label", "Length of the lesson");
  view.root.replaceChildren(head, place, ...(facts.alone ? [] : [preparation()]), handout(facts.exercises));
});

/** @param {LessonPart[]} plan */
function buildPlan(plan) {
  const begins = [0];
  for (const { minutes } of plan) begins.push(begins.at(-1) + minutes);
  return element("ol", "lesson", ...plan.map((part, at) => buildPart(part, begins[at])));
}

/** @param {LessonPart} part */
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
      element("p", "goal words", goal),
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

function preparation() {
  const lines = [
    ["The day before, open every link once. ", "The first visit to a page is slow; later ones are quick."],
    [
      "Don’t rely on the internet. ",
      "Install at home: start it once with ",
      code("make serve"),
      ", which runs two processes, so that a class doesn’t queue. After that it needs only your machine.",
    ],
    [
      "To let the class in, ",
      "open it to your network with ",
      code("make serve ADDRESS=0.0.0.0"),
      ", then open a class above at the address it prints. Anyone on that network can use it, so stop it after the ",
      "lesson. It needs nginx; without it, ",
      code("python -m viewer app --address 0.0.0.0"),
      " is enough for a few visitors.",
    ],
    [
      "At the projector: ",
      key("P"),
      " turns projector mode on and off on every page, ",
      key("Esc"),
      " ends it. After you open a link from the plan, ",
      key("Page Up"),
      " and ",
      key("Page Down"),
      " go from part to part (a presenter remote works too); elsewhere from page to page.",
    ],
    ["Time left? ", "Train a small model live on the Training page; it takes a few minutes."],
  ];
  const items = lines.map(([first, ...rest]) => element("li", "", element("b", "", first), ...rest));
  return element("section", "prepare", element("h3", "", "Before the lesson"), element("ul", "", ...items));
}

function handout(exercises) {
  const tasks = ["Exercises to hand out, with answers for you: ", buildLink("Exercises", exercises), ". "];
  return element(
    "section",
    "handout stack",
    element("h3", "", "To hand out"),
    element(
      "p",
      "words",
      "Every chapter prints on one or two sheets: open it with your sentence and print from the browser. ",
      "This plan prints too, with its addresses. ",
      ...(exercises ? tasks : []),
      "For unfamiliar terms, give them the ",
      buildLink("Glossary", "glossary"),
      ".",
    ),
    element("button", "copy", { type: "button", click: () => window.print() }, "Print this plan"),
  );
}

const code = (words) => element("code", "", words);
const key = (name) => element("kbd", "", name);
