// The token in question, and its rival: what there is to choose from as buttons. Each choice is a new question for the
// server.

import { buildChip } from "../../../widgets/chips.js";
import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { short } from "../../../widgets/numbers.js";
import { rove } from "../../../widgets/radio.js";
import "./why.css";

export default mountOnData((/** @type {AskedView} */ view, { facts: { question, choices, hint } }) => {
  const made = choices.map(({ chip, probability, chosen, step, rival }, at) => {
    const next = choices[at + 1];
    const click = () => view.trigger("ask", { step, rival });
    const written = probability === null ? "" : short(probability, 2);
    const figure = element("span", "figure", { title: "probability" }, written);
    const goesOn = next && !next.rival ? next.chip : null; // a rival doesn’t continue the one before it
    return buildChip("button", chip, goesOn, { "aria-pressed": String(chosen), click }, figure);
  });
  const group = element("div", "chips", { role: "toolbar", "aria-label": question }, ...rove(made));
  const lead = element("span", "lead", question);
  view.root.replaceChildren(element("section", "question", lead, group, hint && element("p", "hint", hint)));
});
