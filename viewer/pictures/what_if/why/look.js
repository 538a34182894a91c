// The answer at a glance: the conclusion, and three ways to ask for it as bars, a row for each word that was read.

import { chipRow } from "../../../widgets/chips.js";
import { AS_IS, element } from "../../../widgets/elements.js";
import { editCode } from "../../../widgets/finding.js";
import { mountOnData } from "../../../widgets/mount.js";
import { short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { replaceControls } from "../../../widgets/radio.js";
import { buildBar, layOutBars } from "./bars.js";
import "./why.css";

const MOST = 12; // words that are shown, those that count most
/** @typedef {"falls" | "attention" | "gradient"} Way */
/** @type {[Way, string, (token: string) => string][]} */
const WAYS = [
  ["falls", "Hide the word", (token) => `how much less likely ${token} becomes`],
  ["attention", "Attention", (token) => `where the decoder looked to write ${token}`],
  ["gradient", "Gradient", (token) => `how a small change of the word moves ${token}`],
];

export default mountOnData((/** @type {WhyLookView} */ view, { facts }) => {
  const { translation, step, headline, words } = facts;
  const row = chipRow("Word in question", translation, step, (at) => view.trigger("ask", { step: at, rival: "" }));
  row.prepend(element("span", "lead", "Why did it write"));
  if (view.row) replaceControls(view.row, row);
  view.row = row;
  const told = [element("p", "look-headline", headline), element("p", "look-words", words)];
  const conclusion = element("div", "conclusion", ...told);
  const picture = makeSavable(buildPictures(facts), { name: `Why ${facts.token}`, finding: findingOf(facts) });
  if (!row.isConnected) view.root.replaceChildren(row);
  for (const old of [...view.root.children].slice(1)) old.remove();
  view.root.append(conclusion, picture);
});

// That hiding a word of the source decides, and the lines that hide it.
/** @param {WhyLookFacts} facts */
function findingOf({ cause, rows, headline, words, sentence, model }) {
  if (cause === null || rows[cause].side !== "source") return undefined;
  const { word } = rows[cause];
  const place = `at := sentence.index(${JSON.stringify(word)}), at + ${word.length}`;
  const begin = "from transformer.edits import close\nfrom transformer.text.words import pieces_at\n";
  const edit = `close(*pieces_at(sentence, [(${place})], model.tokenizer)[0])`;
  const code = editCode({ model, sentences: JSON.stringify([sentence]), edit, begin });
  return () => ({ claim: `${headline} ${words}`, code, edit: { hide: true } });
}

/** @param {WhyLookFacts} facts */
function buildPictures(facts) {
  const { rows, cause, token } = facts;
  const counts = (place) => Math.max(...WAYS.map(([way]) => Math.abs(facts[way][place]) / scaleSize(facts, way)));
  const ranked = [...rows.keys()].sort((one, other) => counts(other) - counts(one));
  const top = cause === null ? ranked : [cause, ...ranked.filter((place) => place !== cause)];
  const shown = top.slice(0, MOST).sort((one, other) => one - other);
  const columns = WAYS.map(([way]) => barsIn(facts, way));
  const heads = WAYS.map(([way, title, asks]) => {
    const told = element("span", "quiet", asks(token));
    return element("div", `why-head ${way}`, element("b", "", title), told, verdictBox(facts, way));
  });
  const lines = shown.flatMap((place) => {
    const here = place === cause ? " here" : "";
    const written = rows[place].side === "target" && element("p", "hint why-wide", "already written:");
    const word = element("b", `why-word${here}`, { ...AS_IS, dir: "auto" }, rows[place].word);
    return [written, word, ...columns.map((made, at) => element("div", `why-bar ${WAYS[at][0]}`, made(place)))];
  });
  const rest = rows.length > MOST && element("p", "hint why-wide", `The ${MOST} of ${rows.length} that count most.`);
  const key = element("p", "hint why-wide", `Orange counts for ${token}, blue against it.`);
  const told = "Hiding a word is an experiment; attention and gradient are two cheaper guesses at its result.";
  const note = element("p", "hint why-wide guesses", told);
  return element("section", "why-look", key, element("div"), ...heads, ...lines, rest, note);
}

// What a full bar is: all of the token's probability, all attention, the largest gradient.
/** @param {WhyLookFacts} facts @param {Way} way */
const scaleSize = (facts, way) => (way === "gradient" ? Math.max(...facts.gradient.map(Math.abs)) || 1 : 1);

/** @param {WhyLookFacts} facts @param {Way} way */
function barsIn(facts, way) {
  const values = facts[way];
  const longest = findLongest(facts, way);
  const bars = layOutBars([...values, scaleSize(facts, way)]);
  return (place) => {
    const { begin, length, zero } = bars[place];
    const bar = buildBar(values[place], begin, length);
    bar.classList.toggle("best", longest.includes(place));
    const line = element("b", "", { style: `left: ${100 * zero}%` });
    return element("span", "room", { title: short(values[place]) }, bar, line);
  };
}

// The longest bar for the token, and the longest against it where that one is longer.
/** @param {Pick<WhyLookFacts, Way>} facts @param {Way} way */
export function findLongest(facts, way) {
  const [most, least] = [Math.max(...facts[way]), Math.min(...facts[way])];
  const values = way !== "falls" && -least > most ? [most, least] : [most];
  return values.map((value) => facts[way].indexOf(value));
}

/** @param {WhyLookFacts} facts @param {Way} way */
function verdictBox(facts, way) {
  const told = way === "falls" ? null : verdict(facts, way);
  return told && element("em", told.startsWith("✓") ? "agrees" : "", told);
}

// What the longest bars say of the word that hiding shows.
/** @param {Pick<WhyLookFacts, Way | "cause" | "rows">} facts @param {Way} way */
export function verdict(facts, way) {
  const { cause, rows } = facts;
  if (cause === null) return null;
  const [best, against] = findLongest(facts, way);
  if (against === undefined) return best === cause ? "✓ agrees" : `points to “${rows[best].word}” instead`;
  if (best !== cause) return `mostly against it: “${rows[against].word}”`;
  return `agrees on “${rows[best].word}”; “${rows[against].word}” counts more, against it`;
}
