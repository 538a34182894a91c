// Which picture a place has, what it says, and which chapter goes on from there.

import { KINDS } from "../../../widgets/focus.js";
import { percent, short } from "../../../widgets/numbers.js";
import { highest } from "../../../widgets/vectors.js";
import { dot, productOf } from "./dot.js";
import { embed, feed, next, norm } from "./ends.js";
import { ghost } from "./ghost.js";
import { head } from "./head.js";
import { layer } from "./layer.js";
import { number, numberOf } from "./number.js";
import { attention, rowOf, sidesOf, weightsOf, wordAt } from "./numbers.js";
import { pair } from "./pair.js";
import { spellPlace, trail } from "./place.js";
import { whole } from "./whole.js";

const BESIDE = { attention: head, feed, norm, embed, next }; // level 2 of each way
const pictureAt = ({ level, way }) => [whole, layer, BESIDE[way], pair, dot, number][level];

// What is pointed at is marked, whatever it is.
/** @param {FlightShown} shown @param {string | null} hover  a mark's key */
export function marksOf(shown, hover) {
  const marks = pictureAt(shown.place)(followed(shown, hover), hover);
  if (shown.aged && !shown.place.level) marks.push(...ghost(shown, shown.aged));
  const pointed = (mark) => (mark.key === hover ? { ...mark, look: `${mark.look} over` } : mark);
  return marks.map(shown.isStill ? (mark) => ({ ...mark, to: undefined }) : pointed);
}

// In the whole, the piece that is pointed at is the one looked at, for as long.
function followed(shown, hover) {
  const [, side, at] = /^(source|output):(\d+)$/.exec((!shown.place.level && hover) || "") ?? [];
  if (side === "source") return { ...shown, source: Number(at) };
  const isWritten = side && Number(at) < shown.step - shown.facts.sizes.layers.encoder;
  return isWritten ? { ...shown, row: Number(at), isAsking: shown.isAsking && Number(at) === shown.row } : shown;
}

// The mark of a picture that leads towards a place.
export function leadTo(marks, place) {
  const ways = trail(place).map(spellPlace);
  return (
    marks.find(({ to }) => to && ways.includes(spellPlace(to))) ??
    marks.find(({ look }) => / (chosen|asked|here)/.test(look ?? ""))
  );
}

// One sentence of at most 14 words, our own ones, for what is in sight.
/** @param {FlightShown} shown */
export function storyOf(shown) {
  const { place, facts } = shown;
  const { level, way, kind } = place;
  if (level === 0) return wholeStory(shown);
  const { queries, keys } = sidesOf(shown, kind);
  const query = queries[place.query]?.text;
  const key = keys[place.key]?.text;
  if (level === 5)
    return way === "attention"
      ? `Layer ${place.layer + 1}, head ${place.head + 1} here; ${place.layer} and ${place.head} in code, which counts from 0.`
      : "Layers and heads are counted from 1 here, and from 0 in code.";
  if (way === "embed") return `A word becomes ${facts.sizes.D} numbers: what it is, and where.`;
  if (way === "next" && level === 2) return `The last vector is compared with every piece; “${query}” fits best.`;
  if (way === "next") return `How well the last vector fits “${facts.candidates[place.query][place.index]?.text}”.`;
  if (way === "norm" && level === 2) return `A norm: “${query}” gets mean 0 and spread 1, for steady numbers.`;
  const isReLU = facts.sizes.activation === "relu";
  if (way === "feed" && level === 2)
    return `“${query}” on its own${isReLU ? ": most neurons are silent" : ", neuron by neuron"}.`;
  if (way === "feed" && level === 4 && isReLU)
    return `One neuron of “${query}”: all products, one sum; below zero is silence.`;
  if (way === "feed" && level === 4) return `One neuron of “${query}”: all products, one sum.`;
  if (level === 1) return layerStory(shown, query);
  const weight = weightsOf(shown, kind, place.layer, place.head, place.query)[place.key];
  if (level === 2)
    return `For “${query}”, head ${place.head + 1} of ${facts.sizes.heads} gives ${percent(weight)} of its weight to “${key}”.`;
  if (level === 3 && kind === "decoder") return `“${query}” may look back, never ahead: later words are hidden.`;
  if (level === 3) return `Six steps from “${key}” to “${query}”: here no word is hidden.`;
  const { one } = productOf(shown);
  return `${one.values.length} products, one sum: how well “${key}” answers “${query}”.`;
}

