// The step at a glance: the translation as far as it's written, and what was likeliest for its last token.

import { buildChip } from "../../../widgets/chips.js";
import { element, say } from "../../../widgets/elements.js";
import { labelledBars } from "../../../widgets/labelled_bars.js";
import { percent, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { findOrigin } from "./origin.js";

const SHOWN = 5; // of the likeliest tokens
const END = "</s>";
const YOURS = { given: "gave", chosen: "chose" };

/** @param {StepsView} view */
export function lookBox(view) {
  const headline = element("p", "look-headline");
  const written = element("div", "chips written", { lang: view.facts.language });
  const bars = element("div", "next-bars");
  view.showLook = () => {
    say(headline, describeAt(view));
    const chips = view.facts.branches.now.chips.slice(0, view.step + 1);
    const made = chips.map((chip, at) => buildChip("span", chip, chips[at + 1]));
    made[view.step].classList.add("now");
    written.replaceChildren(...made);
    const before = chips[view.step - 1];
    const title = `What could come ${before ? `after “${before.text}”` : "first"}`;
    bars.replaceChildren(labelledBars({ title, rows: likeliest(view) }, 1));
  };
  const box = element("section", "step-look stack", { "data-at": "look" }, headline, written, bars);
  return makeSavable(box, { name: "Token by token" });
}

/** @param {StepsView} view */
function describeAt({ facts, step }) {
  const { chips, forced, logProbabilities } = facts.branches.now;
  const [{ text }, before] = [chips[step], chips[step - 1]];
  const share = percent(Math.exp(logProbabilities[step]));
  const origin = findOrigin(facts.path.at(-1).step, step, forced);
  if (origin === "given" || origin === "chosen") return `You ${YOURS[origin]} “${text}”: the model gives it ${share}.`;
  const where = before ? `After “${before.text}”, the model` : "The model";
  if (text === END) return `${where} ends the translation (${share}).`;
  return `${where} ${before ? "writes" : "starts with"} “${text}” (${share}).`;
}

// The most probable tokens, this step's token if it isn't one of them, and all others together.
/** @param {StepsView} view */
function likeliest({ facts, step }) {
  const shown = facts.branches.now.steps[step].filter(({ taken }, at) => at < SHOWN || taken);
  const rest = Math.max(0, 1 - sum(shown.map(({ probability }) => probability)));
  const row = (name, value, ours) => ({ name, value, written: percent(value), ours });
  return [
    ...shown.map(({ text, joined, probability, taken }) => row(joined ? `·${text}` : text, probability, taken)),
    row("all other pieces", rest, false),
  ];
}
