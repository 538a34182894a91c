// The token in question and its rival: the translation as buttons and what else the model might have written.
// Each choice is a new question for the server.

import { buildChip } from "../../../widgets/chips.js";
import { element } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { short } from "../../../widgets/numbers.js";
import { rove } from "../../../widgets/radio.js";
import "./why.css";

export default mountOnData((/** @type {AskedView} */ view, { facts }) => {
  const { translation, probabilities, left, language, step, rival, rivals } = facts;
  const ask = (at, token = "") => view.trigger("ask", { step: at, rival: token });
  const tokens = translation.map((chip, at) =>
    chipButton(chip, translation[at + 1], probabilities[at], at === step, () => ask(at)),
  );
  const none = { "aria-pressed": String(rival === null), click: () => ask(step) };
  const others = rivals.map(({ id, token, chip, probability }) =>
    chipButton(chip, null, probability, id === rival, () => ask(step, token)),
  );
  const goesOn = `The translation goes on; you can ask about its first ${translation.length} tokens.`;
  view.root.replaceChildren(
    element(
      "section",
      "asked stack",
      question(`Why this ${language} token?`, "Token in question", tokens, left && element("p", "hint", goesOn)),
      element(
        "div",
        "",
        { "data-from": "understand" },
        question("Rather than …", "Rival", [element("button", "button", none, "any other word"), ...others]),
      ),
    ),
  );
});

function question(words, name, choices, more = /** @type {HTMLElement | 0 | null} */ (null)) {
  const group = element("div", "chips", { role: "toolbar", "aria-label": name }, ...rove(choices));
  return element("div", "question", element("span", "lead", words), group, more || null);
}

function chipButton(chip, next, probability, chosen, click) {
  const figure = element("span", "figure", { title: `probability ${short(probability)}` }, inRoom(probability));
  return buildChip("button", chip, next, { "aria-pressed": String(chosen), click }, figure);
}

function inRoom(probability) {
  if (probability < 1e-4) return "<.0001";
  return probability.toFixed(probability < 0.01 ? 4 : 2).replace(/^0\./, ".");
}
