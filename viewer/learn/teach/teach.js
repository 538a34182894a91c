// For teachers: the lesson as a strip of minutes, its parts, and what to prepare.

import { element } from "../../widgets/elements.js";
import { mounted } from "../../widgets/mount.js";
import "./teach.css";

export default mounted((/** @type {TeachView} */ view, { facts }) => {
  const begins = [0];
  for (const { minutes } of facts.parts) begins.push(begins.at(-1) + minutes);
  const parts = facts.parts.map((part, at) => partOf(part, begins[at]));
  view.root.replaceChildren(
    element("nav", "strip", { "aria-label": "The lesson's parts" }, ...facts.parts.map(stripButton)),
    element(
      "section",
      "",
      element("h3", "", `The lesson: ${begins.at(-1)} minutes`),
      element("ol", "lesson", ...parts),
    ),
    preparation(),
    handout(facts.exercises),
  );

  // As long as its part; scrolls to it.
  function stripButton({ title, minutes }, at) {
    const click = () => {
      parts[at].scrollIntoView({ block: "center" });
      parts[at].focus({ preventScroll: true });
    };
    const attributes = { type: "button", style: `flex-grow: ${minutes}`, title: `${title}: ${minutes} minutes`, click };
    const texts = [element("span", "number", String(at + 1)), element("span", "minute", `${begins[at]}′`)];
    return element("button", "", attributes, ...texts);
  }
});

/** @param {LessonPart} part */
function partOf({ minutes, title, goal, act, question, answer, address, shows }, begins) {
  return element(
    "li",
    "part",
    { tabindex: -1 },
    element("div", "time", element("b", "", `${minutes} min`), element("span", "", `${begins}–${begins + minutes}`)),
    element(
      "div",
      "body",
      element("h4", "", title),
      element("p", "goal words", goal),
      element(
        "dl",
        "",
        ...[element("dt", "", "Do"), element("dd", "do", act)],
        ...[element("dt", "", "Ask"), element("dd", "ask", question)],
        ...[element("dt", "", "Expect"), element("dd", "expect", answer)],
      ),
      element(
        "p",
        "links",
        linkNamed("Open on the projector", `${address}&present=1`, "strong"),
        linkNamed(`Open ${shows}`, address),
      ),
    ),
  );
}

function linkNamed(name, href, look = "") {
  return element("a", look, { href, target: "_blank" }, name);
}

function preparation() {
  const lines = [
    ["The day before, open every link once. ", "The first visit computes; later ones are quick."],
    [
      "Don’t rely on Wi-Fi. ",
      "Install at home with ",
      code("make run"),
      "; after that the app needs only your machine.",
    ],
    [
      "To let the class in, ",
      "serve it on your network: ",
      code("python -m streamlit run app.py --server.address 0.0.0.0"),
      ". Anyone on that network can open it, so stop it after the lesson.",
    ],
    [
      "At the projector: ",
      key("P"),
      " turns projector mode on and off on every page, ",
      key("Esc"),
      " ends it, ",
      key("Page Up"),
      " and ",
      key("Page Down"),
      " go from page to page (a presenter remote works too).",
    ],
    ["Time left? ", "Train a small model live on the Training page; it takes a few minutes."],
  ];
  const items = lines.map(([first, ...rest]) => element("li", "", element("b", "", first), ...rest));
  return element("section", "prepare", element("h3", "", "Before the lesson"), element("ul", "", ...items));
}

function handout(exercises) {
  const tasks = ["Exercises to hand out, with answers for you: ", linkNamed("Exercises", exercises), ". "];
  return element(
    "section",
    "handout",
    element("h3", "", "To hand out"),
    element(
      "p",
      "words",
      "Every chapter prints on one or two sheets: open it with your sentence and print from the browser. ",
      "This plan prints too. ",
      ...(exercises ? tasks : []),
      "For unfamiliar terms, give them the ",
      linkNamed("Glossary", "glossary"),
      ".",
    ),
    element("button", "copy", { type: "button", click: () => window.print() }, "Print this plan"),
  );
}

const code = (words) => element("code", "", words);
const key = (name) => element("kbd", "", name);
