// What is known about a head under a change, as numbers and in words. This needs no page.

import { KINDS } from "../../../widgets/focus.js";
import { formatSigned } from "../../../widgets/numbers.js";

// The changes: their button's label, and what they do.
/** @type {Record<HeadChange, { button: string, does: string }>} */
export const HEAD_CHANGES = {
  zero_head: {
    button: "Set it to zero",
    does: "The head outputs zeros.",
  },
  mean_head: {
    button: "Set it to its mean",
    does:
      "The head always outputs its mean over held-out sentences: the layers above still get what they’re used to; " +
      "only what it knows about this sentence is gone.",
  },
  keep_head: {
    button: "Keep only it",
    does: "The other heads of the same layer and kind output zeros; only this one is left.",
  },
};

/** @type {Record<HeadMeasure, string>} */
export const HEAD_MEASURES = {
  likelihood: "Probability",
  bleu: "BLEU",
};

// All heads, kind by kind, in rows.
/** @param {HeadAblationFacts} facts @returns {{ kind: Kind, rows: string[][] }[]} */
export function headBlocks({ layers, heads }) {
  return /** @type {Kind[]} */ (Object.keys(KINDS)).map((kind) => ({
    kind,
    rows: Array.from({ length: layers[kind] }, (_, layer) =>
      Array.from({ length: heads }, (_, head) => `${kind}.${layer}.${head}`),
    ),
  }));
}

// All of them, in the order of the map.
/** @param {HeadAblationFacts} facts */
export const allHeads = (facts) => headBlocks(facts).flatMap(({ rows }) => rows.flat());

// What the map shows for one place; null if unknown.
/**
 * @param {HeadAblationFacts} facts
 * @param {HeadChoice} choice
 * @param {string} place
 * @returns {HeadFigure | null}
 */
export function headFigure({ sentence, heldOut }, { change, measure, corpus }, place) {
  const found = sentence?.changes[change]?.[place];
  if (measure === "likelihood") {
    if (!found) return null;
    const harm = 1 - Math.exp(-found.drop); // the share that is lost
    const written = changedShare(-harm);
    return { harm, written, told: `probability of the translation ${written}` };
  }
  const cost = heldOut?.costs[change][place];
  if (!cost) return null;
  const { name } = heldOut.corpora[corpus];
  const gain = cost[corpus] - heldOut.untouched[corpus];
  return { harm: -gain, written: formatChange(gain, 1), told: `BLEU on ${name} ${formatChange(gain, 1)}` };
}

// A change in probability, as a share of what it was.
export function changedShare(share) {
  return `${formatChange(100 * share, 0)}%`;
}

// A change with its sign, or no sign for what rounds to zero.
export function formatChange(value, digits) {
  const written = formatSigned(value, digits);
  return value > 0 && Number(written) ? `+${written}` : written;
}

// A place as "head 3 of layer 2", and the name of its attention.
/** @param {string} place */
export function headName(place) {
  const [, layer, head] = place.split(".");
  return `head ${Number(head) + 1} of layer ${Number(layer) + 1}`;
}

/** @param {string} place */
export function headKind(place) {
  return KINDS[place.split(".")[0]].name;
}

/** @param {HeadAblationFacts} facts @param {HeadChoice} choice */
const knownFigures = (facts, choice) =>
  allHeads(facts).flatMap((place) => {
    const figure = headFigure(facts, choice, place);
    return figure ? [{ place, figure }] : [];
  });

// The place that is missed most, with its figure.
/** @param {HeadAblationFacts} facts @param {HeadChoice} choice */
export function findWorst(facts, choice) {
  const known = knownFigures(facts, choice);
  return known.reduce((most, each) => (each.figure.harm > most.figure.harm ? each : most), known[0]);
}

// What the map shows as a whole, in a sentence or two.
/**
 * @param {HeadAblationFacts} facts
 * @param {HeadChoice} choice
 */