function wholeStory(shown) {
  const { facts, step, row, isAsking, question } = shown;
  if (isAsking) return question;
  const { encoder } = facts.sizes.layers;
  const at = row ?? step - encoder - 1;
  if (at < 0) {
    if (!step) return `Every piece of the sentence becomes a vector: ${facts.sizes.D} numbers.`;
    return `Layer ${step}: every piece takes from others, and from itself.`;
  }
  const looks = weightsOf(shown, "cross", facts.alignedLayer, null, at);
  return `It writes “${facts.output[at].text}”, looking on average most at “${facts.source[highest(looks)].text}”.`;
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

// How many heads look where, for the chosen word: the telling case is that one looks elsewhere.
function layerStory(shown, query) {
  const { place, facts } = shown;
  const { keys } = sidesOf(shown, place.kind);
  const counts = new Map();
  for (let each = 0; each < facts.sizes.heads; each += 1) {
    const { text } = keys[highest(weightsOf(shown, place.kind, place.layer, each, place.query))];
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const written = (count) => COUNTS[count] ?? String(count);
  const found = [...counts].sort(([, one], [, other]) => other - one);
  const [[first, most], ...others] = found;
  const begin = `${place.kind === "cross" ? "To write" : "For"} “${query}”, `;
  if (!others.length) return `${begin}all ${written(most)} heads look most at “${first}”.`;
  const rest =
    others.length > 2
      ? [`the others at ${written(others.length)} other words`]
      : others.map(([text, count]) => `${written(count)} at “${text}”`);
  return `${begin}${written(most)} ${most === 1 ? "head looks" : "heads look"} most at “${first}”, ${rest.join(", ")}.`;
}

// Why, or so what, in a second sentence, for a chapter that stays at its level.
/** @param {FlightShown} shown */
export function whyOf(shown) {
  const { level, way } = shown.place;
  if (way !== "attention") return "";
  return { 1: whyOfLayer, 2: whyOfHead, 3: whyOfPair }[level]?.(shown) ?? "";
}

function whyOfHead(shown) {
  const { kind, layer: at, head: own, query } = shown.place;
  const { queries, keys } = sidesOf(shown, kind);
  const best = keys[highest(weightsOf(shown, kind, at, own, query))].text;
  const said = `that of “${best}” fits best, so its value counts most.`;
  return `A head is one set of queries, keys and values. The query of “${queries[query].text}” meets every key: ${said}`;
}

function whyOfLayer(shown) {
  const { kind, layer: at, query } = shown.place;
  const { queries, keys } = sidesOf(shown, kind);
  const most = (row, own) => highest(weightsOf(shown, kind, at, own, row));
  const heads = Array.from({ length: shown.facts.sizes.heads }, (_, own) => most(query, own));
  if (heads.every((key) => key === heads[0]))
    return "They look at the same word, but each takes other numbers from it.";
  const laterAt = (key) =>
    queries.findIndex((chip, row) => row > query && !chip.joined && !chip.special && most(row, null) === key);
  const ahead = kind === "cross" ? heads.findIndex((key) => !keys[key].special && laterAt(key) > 0) : -1;
  if (ahead < 0) return "Each head has queries and keys of its own, so they needn’t agree.";
  const [seen, later] = [keys[heads[ahead]].text, wordAt(queries, laterAt(heads[ahead]))];
  return `Head ${ahead + 1} reads ahead in the sentence: “${seen}” is translated only later, as “${later}”, and “${queries[query].text}” can depend on it.`;
}

function whyOfPair(shown) {
  const { kind, layer: at, head: own, query, key } = shown.place;
  const { queries, keys } = sidesOf(shown, kind);
  const share = percent(weightsOf(shown, kind, at, own, query)[key]);
  const before = kind !== "cross" && key === query - 1 ? ", just before it" : "";
  return `For “${queries[query].text}”, this head gives ${share} of its weight to “${keys[key].text}”${before}.`;
}

// The names of the places on the way, as one reads them: layers and heads from 1.
/** @param {FlightShown} shown @param {import("./place.js").Place} place */
export function crumbOf(shown, place) {
  const here = { ...shown, place };
  const { stack } = KINDS[place.kind];
  if (place.level === 0) return "Whole";
  if (place.level === 1) return `${stack} ${shown.room.upright ? "" : "layer "}${place.layer + 1}`;
  const { queries, keys } = sidesOf(here, place.kind);
  const [query, key] = [queries[place.query]?.text, keys[place.key]?.text];
  if (place.level === 2) {
    const side = place.kind === "encoder" ? "source" : "target";
    const names = {
      feed: `neurons of ${query}`,
      norm: `norm of ${query}`,
      embed: shown.facts[side][place.query]?.text,
      next: `writes ${query}`,
    };
    return place.way === "attention" ? `head ${place.head + 1}` : names[place.way];
  }
  if (place.level === 3) return `${key} → ${query}`;
  if (place.level === 5) return shortOf(here);
  if (place.way === "next") return `fit of ${shown.facts.candidates[place.query][place.index]?.text}`;
  if (place.way === "feed") return `neuron ${place.index + 1}`;
  return short(rowOf(here, `${attention(here)}.raw_scores`, place.head, place.query)[place.key], 4);
}

function shortOf(here) {
  const { value } = numberOf(here);
  return value === -Infinity ? "−∞" : short(value);
}

// The chapter that goes on from here, and what to open it on.
/** @param {import("./place.js").Place} place @returns {[string, string, object][]} */
export function chaptersOf({ level, way, kind, layer: at, head: own, query }) {
  const focus = { focus: `${kind}.${at}.${own}.${query}` };
  if (level === 0) return [];
  if (way === "embed")
    return [
      ["embedding", "Embedding", {}],
      ["positions", "Positions", {}],
    ];
  if (way === "next") return [["output", "Output", { focus: `cross.0.mean.${query}` }]];
  if (way === "feed" || way === "norm") return [["residual", "Residual, norm, feed-forward", focus]];
  /** @type {[string, string, object]} */
  const heads = ["heads", "Attention heads", focus];
  if (level === 1) return [heads, ["residual", "Residual, norm, feed-forward", focus]];
  return level === 2
    ? [["projections", "Queries, keys, values", focus], heads]
    : [["scores", "Scores and masks", focus]];
}
