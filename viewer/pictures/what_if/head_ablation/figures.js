// What is known about a head under a change, as numbers and in words. This needs no page.

import { csvNumber } from "../../../widgets/csv.js";
import { KINDS } from "../../../widgets/focus.js";
import { signed } from "../../../widgets/numbers.js";

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
  keep_kind: {
    button: "Keep only its kind",
    does: "All heads of the other two kinds output zeros. Each cell is a whole kind of attention.",
  },
};

/** @type {Record<HeadMeasure, string>} */
export const HEAD_MEASURES = {
  words: "Words that change",
  likelihood: "Log-probability",
  loss: "Held-out loss",
  bleu: "BLEU",
};

// The places that a change acts on, kind by kind: rows of heads, or the kind itself.
/**
 * @param {HeadAblationFacts} facts
 * @param {HeadChange} change
 * @returns {{ kind: Kind, rows: string[][] }[]}
 */
export function headBlocks({ layers, heads }, change) {
  return /** @type {Kind[]} */ (Object.keys(KINDS)).map((kind) => ({
    kind,
    rows:
      change === "keep_kind"
        ? [[kind]]
        : Array.from({ length: layers[kind] }, (_, layer) =>
            Array.from({ length: heads }, (_, head) => `${kind}.${layer}.${head}`),
          ),
  }));
}

// All of them, in the order of the map.
/** @param {HeadAblationFacts} facts @param {HeadChange} change */
export const placesOf = (facts, change) => headBlocks(facts, change).flatMap(({ rows }) => rows.flat());

// What the map shows for one place; null if unknown.
/**
 * @param {HeadAblationFacts} facts
 * @param {HeadChoice} choice
 * @param {string} place
 * @returns {HeadFigure | null}
 */
export function headFigure({ sentence, heldOut }, { change, measure, corpus }, place) {
  const found = sentence?.changes[change]?.[place];
  if (measure === "words") {
    if (!found) return null;
    const words = found.changedWords;
    const told = `${wordsCounted(words)} change${words === 1 ? "s" : ""}`;
    return { harm: words, written: String(words), told };
  }
  if (measure === "likelihood") {
    if (!found) return null;
    const written = changed(-found.drop, 2);
    return { harm: found.drop, written, told: `log-probability ${written} nats` };
  }
  const cost = heldOut?.costs[change][place];
  if (!cost) return null;
  const { name } = heldOut.corpora[corpus];
  if (measure === "bleu") {
    const change = cost.bleu[corpus] - heldOut.untouched.bleu[corpus];
    return { harm: -change, written: changed(change, 1), told: `BLEU on ${name} ${changed(change, 1)}` };
  }
  const rise = lossOf(cost, corpus) - lossOf(heldOut.untouched, corpus);
  const written = changedLoss(rise);
  return { harm: rise, written, told: `loss on ${name} ${written} nats per token` };
}

/** @param {HeadCost} cost  @param {number} corpus */
export function lossOf({ loss }, corpus) {
  return loss[corpus] ?? Infinity;
}

// A change in loss: with the file's digits if it is small, with as many as fit in a cell if it is large.
export function changedLoss(rise) {
  return changed(rise, Math.abs(rise) >= 10 ? 1 : Math.abs(rise) >= 1 ? 2 : 3);
}

