// The same sentence scored in three ways: x · x, Ux · Ux, Qx · Kx; under each what it cannot say, with what was
// measured.

import { placeOf } from "../../../frame/attention.js";
import { attentionMatrix } from "../../../frame/attention_matrix.js";
import { part } from "../../../transport/payload.js";
import { element, say } from "../../../widgets/elements.js";
import { ident } from "../../../widgets/mathml.js";
import { short } from "../../../widgets/numbers.js";
import { formula, withIndex } from "../formula.js";
import { section } from "../section.js";
import { largestAsymmetry, leastMutual, mostLikeThemselves } from "./numbers.js";

const TITLES = { naive: "Naive", symmetric: "Symmetric", asymmetric: "Asymmetric, the one in use" };

/** @param {ProjectionsView} view */
export function similarities(view) {
  const cards = Object.keys(TITLES).map((name) => buildCard(view, name));
  return {
    element: section(
      "Three ways to measure how similar two tokens are",
      "Why two matrices, one for queries and one for keys? Turner’s “An Introduction to Transformers” gets there in " +
        "three steps; here they score the sentence above, before scaling and before any mask. Values have a third " +
        "matrix: what a token hands over need not be what it is found by.",
      element("div", "similarities side-by-side", ...cards.map((card) => card.element)),
    ),
    update(now, changed) {
      for (const card of cards) card.update(now, changed);
    },
  };
}

/** @param {ProjectionsView} view */
function buildCard(view, name) {
  const [pair, words] = [element("p", "pair"), element("div", "words stack")];
  const tell = (query, key) => say(pair, ...pairWords(view, name, query, key));
  const point = (query, key) => tell(query ?? view.now.token, key ?? view.now.keyRow);
  const look = { name: TITLES[name], scale: "signed", unit: "score", point };
  const heat = attentionMatrix(view, look, () => view.now.keyRow);
  return {
    element: element("article", "similarity stack", heat.element, words),
    update(now, changed) {
      tell(now.token, now.keyRow);
      if (!changed) return heat.mark();
      heat.draw(readScores(view, name), { shape: `${now.rows.length} × ${now.columns.length}` });
      words.replaceChildren(
        element("div", "", similarityFormula(name, now)),
        pair,
        element("p", "hint", ...cannotSay(name, now, view)),
        element("p", "measured", describeMeasure(view, now, name)),
      );
    },
  };
}

/** @param {ProjectionsView} view */
function readScores(view, name) {
  const { now } = view;
  const scores = view.tensors[`${placeOf(now.kind, now.layer)}.${name}`];
  return name === "naive" ? part(scores) : part(scores, now.head);
}

function similarityFormula(name, now) {
  const [first, second] = [withIndex("x", "i"), withIndex(now.cross ? "m" : "x", "j")];
  const [left, right] = { naive: [], symmetric: ["U", "U"], asymmetric: ["Q", "K"] }[name];
  const factor = (letter, meaning) => (letter ? [ident(letter, name === "asymmetric" ? meaning : "")] : []);
  return formula(...factor(left, "query"), first, "·", ...factor(right, "key"), second);
}

// Show a pair and its mirror image. A token with itself says nothing about symmetry: then show the least mutual pair.
/** @param {ProjectionsView} view */
function pairWords(view, name, query, key) {
  const { now } = view;
  const scores = readScores(view, name);
  const value = (rowAt, column) => element("b", "mono", short(scores.data[rowAt * scores.columns + column]));
  const called = (chips, index) => `“${chips[index].text}”`;
  if (now.cross) return [`${called(now.rows, query)} to ${called(now.columns, key)}: `, value(query, key)];
  const other = query === key ? leastMutual(readScores(view, "asymmetric"), query) : key;
  return [
    `${called(now.rows, query)} to ${called(now.rows, other)}: `,
    value(query, other),
    element("br"),
    `${called(now.rows, other)} to ${called(now.rows, query)}: `,
    value(other, query),
  ];
}

function cannotSay(name, { cross }, { sizes: { d_k: depth, D }, frame }) {
  const [first, cannot] = (cross ? acrossSequences(depth, D, frame) : withinOne(depth, D))[name];
  return [`${first} `, element("b", "", "It can’t say "), cannot];
}

function withinOne(depth, D) {
  return {
    naive: [
      "The vectors as they are.",
      "what to look for: it’s the same for every head, and a pair has one score, whichever of the two asks.",
    ],
    symmetric: [
      "U is learned and picks what counts; here it is the head’s own query matrix, bias included.",
      "who looks for whom: if a verb fits its subject well, the subject fits the verb just as well. (Their weights " +
        "can differ, because softmax runs along each row separately.)",
    ],
    asymmetric: [
      "What a looks for need not be what b offers: a can look at b while b looks elsewhere.",
      `two things at once: it has one pattern, made of ${depth} comparisons where ${D} were possible. That’s what ` +
        `several heads are for.`,
    ],
  };
}

function acrossSequences(depth, D, { language, source }) {
  return {
    naive: [
      `x is from the decoder’s stream, m from the encoder’s output. Both have ${D} numbers, so they can be multiplied.`,
      "anything reliable: nothing ever made the d-th number of one mean the same as the d-th of the other.",
    ],
    symmetric: [
      "U is the head’s own query matrix with its bias, used on both sides.",
      `that the two sides differ: what ${language} looks for would have to be what ${source} offers.`,
    ],
    asymmetric: [
      `One matrix reads the decoder’s stream, the other the encoder’s output, and they meet in ${depth} dimensions.`,
      "two things at once: it has one pattern. That’s what several heads are for.",
    ],
  };
}

/** @param {ProjectionsView} view */
function describeMeasure(view, now, name) {
  if (now.cross)
    return (
      `${now.rows.length} × ${now.columns.length}: queries and keys are different sequences, so there’s no diagonal, ` +
      `no transpose and no symmetry to speak of.`
    );
  const scores = readScores(view, name);
  const themselves = mostLikeThemselves(scores);
  const mirrored =
    name === "asymmetric"
      ? `Largest difference between a score and its mirror image, |S − Sᵀ|: ${short(largestAsymmetry(scores))}.`
      : "Every score equals its mirror image, S = Sᵀ, up to rounding.";
  return `${mirrored} ${themselves} of ${now.rows.length} tokens score themselves highest.`;
}
