// What the checkpoint in focus changed: loss, words and positions.

import { part } from "../../../transport/payload.js";
import { element } from "../../../widgets/elements.js";
import { short } from "../../../widgets/numbers.js";
import { currentSentence } from "./run_place.js";

/** @param {RunView} view */
export function changesBox(view) {
  view.changesTitle = element("h3");
  view.changes = element("ul");
  return element("section", "changes", { "data-from": "prove" }, view.changesTitle, view.changes);
}

/** @param {RunView} view */
export function showChanges(view) {
  const { step } = view;
  view.changesTitle.textContent = step ? `What changed since checkpoint ${step}` : "Where it starts";
  view.changes.replaceChildren(...(step ? changesAt(view) : beginning(view)).map((words) => element("li", "", words)));
  view.changes.append(
    ...Array.from({ length: Math.max(0, 3 - view.changes.childElementCount) }, () => element("li", "empty", "\u00a0")),
  );
}

/** @param {RunView} view */
function beginning(view) {
  const { run, validation, untrained } = view.facts;
  const size = run.model.vocabulary_size.toLocaleString("en");
  const { even, deviation, spread } = untrained;
  return [
    `Held-out loss ${validation[0].toFixed(2)}. Guessing evenly among ${size} tokens would cost ln ${size} = ` +
      `${even.toFixed(2)} nats.`,
    "Random weights do worse than that, because they prefer some tokens for no reason: their logits differ by " +
      `${deviation.toFixed(2)} (standard deviation), which alone costs ${spread.toFixed(2)}.`,
    "The translation is noise.",
  ];
}

/** @param {RunView} view */
function changesAt(view) {
  const { facts, step } = view;
  const { translations, output } = currentSentence(view);
  const [before, now] = [translations[step - 1], translations[step]];
  const wordsOf = (text) => [...new Set(text.match(/[\p{L}\p{N}'’-]+/gu))];
  const only = (text, other) =>
    wordsOf(text)
      .filter((word) => !wordsOf(other).includes(word))
      .map((word) => `“${word}”`);
  const listed = (words) => `${words.slice(0, 5).join(" ")}${words.length > 5 ? ` and ${words.length - 5} more` : ""}`;
  const [came, went] = [only(now, before), only(before, now)];
  const losses = [step - 1, step].map((each) => part(view.tensors[`${view.number}.losses`], each));
  const falls = output.map((_, index) => losses[0][index] - losses[1][index]);
  const most = falls.indexOf(Math.max(...falls));
  const said =
    now === before
      ? "The translation is the same."
      : [came.length && `New: ${listed(came)}.`, went.length && `Gone: ${listed(went)}.`].filter(Boolean).join(" ") ||
        "The same words, ordered or repeated differently.";
  return [
    `Held-out loss ${short(facts.validation[step - 1])} → ${short(facts.validation[step])}.`,
    said,
    falls[most] > 0
      ? `What became easiest: “${output[most].text}”, loss ${short(losses[0][most])} → ${short(losses[1][most])}.`
      : "No token of this sentence became easier.",
  ];
}
