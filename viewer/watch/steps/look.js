// The step at a glance: the translation as far as it's written, and the likeliest next tokens.

import { chipOf } from "../../widgets/chips.js";
import { element } from "../../widgets/elements.js";
import { labelledBars } from "../../widgets/labelled_bars.js";
import { savedAs } from "../../widgets/pictures.js";
import { originOf } from "./origin.js";

const SHOWN = 5; // of the likeliest tokens
const SLOT = { text: "\u00a0", joined: false, special: false };
const END = "</s>";
const YOURS = { given: "gave", chosen: "chose" };

/** @param {StepsView} view */
export function lookBox(view) {
  const headline = element("p", "look-headline");
  const written = element("div", "chips written", { lang: view.facts.language });
  const bars = element("div", "next-bars");
  view.showLook = () => {
    headline.textContent = saidAt(view);
    const { chips } = view.facts.branches.now;
    const slots = chips.map((chip, at) => (at > view.step ? SLOT : chip));
    const made = slots.map((chip, at) => chipOf("span", chip, slots[at + 1]));
    made[view.step].classList.add("now");
    for (const slot of made.slice(view.step + 1)) slot.classList.add("slot");
    written.replaceChildren(...made);
    bars.replaceChildren(labelledBars({ title: "What could come here", rows: likeliest(view) }, 1));
  };
  const box = element("section", "step-look stack", { "data-at": "look" }, headline, written, bars);
  return savedAs(box, { name: "Token by token" });
}

/** @param {StepsView} view */
function saidAt({ facts, step }) {
  const { chips, forced, logProbabilities } = facts.branches.now;
  const [{ text }, before] = [chips[step], chips[step - 1]];
  const share = percent(Math.exp(logProbabilities[step]));
  const origin = originOf(facts.path.at(-1).fork, step, forced);
  if (origin === "given" || origin === "chosen") return `You ${YOURS[origin]} “${text}”: the model gives it ${share}.`;
  const where = before ? `After “${before.text}”, the model` : "The model";
  if (text === END) return `${where} ends the translation (${share}).`;
  return `${where} ${before ? "writes" : "starts with"} “${text}” (${share}).`;
}

// The most probable tokens, and this step's token if it isn't one of them.
/** @param {StepsView} view */
function likeliest({ facts, step }) {
  const candidates = facts.branches.now.steps[step];
  return candidates
    .filter(({ taken }, at) => at < SHOWN || taken)
    .map(({ text, joined, probability, taken }) => ({
      name: joined ? `·${text}` : text,
      value: probability,
      written: percent(probability),
      ours: taken,
    }));
}

const percent = (probability) => {
  if (probability < 0.01) return "under 1%";
  return `${Math.min(99, Math.round(100 * probability))}%`;
};
