// The token in question and its rival: the translation as buttons, what else might have been said, and a field for any
// other token. Each choice is a new question for the server.

import { chipOf } from "../../widgets/chips.js";
import { element } from "../../widgets/elements.js";
import { mounted } from "../../widgets/mount.js";
import { short } from "../../widgets/numbers.js";
import "./why.css";

export default mounted(startAsked);

/** @param {AskedView} view */
function startAsked(view, { facts }) {
  Object.assign(view, { facts });
  view.root.replaceChildren(element("section", "asked", saidRow(view), rivalRow(view)));
}

/** @param {AskedView} view */
function saidRow(view) {
  const { facts } = view;
  const row = element("div", "question");
  const group = groupOf("Token in question");
  facts.said.forEach((chip, step) => {
    const button = chipButton(chip, facts.said[step + 1], facts.probabilities[step], step === facts.step);
    button.addEventListener("click", () => view.trigger("ask", { step, rival: "" }));
    group.append(button);
  });
  row.append(element("span", "lead", `Why this ${facts.language} token?`), group);
  if (facts.left)
    row.append(
      element("p", "hint", `The translation goes on; its first ${facts.said.length} tokens can be asked about.`),
    );
  return row;
}

/** @param {AskedView} view */
function rivalRow(view) {
  const { facts } = view;
  const row = element("div", "question");
  const group = groupOf("Rival");
  const none = element("button", "none", "nothing in particular");
  none.type = "button";
  none.setAttribute("aria-pressed", String(facts.rival === null));
  none.addEventListener("click", () => view.trigger("ask", { step: facts.step, rival: "" }));
  group.append(none);
  for (const { id, token, chip, probability } of facts.rivals) {
    const button = chipButton(chip, null, probability, id === facts.rival);
    button.addEventListener("click", () => view.trigger("ask", { step: facts.step, rival: token }));
    group.append(button);
  }
  group.append(ownRival(view));
  row.append(element("span", "lead", "And not …"), group);
  return row;
}

/** @param {AskedView} view */
function ownRival(view) {
  const form = element("form", "own-rival");
  const field = element("input");
  Object.assign(field, { type: "text", maxLength: 40, autocomplete: "off", placeholder: "another token" });
  field.setAttribute("aria-label", "Another rival");
  form.append(field, element("button", "copy", { type: "submit" }, "Compare"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const rival = field.value.trim();
    if (rival) view.trigger("ask", { step: view.facts.step, rival });
  });
  return form;
}

function chipButton(chip, next, probability, chosen) {
  const button = chipOf("button", chip, next);
  button.type = "button";
  button.setAttribute("aria-pressed", String(chosen));
  button.append(element("span", "figure", { title: `probability ${short(probability)}` }, probableOf(probability)));
  return button;
}

function probableOf(probability) {
  if (probability < 1e-4) return "<.0001";
  return probability.toFixed(probability < 0.01 ? 4 : 2).replace(/^0\./, ".");
}

function groupOf(name) {
  return element("div", "chips", { role: "group", "aria-label": name });
}
