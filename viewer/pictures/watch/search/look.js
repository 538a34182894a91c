// Both searches at a glance: what they write alike, and the two roads from where they differ. The bar under a token is
// its probability.

import { chipOf } from "../../../widgets/chips.js";
import { element, trackOf } from "../../../widgets/elements.js";
import { sum } from "../../../widgets/numbers.js";
import { savedAs } from "../../../widgets/pictures.js";

/** @param {SearchView} view */
export function lookBox({ facts }) {
  const { greedy, beam, parted } = facts;
  const at = parted ?? greedy.chips.length;
  const roads = [roadOf("Greedy", "greedy", greedy, at), roadOf("Beam", "beam", beam, at)];
  const picture = element(
    "div",
    "fork row",
    at > 0 && element("div", "stem", ...tokensOf(greedy, 0, at)),
    parted !== null && element("div", "roads", ...roads),
  );
  const [headline, words] = parted === null ? SAME : told(facts, at);
  return savedAs(
    element(
      "section",
      "two-roads stack",
      { "data-at": "look" },
      element("p", "look-headline", headline),
      picture,
      element("p", "look-words", words),
    ),
    { name: "Greedy and beam" },
  );
}

const SAME = [
  "Both write the same translation.",
  "Taking the likeliest next token led to the best translation: the beam found nothing better. The bar under a token " +
    "is its probability.",
];

/** @param {SearchFacts} facts */
function told({ greedy, beam }, at) {
  const before = greedy.chips[at - 1];
  const [taken, kept] = [greedy, beam].map(({ chips }) => quoted(chips[at]?.text ?? "nothing more"));
  const where = before ? `after ${quoted(before.text)}` : "at once";
  const headline = `They differ ${where}: greedy writes ${taken}, the beam ${kept}.`;
  const better = totalOf(beam) > totalOf(greedy);
  const words =
    `Greedy takes the likeliest next token, ${taken}, and can’t go back. The beam keeps several translations going, ` +
    (better ? `and ${kept} leads to a likelier sentence.` : `and ${kept} scores better for its length.`) +
    " The bar under a token is its probability.";
  return [headline, words];
}

// A straight apostrophe before the mark would look like a misprint: “jusqu'”.
const quoted = (text) => `“${text.replaceAll("'", "’")}”`;

/** @param {ShownLine} line */
const totalOf = ({ logProbabilities }) => sum(logProbabilities);

/** @param {ShownLine} line */
function roadOf(name, look, line, at) {
  const whole = Math.exp(totalOf(line));
  return element(
    "div",
    `road ${look}`,
    element("b", "road-name", name),
    element("div", "road-tokens", ...tokensOf(line, at, line.chips.length, at)),
    element(
      "div",
      "road-whole aligned",
      { title: `probability ${percent(whole)}` },
      element("span", "", "whole sentence"),
      trackOf(whole),
      element("b", "", percent(whole)),
    ),
  );
}

// The tokens from one place to another; the probability of one of them is written.
/** @param {ShownLine} line */
function tokensOf({ chips, logProbabilities }, from, to, written = -1) {
  return chips.slice(from, to).map((chip, place) => {
    const at = from + place;
    const probability = Math.exp(logProbabilities[at]);
    const next = at + 1 < to ? chips[at + 1] : undefined;
    const figure = at === written && element("span", "percent", percent(probability));
    return chipOf("span", chip, next, { title: `probability ${percent(probability)}` }, trackOf(probability), figure);
  });
}

const percent = (probability) => (probability < 0.01 ? "under 1%" : `${Math.round(100 * probability)}%`);
