// The model's numbers by their names in the library, as rows that stay the same objects while they are shown.

import { probedName } from "../../../engine/live/named.js";
import { part } from "../../../transport/payload.js";
import { attentionName, KINDS, rowNames } from "../../../widgets/focus.js";
import { highest } from "../../../widgets/vectors.js";

const known = new WeakMap(); // by tensor: its rows by index, and what else is made of it by name

// One row of an activation: `rowOf(shown, "encoder.0.self_attention.query", head, token)`.
/** @param {FlightShown} shown @returns {Float32Array} */
export function rowOf(shown, name, ...index) {
  const tensor = shown.tensors[name];
  return kept(tensor, index.join(), () => part(tensor, ...index));
}

// What is made of a tensor, or of a row of it, once.
export function kept(tensor, at, make) {
  if (!known.has(tensor)) known.set(tensor, new Map());
  const rows = known.get(tensor);
  if (!rows.has(at)) rows.set(at, make());
  return rows.get(at);
}

export const has = (shown, name) => Boolean(shown.tensors[name]);

export const attention = ({ place: { kind, layer } }) => attentionName(kind, layer);

// The weights of a query, one for each key; the mean of the heads where none is given.
/** @param {FlightShown} shown @param {Kind} kind @param {number} layer @param {number | null} head */
export function weightsOf(shown, kind, layer, head, query) {
  const name = `${attentionName(kind, layer)}.weights`;
  if (head !== null) return rowOf(shown, name, head, query);
  const { heads } = shown.facts.sizes;
  return kept(shown.tensors[name], `mean${query}`, () => {
    const all = Array.from({ length: heads }, (_, each) => rowOf(shown, name, each, query));
    return Float32Array.from(all[0], (_, key) => all.reduce((total, each) => total + each[key], 0) / heads);
  });
}

// What enters a stack's layer (or, with the number of layers, leaves its last one), by the activation's name.
/** @param {string} stack @param {number} layer */
export const streamName = (stack, layer) => (layer ? `${stack}.${layer - 1}.feed_forward.after` : `${stack}.input`);

// What a layer's feed-forward network reads, by the activation's name.
/** @param {FlightShown} shown */
export const feedInput = ({ place: { kind, layer }, facts }) =>
  probedName(`${KINDS[kind].stack}.${layer}.feed_forward.input`, facts);

// The words of the queries, as they are written next to them, and of the keys.
/** @param {FlightShown} shown @param {Kind} kind */
export function sidesOf({ facts }, kind) {
  return { queries: facts[rowNames(kind)], keys: facts[KINDS[kind].columns] };
}

// What the query of a row is called in every picture: where queries and keys are the same words, it stands at the right.
export function queryKeyOf(kind, query) {
  const side = rowNames(kind);
  return side === KINDS[kind].columns ? `${side}:${query}:out` : `${side}:${query}`;
}

export const size = (values) => Math.sqrt(values.reduce((total, each) => total + each * each, 0) / values.length);

// The link to ask about: where one head of the layer that aligns best looks ahead, hard, at a word that the others
// don't look at, as an article's does at its noun, and the piece that is most of all written from that word (`later`); else
// the word that looks hardest.
const HARD = 0.8;
const [ARTICLE, SHORT] = [4, 3]; // letters that an article has at most, and a word that may be one before another noun

/** @param {FlightShown} shown @returns {{ query: number, key: number, head: number | null, layer: number, later: number }} */
export function linkToAsk(shown) {
  const { facts } = shown;
  const layer = facts.alignedLayer;
  const isWord = (chip) => /\p{L}/u.test(chip.text) && !chip.special;
  const rows = facts.output.map((_, query) => weightsOf(shown, "cross", layer, null, query));
  const begins = (query) => isWord(facts.output[query]) && !facts.output[query].joined;
  let found = { query: 0, key: 0, head: /** @type {number | null} */ (null), layer, later: -1, by: 0 };
  for (const [query, mean] of rows.entries()) {
    if (!begins(query)) continue;
    const usual = highest(mean);
    for (let head = 0; head < facts.sizes.heads; head += 1) {
      const weights = weightsOf(shown, "cross", layer, head, query);
      const key = highest(weights);
      const by = weights[key] + (query ? 1 : 0); // rather within the sentence
      const later = highest(rows.map((each, row) => (row > query && begins(row) ? each[key] : 0)));
      const isAhead = key > usual && weights[key] > HARD && mean[usual] > mean[key] && isWord(facts.source[key]);
      if (isAhead && by > found.by && highest(rows[later]) === key && waitsFor(facts, query, usual, later))
        found = { query, key, head, layer, later, by };
    }
  }
  if (found.by) return found;
  const query = highest(rows.map((mean, at) => (begins(at) ? Math.max(...mean) : 0)));
  return { ...found, query, key: highest(rows[query]) };
}

// Whether a word is like an article that waits for its noun: both it and what it is written from are short, and
// no other word like it comes before the noun.
/** @param {Pick<FlightFacts, "output" | "source">} facts @param {number} usual  of the source, its own word */
export function waitsFor({ output, source }, query, usual, later) {
  const short = [wordAt(output, query), wordAt(source, usual)].every((word) => word.length <= ARTICLE);
  const isSame = (at) => !output[at].joined && wordAt(output, at).length <= SHORT;
  return later > query && short && !output.slice(query + 1, later).some((_, at) => isSame(query + 1 + at));
}

// The word that begins with a piece, without signs.
export function wordAt(chips, at) {
  const goesOn = ({ joined, text }) => joined && /\p{L}/u.test(text);
  const rest = chips.slice(at + 1);
  const end = rest.findIndex((each) => !goesOn(each));
  return [chips[at], ...(end < 0 ? rest : rest.slice(0, end))].map((each) => each?.text).join("");
}

// The link of a layer that one sees first: the strongest between two different words.
/** @param {FlightShown} shown */
export const strongestLink = (shown, kind, layer) =>
  kept(shown.tensors[`${attentionName(kind, layer)}.weights`], "strongest", () => foundLink(shown, kind, layer));

function foundLink(shown, kind, layer) {
  const { queries, keys } = sidesOf(shown, kind);
  const found = { query: 0, key: 0, head: 0, by: 0 };
  for (let head = 0; head < shown.facts.sizes.heads; head += 1)
    for (let query = 0; query < queries.length; query += 1)
      weightsOf(shown, kind, layer, head, query).forEach((by, key) => {
        const isOther = kind === "cross" || key !== query;
        if (by > found.by && isOther && !queries[query].special && !keys[key].special)
          Object.assign(found, { query, key, head, by });
      });
  const { query, key, head } = found;
  return { query, key, head };
}