// A change with its sign, or no sign for what rounds to zero.
export function changed(value, digits) {
  if (!Number.isFinite(value)) return value < 0 ? "−∞" : "+∞";
  const written = signed(value, digits);
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
const knownOf = (facts, choice) =>
  placesOf(facts, choice.change)
    .map((place) => ({ place, figure: headFigure(facts, choice, place) }))
    .filter(({ figure }) => figure !== null);

// The place that is missed most, with its figure; of equals, the one that the model needs most elsewhere.
/** @param {HeadAblationFacts} facts @param {HeadChoice} choice */
export function worstOf(facts, choice) {
  /** @type {HeadMeasure} */
  const next = facts.heldOut ? "loss" : "likelihood";
  const elsewhere = ({ place }) => headFigure(facts, { ...choice, measure: next, corpus: 0 }, place)?.harm ?? 0;
  const isWorse = (one, other) =>
    one.figure.harm === other.figure.harm ? elsewhere(one) > elsewhere(other) : one.figure.harm > other.figure.harm;
  const known = knownOf(facts, choice);
  return known.reduce((most, each) => (isWorse(each, most) ? each : most), known[0]);
}

// What the map shows as a whole, in a sentence or two.
/**
 * @param {HeadAblationFacts} facts
 * @param {HeadChoice} choice
 */
export function mapInWords(facts, choice) {
  const known = knownOf(facts, choice);
  const worst = worstOf(facts, choice);
  if (!worst) return "";
  const name = headName(worst.place);
  const kind = headKind(worst.place).replace(/^./, (letter) => letter.toLowerCase());
  const at = {
    zero_head: `without ${name} in ${kind}`,
    mean_head: `with the mean instead of ${name} in ${kind}`,
    keep_head: `with only ${name} in ${kind} left in its layer`,
    keep_kind: `with ${kind} only`,
  }[choice.change];
  const what = choice.change === "keep_kind" ? "kinds" : "heads";
  if (choice.measure === "words") {
    const harmless = known.filter(({ figure }) => figure.harm === 0).length;
    const can = {
      zero_head: "can be removed, one at a time, without changing",
      mean_head: "can be set to their mean, one at a time, without changing",
      keep_head: "can be the only one left in their layer, one at a time, without changing",
      keep_kind: "of attention can be the only one left without changing",
    }[choice.change];
    const begin = `${harmless} of ${known.length} ${what} ${can} a word of this translation.`;
    const others = known.length - harmless;
    if (!others) return begin;
    const alike = known.every(({ figure }) => figure.harm === 0 || figure.harm === worst.figure.harm);
    if (others > 1 && alike) return `${begin} Each of the other ${others} changes ${wordsCounted(worst.figure.harm)}.`;
    if (others > 1) return `${begin} Most change ${at}: ${worst.figure.harm}.`;
    const verb = worst.figure.harm === 1 ? "changes" : "change";
    const where = at.replace(/^./, (letter) => letter.toUpperCase());
    return `${begin} ${where}, ${wordsCounted(worst.figure.harm)} ${verb}.`;
  }
  if (worst.figure.harm <= 0) return "By this measure, no change does any harm.";
  const better = known.filter(({ figure }) => figure.harm < 0);
  const begin = {
    likelihood: `The model finds its own translation least probable ${at}: ${worst.figure.written} nats.`,
    loss: `The loss rises most ${at}: ${worst.figure.written} nats per token.`,
    bleu: `BLEU falls most ${at}: ${worst.figure.written}.`,
  }[choice.measure];
  if (choice.measure !== "bleu" || !better.length) return begin;
  const gain = Math.max(...better.map(({ figure }) => -figure.harm));
  const { pairs } = facts.heldOut.corpora[choice.corpus];
  return (
    `${begin} In ${better.length} of ${known.length} cases it rises, by up to ${changed(gain, 1).slice(1)}: on ` +
    `${pairs} sentences, differences of that size mean little.`
  );
}

// At Look: how many heads this translation needs; empty for any other question.
/** @param {HeadAblationFacts} facts @param {HeadChoice} choice */
export function headsThatCount(facts, { change, measure }) {
  if (change !== "zero_head" || measure !== "words") return "";
  const found = Object.values(facts.sentence?.changes.zero_head ?? {});
  const count = found.filter(({ changedWords }) => changedWords > 0).length;
  if (!found.length) return "";
  if (!count) return `Remove any one of the ${found.length} heads, and not a word changes.`;
  if (count === found.length) return `Remove any one of the ${count} heads, and words change.`;
  const few = count < found.length / 4 ? "Only " : "";
  const are = count === 1 ? "is" : "are";
  return `${few}${count} of ${found.length} heads ${are} missed: remove any other one, and not a word changes.`;
}

function wordsCounted(number) {
  return number === 1 ? "1 word" : `${number} words`;
}

// All that the page knows about every head, as a table's lines.
/** @param {HeadAblationFacts} facts */
export function headLines(facts) {
  const { sentence, heldOut } = facts;
  const corpora = heldOut?.corpora ?? [];
  const title = [
    "change",
    "place",
    ...(sentence ? ["translation", "changed words", "log-probability", "drop"] : []),
    ...corpora.flatMap(({ name }) => [`loss ${name}`, `BLEU ${name}`]),
  ];
  const untouched = [
    "untouched",
    "",
    ...(sentence ? [sentence.untouched, 0, sentence.logProbability, 0] : []),
    ...corpora.flatMap((_, corpus) => [csvNumber(lossOf(heldOut.untouched, corpus)), heldOut.untouched.bleu[corpus]]),
  ];
  const changes = /** @type {HeadChange[]} */ (Object.keys(HEAD_CHANGES));
  const rows = changes.flatMap((change) =>
    placesOf(facts, change).map((place) => {
      const found = sentence?.changes[change]?.[place];
      const cost = heldOut?.costs[change][place];
      return [
        change,
        place,
        ...(found ? [found.translation, found.changedWords, found.logProbability, found.drop] : []),
        ...(sentence && !found ? ["", "", "", ""] : []),
        ...(cost ? corpora.flatMap((_, corpus) => [csvNumber(lossOf(cost, corpus)), cost.bleu[corpus]]) : []),
      ];
    }),
  );
  return [title, untouched, ...rows];
}
