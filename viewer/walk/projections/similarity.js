// The same sentence scored in three ways: x · x, Ux · Ux, Qx · Kx; under each what it cannot say, with what was
// measured.

import { element } from "../../widgets/elements.js";
import { equation, ident, op, sub } from "../../widgets/mathml.js";
import { matrix } from "../../widgets/matrix.js";
import { short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { section } from "./numbers.js";

const SIMILARITIES = [
  { name: "naive", title: "Naive", index: 0 },
  { name: "symmetric", title: "Symmetric", index: 1 },
  { name: "asymmetric", title: "Asymmetric, the one in use", index: 2 },
];

/** @param {ProjectionsView} view */
export function threeSimilarities(view, place) {
  const box = section(
    "Three ways to say how similar two tokens are",
    "Why two matrices, one for queries and one for keys? Turner’s “An Introduction to Transformers” comes to them " +
      "in three steps; here they score the sentence above, before scaling and before any mask.",
  );
  const grid = element("div", "similarities");
  const cards = SIMILARITIES.map((similarity) => similarityCard(view, similarity));
  grid.append(...cards.map(({ element: card }) => card));
  box.append(grid);
  place.append(box);
  return {
    update: (now, changed) =>
      cards.forEach((card) => {
        card.update(now, changed);
      }),
  };
}

/** @param {ProjectionsView} view */
function similarityCard(view, { name, title, index }) {
  const card = element("article", `similarity ${name}`);
  const labels = (chips) => chips.map(({ text: label }) => label);
  const formula = element("div", "formula");
  const [pair, cannot, measured] = [element("p", "pair"), element("p", "hint"), element("p", "measured")];
  const tell = (query, key) => pair.replaceChildren(...pairWords(view, scoresOf(view, name), query, key));
  const heat = matrix({
    name: title,
    rows: { title: "query", labels: [], meaning: "query" },
    columns: { title: "key", labels: [], meaning: "key" },
    scale: "signed",
    unit: "score",
    pick: (query, key) => {
      view.key = key;
      view.set({ token: query });
    },
    point: (query, key) => (query === null ? tell(view.now.token, view.now.keyRow) : tell(query, key)),
  });
  const words = element("div", "words");
  words.append(formula, pair, cannot, measured);
  card.append(heat.element, words);
  return {
    element: card,
    update(now, changed) {
      tell(now.token, now.keyRow);
      if (!changed) {
        heat.mark({ row: now.token, column: now.keyRow });
        return;
      }
      heat.draw(
        scoresOf(view, name),
        { row: now.token, column: now.keyRow },
        {
          rows: { title: "query", labels: labels(now.rows), meaning: "query" },
          columns: { title: "key", labels: labels(now.columns), meaning: "key" },
          shape: `${now.rows.length} × ${now.columns.length}`,
        },
      );
      formula.replaceChildren(similarityFormula(name, now));
      cannot.replaceChildren(...cannotSay(name, now, view));
      measured.textContent = measuredWords(view, now, name, index);
    },
  };
}

/** @param {ProjectionsView} view */
function scoresOf(view, name) {
  const { now } = view;
  const scores = view.tensors[`${now.kind}.${name}`];
  return name === "naive" ? part(scores, now.layer) : part(scores, now.layer, now.head);
}

function similarityFormula(name, now) {
  const [first, second] = [sub(ident("x"), "i"), sub(ident(now.cross ? "m" : "x"), "j")];
  const [left, right] = { naive: [], symmetric: ["U", "U"], asymmetric: ["Q", "K"] }[name];
  const factor = (letter, meaning) => (letter ? [ident(letter, name === "asymmetric" ? meaning : "")] : []);
  return equation(...factor(left, "query"), first, op("·"), ...factor(right, "key"), second);
}

// A pair and its mirror image. A token and itself say nothing of symmetry: with them stands the pair that is least
// mutual.
/** @param {ProjectionsView} view */
function pairWords(view, scores, query, key) {
  const { now } = view;
  const value = (rowAt, column) => element("b", "mono", short(scores.data[rowAt * scores.columns + column]));
  const called = (chips, index) => `“${chips[index].text}”`;
  if (now.cross) return [`${called(now.rows, query)} to ${called(now.columns, key)}: `, value(query, key)];
  const other = query === key ? leastMutual(scoresOf(view, "asymmetric"), query) : key;
  return [
    `${called(now.rows, query)} to ${called(now.rows, other)}: `,
    value(query, other),
    element("br"),
    `${called(now.rows, other)} to ${called(now.rows, query)}: `,
    value(other, query),
  ];
}

function leastMutual({ data, columns }, query) {
  let best = query;
  let most = -1;
  for (let key = 0; key < columns; key += 1) {
    const apart = key === query ? -0.5 : Math.abs(data[query * columns + key] - data[key * columns + query]);
    if (apart > most) [best, most] = [key, apart];
  }
  return best;
}

function cannotSay(name, { cross }, { sizes: { d_k: depth, D }, frame }) {
  const [first, cannot] = (cross ? acrossSequences(depth, D, frame.language) : withinOne(depth, D))[name];
  return [`${first} `, element("b", "", "It cannot say "), cannot];
}

function withinOne(depth, D) {
  return {
    naive: [
      "The vectors as they are.",
      "what to look for: it is the same for every head, and a pair has one score, whichever of the two asks.",
    ],
    symmetric: [
      "U is learned and picks what counts; here it is the head’s own query matrix, bias included.",
      "who looks for whom: if a verb fits its subject well, the subject fits the verb just as well. (Their weights " +
        "may differ, because softmax goes along each row by itself.)",
    ],
    asymmetric: [
      "What a looks for is not what b is found by: a may look at b while b looks elsewhere.",
      `two things at once: it has one pattern, made of ${depth} comparisons where ${D} were possible. That is what ` +
        `several heads are for.`,
    ],
  };
}

function acrossSequences(depth, D, language) {
  return {
    naive: [
      `x is of the decoder’s stream, m of the encoder’s output. Both have ${D} numbers, so that they can be ` +
        `multiplied.`,
      "anything reliable: nothing ever made the d-th number of the one mean what the d-th of the other means.",
    ],
    symmetric: [
      "U is the head’s own query matrix with its bias, used on both sides.",
      `that the two sides differ: what to look for in ${language} has to be what English is found by.`,
    ],
    asymmetric: [
      `One matrix reads the decoder’s stream, the other the encoder’s output, and they meet in ${depth} dimensions.`,
      "two things at once: it has one pattern. That is what several heads are for.",
    ],
  };
}

/** @param {ProjectionsView} view */
function measuredWords(view, now, name, index) {
  const { shape, data } = view.tensors[`${now.kind}.fromModel`];
  const apart = data[now.layer * shape[1] + now.head];
  const same =
    name !== "asymmetric"
      ? ""
      : ` The model’s own raw scores: ${apart ? `at most ${short(apart, 2)} away.` : "the same, number for number."}`;
  if (now.cross)
    return (
      `${now.rows.length} × ${now.columns.length}, queries and keys are different sequences: no diagonal and no ` +
      `transpose, so no symmetry to speak of.${same}`
    );
  const of = (tensor) => part(view.tensors[`${now.kind}.${tensor}`], now.layer, index)[now.head];
  const most = of("asymmetry");
  const rounding = most && name !== "asymmetric" ? ", which is rounding" : "";
  return (
    `The largest difference between a score and its mirror image, |S − Sᵀ|: ${short(most)}${rounding}. ` +
    `${of("themselves")} of ${now.rows.length} tokens score themselves highest.${same}`
  );
}
