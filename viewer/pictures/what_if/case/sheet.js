// The page of cases as elements: what is said, the picture with the wheel over it, and the buttons.

import { choice } from "../../../widgets/choice.js";
import { AS_TYPED, element, vector as svg } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { codeOf } from "./card.js";
import { effectLines } from "./effect.js";
import { LONGEST_NOUN } from "./nouns.js";
import { BEATS, claimOf } from "./story.js";
import { wheelOf } from "./wheel.js";

/**
 * @param {CaseView} view
 * @param {{ go: (beat: number) => void, turn: (by: number) => void, typed: () => void, open: (name: string) => void }} does
 */
export function buildSheet(view, { go, turn, typed, open }) {
  const { facts, root } = view;
  const isSeveral = facts.cases.length > 1;
  const cases = facts.cases.map((each) => [each.title, each.name]);
  view.said = element("p", "case-said", { "aria-live": "polite" });
  view.doing = element("div", "case-doing flow centred");
  view.svg = svg("svg", "case-svg", { role: "img" });
  view.marks = new Map();
  view.wheel = wheelOf({ name: "The word in the blank", turn });
  view.sheet = element("div", "case-sheet", view.svg, view.wheel.element);
  view.aside = element("p", "case-aside hint", { "aria-live": "polite" });
  view.card = element("div", "case-card");
  view.field = element("input", "", {
    ...AS_TYPED,
    ...{ type: "text", maxlength: LONGEST_NOUN, size: 12 },
    change: typed,
    keydown: (event) => event.key === "Enter" && typed(),
  });
  view.back = element("button", "button", { type: "button", click: () => go(view.beat - 1) }, "← Back");
  view.next = element("button", "button onward", { type: "button", click: () => go(view.beat + 1) }, "Next →");
  view.dots = BEATS.map((name, at) =>
    element("button", "dot", {
      type: "button",
      title: `${at + 1}. ${name}`,
      "aria-label": `${at + 1}. ${name}`,
      click: () => go(at),
    }),
  );
  const steps = element(
    "nav",
    "case-steps",
    { "aria-label": "The experiments" },
    view.back,
    element("span", "dots", ...view.dots),
    view.next,
    element("label", "", "Your own word: ", view.field),
  );
  const chooser = choice("Cases", cases, view.case.name, open);
  root.classList.add("case");
  root.replaceChildren(
    view.said,
    view.doing,
    view.sheet,
    steps,
    view.aside,
    ...(isSeveral ? [chooser] : []),
    view.card,
  );
  makeSavable(view.sheet, {
    name: view.case.title,
    lines: () => effectLines(view.case, view.effect),
    finding: () => ({ claim: claimOf(view.case), code: codeOf(view) }),
  });
}
