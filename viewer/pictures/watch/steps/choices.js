// The ten most probable tokens of a step; a click takes a different branch from there.

import { csvNumber } from "../../../widgets/csv.js";
import { element, say } from "../../../widgets/elements.js";
import { full, MINUS, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";

/** @param {StepsView} view */
export function choicesBox(view) {
  view.candidates = element("ol", "candidates");
  view.spread = element("p", "hint spread");
  const box = element("section", "", element("h3", "", "What might come next"), view.candidates, view.spread);
  return makeSavable(box, { name: "What might come next", lines: () => choiceLines(view) });
}

/** @param {StepsView} view */
function choiceLines({ facts, step }) {
  return [
    ["rank", "token", "probability", "log_probability", "drawn_from", "taken"],
    ...facts.branches.now.steps[step].map(({ rank, text, probability, logProbability, drawnFrom, taken }) => [
      rank + 1,
      text,
      ...[probability, logProbability, drawnFrom].map(csvNumber),
      taken ? 1 : 0,
    ]),
  ];
}

/** @param {StepsView} view */
export function showChoices(view) {
  const { steps, entropies, forced } = view.facts.branches.now;
  const candidates = steps[view.step];
  const given = view.step < forced;
  const focused = [...view.candidates.querySelectorAll("button")].findIndex((each) => each.matches(":focus"));
  view.candidates.replaceChildren(...candidates.map((each) => candidateRow(view, each, given)));
  view.candidates.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  const unsure =
    `Entropy ${short(entropies[view.step])} nats: the model is as unsure as if it were choosing among ` +
    `${short(Math.exp(entropies[view.step]))} equally likely tokens.`;
  const [first, second] = candidates;
  say(
    view.spread,
    first.taken
      ? `${unsure} The second most probable was “${second.text}”.`
      : `${unsure} Most probable was “${first.text}”.`,
  );
}

/** @param {StepsView} view @param {Candidate} candidate @param {boolean} given */
function candidateRow(view, candidate, given) {
  const { rank, text, joined, probability, logProbability, drawnFrom, taken } = candidate;
  const face = joined ? `·${text}` : text;
  const tag = taken ? (given ? "given" : "chosen") : `${rank + 1}.`;
  const small = () => probability.toExponential(0).replace("e-", `e${MINUS}`);
  const figure = probability >= 0.0005 ? probability.toFixed(3) : small();
  const then = taken
    ? given
      ? "you gave this one"
      : "the model chose this"
    : "click to continue with this one instead";
  const numbers = `probability ${full(probability)}, log-probability ${full(logProbability)}`;
  const title = `number ${rank + 1}: ${numbers}; ${then}`;
  const bar = (tagName, share) => element(tagName, "", { style: `width: ${(100 * share).toFixed(2)}%` });
  const button = element(
    "button",
    `option bare line aligned${taken ? " taken" : ""}${drawnFrom === 0 ? " cut" : ""}`,
    // The text comes first in the name, because voice-control users say it.
    { title, "aria-label": `${face} ${figure} ${tag}, ${title}`, click: () => view.take(candidate) },
    element("span", "face", face),
    element("span", "measure track", bar("i", probability), bar("u", drawnFrom)),
    " ",
    element("span", "mono", figure),
    " ",
    element("span", "tag", tag),
  );
  return element("li", "", button);
}
