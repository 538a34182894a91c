// Both searches at a glance: what they write alike, and the two roads from where they differ. The bar under a token is
// its probability.

import { buildChip, inWords } from "../../../widgets/chips.js";
import { buildTrack, element } from "../../../widgets/elements.js";
import { percent, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { wordAt } from "../flight/numbers.js";

/** @param {SearchView} view */
export function lookBox({ facts }) {
  const { greedy, beam, parted } = facts;
  const at = parted ?? greedy.chips.length;
  const roads = [buildRoad("Greedy", "greedy", greedy, at), buildRoad("Beam", "beam", beam, at)];
  const picture = element(
    "div",
    "fork row",
    at > 0 && element("div", "stem", ...buildTokens(greedy, 0, at)),
    parted !== null && element("div", "roads", ...roads),
  );
  const [headline, words] = parted === null ? SAME : describeParting(facts, at);
  return makeSavable(
    element(
      "section",
      "two-roads stack",
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
function describeParting({ greedy, beam, judged }, at) {
  const [taken, kept] = [greedy, beam].map(({ chips }) => quoteText(chips[at]?.text ?? "nothing more"));
  const begin = greedy.chips[at]?.joined && beam.chips[at]?.joined ? wordStart(greedy.chips, at) : at;
  const where = begin ? `after ${quoteText(wordAt(greedy.chips, wordStart(greedy.chips, begin - 1)))}` : "at once";
  const [one, other] = [greedy, beam].map(({ chips }) => quoteText(wordAt(chips, begin) || "nothing more"));
  const times = Math.exp(totalLogProbability(beam) - totalLogProbability(greedy));
  const likelier = times < 2 ? "a likelier sentence" : `a sentence ${Math.round(times)} times as likely`;
  const ends = times > 1 ? likelier : "a better score for its length";
  const headline = `They differ ${where}: greedy writes ${one}, the beam ${other}, for ${ends}.`;
  const words =
    `Greedy takes the likeliest next piece, ${taken}, and can’t go back. The beam also keeps ${kept} going. ` +
    `${judged} The fuller the bar under a token, the likelier it is.`;
  return [headline, words];
}

const wordStart = (chips, at) => (at > 0 && chips[at].joined ? wordStart(chips, at - 1) : at);

// A straight apostrophe before the mark would look like a misprint: “jusqu'”.
const quoteText = (text) => `“${text.replaceAll("'", "’")}”`;

/** @param {ShownLine} line */
const totalLogProbability = ({ logProbabilities }) => sum(logProbabilities);

/** @param {ShownLine} line */
function buildRoad(name, look, line, at) {
  const whole = Math.exp(totalLogProbability(line));
  const least = line.logProbabilities.indexOf(Math.min(...line.logProbabilities.slice(at)), at);
  return element(
    "div",
    `road ${look}`,
    element("b", "road-name", name),
    element("div", "road-tokens", ...buildTokens(line, at, line.chips.length, [at, least])),
    element(
      "div",
      "road-whole aligned",
      { title: `probability ${percent(whole)}` },
      element("span", "", "whole sentence"),
      buildTrack(whole),
      element("b", "", percent(whole)),
    ),
  );
}

// The tokens from one place to another; the probabilities of some of them are written.
/** @param {ShownLine} line */
function buildTokens({ chips, logProbabilities }, from, to, written = []) {
  const made = chips.slice(from, to).map((chip, place) => {
    const at = from + place;
    const probability = Math.exp(logProbabilities[at]);
    const next = at + 1 < to ? chips[at + 1] : undefined;
    const figure = written.includes(at) && element("span", "percent", percent(probability));
    return buildChip(
      "span",
      chip,
      next,
      { title: `probability ${percent(probability)}` },
      buildTrack(probability),
      figure,
    );
  });
  return inWords(made);
}