export function describeMap(facts, choice) {
  const known = knownFigures(facts, choice);
  const worst = findWorst(facts, choice);
  if (!worst) return "";
  const name = headName(worst.place);
  const kind = headKind(worst.place).replace(/^./, (letter) => letter.toLowerCase());
  const at = {
    zero_head: `without ${name} in ${kind}`,
    mean_head: `with the mean instead of ${name} in ${kind}`,
    keep_head: `with only ${name} in ${kind} left in its layer`,
  }[choice.change];
  if (worst.figure.harm <= 0) return "By this measure, no change does any harm.";
  const missed = known.filter(({ place }) => facts.sentence?.changes[choice.change]?.[place]?.changedWords);
  const better = known.filter(({ figure }) => figure.harm < 0);
  if (choice.measure === "likelihood") {
    const loss = describeLoss(facts, choice, worst);
    const does = choice.change === "zero_head" ? "Take out" : "Change";
    const found = missed.length === 1 ? "only one changes" : missed.length ? `${missed.length} change` : "none changes";
    const isWorst = missed.length === 1 && missed[0].place === worst.place;
    const end = isWorst ? `: ${loss}` : `. ${at[0].toUpperCase()}${at.slice(1)}, ${loss}`;
    return `${does} any one of ${known.length} heads: in this sentence, ${found} a word${end}.`;
  }
  const begin = `BLEU falls most ${at}: ${worst.figure.written}.`;
  if (!better.length || !facts.heldOut) return begin;
  const gain = Math.max(...better.map(({ figure }) => -figure.harm));
  const { pairs } = facts.heldOut.corpora[choice.corpus];
  return (
    `${begin} In ${better.length} of ${known.length} cases it rises, by up to ${formatChange(gain, 1).slice(1)}: on ` +
    `${pairs} sentences, differences of that size mean little.`
  );
}

// The first words that a change makes others, and the first that stand there then.
/** @param {HeadAblationFacts} facts @param {HeadChoice} choice @param {string} place */
export function changedWords({ sentence }, { change }, place) {
  const { before = [], after = [] } = sentence?.changes[change]?.[place] ?? {};
  return [before, after].map((pieces) => pieces.find(({ same }) => !same)?.text.trim() ?? "");
}

// How many heads can go together, on the first held-out set; nothing if that wasn't measured.
/** @param {HeadAblationFacts} facts */
export function describeSpare(facts) {
  if (!facts.heldOut?.pruning.length) return "";
  const [{ spare }] = facts.heldOut.pruning;
  const [{ pairs }] = facts.heldOut.corpora;
  return (
    `That is one head, in one sentence. Without ${spare + 1} of ${allHeads(facts).length}, the least needed ones, ` +
    `translations of ${pairs} test sentences lose over a point of 100 (BLEU).`
  );
}

// What becomes of the translation: of its words, or if they stay, of its probability.
/** @param {HeadAblationFacts} facts @param {HeadChoice} choice */
function describeLoss(facts, choice, { place, figure }) {
  const [lost, come] = changedWords(facts, choice, place);
  if (lost && come) return `“${lost}” becomes “${come}”`;
  if (lost) return `“${lost}” is lost`;
  if (come) return `“${come}” is added`;
  return `the translation gets ${formatChange(100 * figure.harm, 0).slice(1)}% less probable`;
}

// What is known of every head under every change, as a table's lines; empty where a change was not asked for.
/** @param {HeadAblationFacts} facts */
export function headLines(facts) {
  const { sentence, heldOut } = facts;
  const corpora = heldOut?.corpora ?? [];
  const title = ["change", "place", "translation", "log-probability", ...corpora.map(({ name }) => `BLEU ${name}`)];
  const line = (change, place, found, cost) => [
    ...[change, place, found?.translation ?? "", found?.logProbability ?? ""],
    ...corpora.map((_, corpus) => cost[corpus]),
  ];
  const original = sentence && { ...sentence, translation: sentence.untouched };
  const changes = /** @type {HeadChange[]} */ (Object.keys(HEAD_CHANGES));
  const rows = changes.flatMap((change) =>
    allHeads(facts).map((place) =>
      line(change, place, sentence?.changes[change]?.[place], heldOut?.costs[change][place]),
    ),
  );
  return [title, line("untouched", "", original, heldOut?.untouched), ...rows];
}
