// The ten most probable tokens of a step, at Look three, with the one that was taken; a click takes a different branch from there.

import { csvNumber } from "../../../widgets/csv.js";
import { depthNow } from "../../../widgets/depth.js";
import { element, say } from "../../../widgets/elements.js";
import { formatSigned, full, percent, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { rove } from "../../../widgets/radio.js";

const GLANCED = 3; // tokens at Look

/** @param {StepsView} view */
export function choicesBox(view) {
  view.candidates = element("ol", "candidates");
  view.spread = element("p", "hint spread", { "data-from": "understand" });
  const list = element("div", "", { role: "toolbar", "aria-label": "Other tokens" }, view.candidates);
  const invitation = element("p", "hint", { "data-at": "look" }, "Click another one: see where the translation goes.");
  const name = element("h3", "", "What it chose among");
  const box = element("section", "", name, invitation, list, view.spread);
  return makeSavable(box, { name: "What it chose among", lines: () => choiceLines(view) });
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
  const { steps, entropies, forced, logProbabilities } = view.facts.branches.now;
  const isLook = depthNow() === "look";
  const candidates = steps[view.step].filter(({ taken }, at) => !isLook || at < GLANCED || taken);
  const given = view.step < forced;
  const focused = [...view.candidates.querySelectorAll("button")].findIndex((each) => each.matches(":focus"));
  const rows = rove(candidates.map((each) => candidateRow(view, each, given, isLook)));
  const rest = Math.max(0, 1 - sum(candidates.map(({ probability }) => probability)));
  const others = line("div", "", {}, "all other pieces", [rest, 0], "in all");
  view.candidates.replaceChildren(
    ...rows.map((row) => element("li", "", row)),
    element("li", "", { "data-at": "look" }, others),
  );
  view.candidates.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  const unsure =
    `Entropy ${short(entropies[view.step])} nats: the model is as unsure as if it were choosing among ` +
    `${short(Math.exp(entropies[view.step]))} equally likely tokens.`;
  const total = `The translation so far: ${formatSigned(sum(logProbabilities.slice(0, view.step + 1)), 3)} nats.`;
  const [first, second] = candidates;
  say(
    view.spread,
    first.taken
      ? `${unsure} The second most probable was “${second.text}”. ${total}`
      : `${unsure} Most probable was “${first.text}”. ${total}`,
  );
}

// A token's name, bar and figure. Over the bar: what it was drawn from.
/** @param {"button" | "div"} tagName @param {string} look @param {Attributes} attributes @param {string} face @param {number[]} shares */
function line(tagName, look, attributes, face, shares, tag) {
  const [probability, drawnFrom] = shares;
  const bar = (name, share) => element(name, "", { style: `width: ${(100 * share).toFixed(2)}%` });
  return element(
    tagName,
    `option bare line aligned ${look}`,
    attributes,
    element("span", "face", face),
    element("span", "measure track", bar("i", probability), bar("u", drawnFrom)),
    " ",
    element("span", "mono", percent(probability)),
    " ",
    element("span", "tag", tag),
  );
}

/** @param {StepsView} view @param {Candidate} candidate @param {boolean} given @param {boolean} isLook */
function candidateRow(view, candidate, given, isLook) {
  const { rank, text, joined, probability, logProbability, drawnFrom, taken } = candidate;
  const face = joined ? `·${text}` : text;
  const place = isLook ? "" : `${rank + 1}.`;
  const tag = taken ? (given ? "given" : "chosen") : place;
  const chose = given ? "you gave this one" : "the model chose this";
  const then = taken ? chose : "click to continue with this one instead";
  const numbers = `probability ${full(probability)}, log-probability ${full(logProbability)}`;
  const title = `number ${rank + 1}: ${numbers}; ${then}`;
  // The text comes first in the name, because voice-control users say it.
  const name = `${face} ${percent(probability)} ${tag}, ${title}`;
  const attributes = { title, "aria-label": name, click: () => view.take(candidate) };
  const look = `${taken ? "taken" : ""}${drawnFrom === 0 ? " cut" : ""}`;
  const shares = [probability, drawnFrom];
  return line("button", look, attributes, face, shares, tag);
}
