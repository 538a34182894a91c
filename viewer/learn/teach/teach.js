// Teach with it: the lesson as a strip of minutes, its parts, and what to prepare.

import { element } from "../../widgets/elements.js";
import { mounted } from "../../widgets/mount.js";
import "./teach.css";

export default mounted((/** @type {TeachView} */ view, { facts }) => {
  view.root.replaceChildren(strip(view, facts.parts), lesson(facts.parts), preparation(), handout(facts.exercises));
});

// The parts as long as they last; each leads to its own.
/**
 * @param {TeachView} view
 * @param {LessonPart[]} parts
 */
function strip(view, parts) {
  const row = element("nav", "strip");
  row.setAttribute("aria-label", "The lesson's parts");
  let begins = 0;
  parts.forEach((part, at) => {
    const button = element("button");
    button.type = "button";
    button.style.flexGrow = String(part.minutes);
    button.title = `${part.title}: ${part.minutes} minutes`;
    button.append(element("span", "number", String(at + 1)), element("span", "minute", `${begins}′`));
    button.addEventListener("click", () => {
      const goal = /** @type {HTMLElement} */ (view.root.querySelectorAll(".part")[at]);
      goal.scrollIntoView({ block: "center" });
      goal.focus({ preventScroll: true });
    });
    begins += part.minutes;
    row.append(button);
  });
  return row;
}

/** @param {LessonPart[]} parts */
function lesson(parts) {
  const list = element("ol", "lesson");
  let begins = 0;
  for (const part of parts) {
    list.append(partOf(part, begins));
    begins += part.minutes;
  }
  const all = element("section");
  all.append(element("h3", "", `The lesson: ${begins} minutes`), list);
  return all;
}

/** @param {LessonPart} part */
function partOf(part, begins) {
  const box = element("li", "part");
  box.tabIndex = -1;
  const time = element("div", "time");
  time.append(element("b", "", `${part.minutes} min`), element("span", "", `${begins}–${begins + part.minutes}`));
  const body = element("div", "body");
  const goal = element("p", "goal words", part.goal);
  const facts = element("dl");
  for (const [name, words] of [
    ["Do", part.act],
    ["Ask", part.question],
    ["Expect", part.answer],
  ])
    facts.append(element("dt", "", name), element("dd", name.toLowerCase(), words));
  const links = element("p", "links");
  links.append(
    linkNamed("Open on the projector", `${part.address}&present=1`, "strong"),
    linkNamed(`Open ${part.shows}`, part.address),
  );
  body.append(element("h4", "", part.title), goal, facts, links);
  box.append(time, body);
  return box;
}

function linkNamed(name, address, look = "") {
  const link = element("a", look, name);
  link.href = address;
  link.target = "_blank";
  return link;
}

function preparation() {
  const section = element("section", "prepare");
  const list = element("ul");
  const lines = [
    ["A day before, open every link once. ", "The first visit computes, later ones are quick."],
    [
      "Do not count on a network. ",
      "Install at home with ",
      code("make run"),
      "; from then on the app runs on your machine alone.",
    ],
    [
      "To let the class in, ",
      "serve it to your network: ",
      code("python -m streamlit run app.py --server.address 0.0.0.0"),
      ". Everyone in that network can open it then; end it after the lesson.",
    ],
    [
      "At the projector: ",
      key("P"),
      " begins and ends projector mode on every page, ",
      key("Esc"),
      " ends it, ",
      key("Page Up"),
      " and ",
      key("Page Down"),
      " go from page to page, as remote controls do.",
    ],
    ["Time left? ", "Let a small model learn before their eyes on the Training page; it takes some minutes."],
  ];
  for (const [first, ...rest] of lines) {
    const line = element("li");
    line.append(element("b", "", String(first)), ...rest);
    list.append(line);
  }
  section.append(element("h3", "", "Before the lesson"), list);
  return section;
}

function handout(exercises) {
  const section = element("section", "handout");
  const words = element("p", "words");
  words.append(
    "Every chapter prints on one or two sheets: open it with your sentence and print it from the browser. ",
    "This plan prints too. ",
  );
  if (exercises) words.append("Tasks to hand out, with answers for you: ", linkNamed("Exercises", exercises), ". ");
  words.append("For unknown words give them the ", linkNamed("Glossary", "glossary"), ".");
  const button = element("button", "copy", "Print this plan");
  button.type = "button";
  button.addEventListener("click", () => window.print());
  section.append(element("h3", "", "To hand out"), words, button);
  return section;
}

const code = (words) => element("code", "", words);
const key = (name) => element("kbd", "", name);
