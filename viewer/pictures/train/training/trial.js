// What the model makes of pairs that it has never seen: how many are right, some of them, and whether it has only
// learned its own pairs by heart.

import { element } from "../../../widgets/elements.js";
import { count } from "../../../widgets/numbers.js";

/** @param {LiveView} view */
export function trialBox(view) {
  view.trial = {
    words: element("p", "trial-words", { "aria-live": "polite" }),
    heart: element("p", "note by-heart"),
    list: element("ul", "trials"),
  };
  const { words, heart, list } = view.trial;
  return element("section", "trial", element("h3", "", "Pairs it has never seen"), words, heart, list);
}

/** @param {LiveView} view */
export function showTrial({ trial: { words, heart, list }, facts: { trial, byHeart } }) {
  words.textContent = trial
    ? `${count(trial.right)} of ${count(trial.held_out)} exactly right; of pairs that it learns from, ` +
      `${count(trial.seen_right)} of ${count(trial.seen)}.`
    : "They are tried as soon as it has learned for a while.";
  heart.textContent = byHeart
    ? "It has only learned by heart: it knows its own pairs, and not the rule behind them. More pairs, or more " +
      "different ones, would help."
    : "";
  const rows = trial?.pairs.map(([source, target, said]) => trialRow(source, target, said)) ?? [];
  list.replaceChildren(...rows);
}

function trialRow(source, target, said) {
  const right = said === target;
  const parts = [element("span", "english", source), " → ", element("span", "serif", said || "(nothing)")];
  if (!right) parts.push(element("span", "hint", ` instead of ${target}`));
  return element(
    "li",
    right ? "right" : "wrong",
    element("b", "", { title: right ? "right" : "wrong" }, right ? "✓" : "✗"),
    ...parts,
  );
}
