// Common misreadings of queries, keys and values, each answered by what is measured on this head.

import { placeOf, softmaxRows } from "../../../frame/attention.js";
import { part } from "../../../transport/payload.js";
import { short, sum } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { cosineOf, rowOf } from "../vectors.js";
import { largestAsymmetry, leastMutual, QKV } from "./numbers.js";

const PAIRS = [
  ["query", "key"],
  ["query", "value"],
  ["key", "value"],
];

/** @param {ProjectionsView} view */
export function mistakes(view) {
  return [
    { said: "Q, K and V are three copies of the input.", answer: () => copies(view) },
    { said: "Each head sees its own slice of the input.", answer: () => slices(view) },
    { said: "If the scores are symmetric, so are the weights.", answer: () => symmetricWeights(view) },
  ];
}

/** @param {ProjectionsView} view */
function copies(view) {
  const { now, sizes } = view;
  const rows = { query: now.token, key: now.cross ? now.keyRow : now.token };
  const vectorOf = (which) => rowOf(now[which], rows[which] ?? rows.key);
  const [asks, asked] = [now.rows[rows.query].text, now.columns[rows.key].text];
  return [
    `They’re made from the same vectors, by three matrices that training made different. Copies would have a ` +
      `cosine of 1 with each other. This head’s ${sizes.d_k} numbers for ` +
      `“${asks}”${now.cross ? ` and “${asked}”` : ""}:`,
    plainTable(
      ["cosine of", "the vectors", "the matrices"],
      PAIRS.map(([first, second]) => [
        `${QKV[first].letter} and ${QKV[second].letter}`,
        short(cosineOf(vectorOf(first), vectorOf(second))),
        short(cosineOf(now.matrices[first].data, now.matrices[second].data)),
      ]),
    ),
  ];
}

/** @param {ProjectionsView} view */
function slices(view) {
  const { now, sizes } = view;
  const { H, D, d_k: depth } = sizes;
  const from = now.head * depth;
  const x = rowOf(now.x, now.token);
  const [all, own] = [projectPart(x, now.matrices.query, 0, D), projectPart(x, now.matrices.query, from, from + depth)];
  return [
    `Each head reads all ${D} dimensions: its matrices have ${D} rows. Only the results are cut into ${H}, ${depth} ` +
      `numbers per head. This is how head ${now.head + 1}’s squared weights spread over each ${depth} dimensions of ` +
      `the input:`,
    plainTable(
      ["dimensions", ...Object.values(QKV).map(({ letter }) => `for ${letter}`)],
      Array.from({ length: H }, (_, slice) => [
        `${slice * depth} to ${(slice + 1) * depth - 1}`,
        ...Object.keys(QKV).map(
          (which) => `${(100 * squaredShare(now.matrices[which], slice * depth, depth)).toFixed(1)}%`,
        ),
      ]),
    ),
    `From dimensions ${from} to ${from + depth - 1} alone, the query of “${now.rows[now.token].text}” would have a ` +
      `cosine of ${short(cosineOf(own, all))} with its real one.`,
  ];
}

/** @param {ProjectionsView} view */
function symmetricWeights(view) {
  const { now } = view;
  if (now.cross)
    return ["In cross-attention queries and keys are different tokens, so there’s no symmetry. See self-attention."];
  const scores = part(view.tensors[`${placeOf(now.kind, now.layer)}.symmetric`], now.head);
  const { rows, columns } = scores;
  const scaled = scores.data.map((score) => score / Math.sqrt(view.sizes.d_k));
  const weights = { columns, data: softmaxRows({ shape: [rows, columns], data: scaled }).data };
  const [first, second] = [now.token, leastMutual(weights, now.token)];
  const both = ({ data, columns }) =>
    [data[first * columns + second], data[second * columns + first]].map(formatDifference);
  const names = [first, second].map((at) => `“${now.rows[at].text}”`);
  return [
    `Softmax runs along each row separately, and two rows are divided by different sums. With one matrix U for both ` +
      `sides, here this head’s own query matrix, a pair has one score. Its weights still differ:`,
    plainTable(
      ["", `${names[0]} to ${names[1]}`, `${names[1]} to ${names[0]}`, "largest difference of any pair"],
      [
        ["score", ...both(scores), formatDifference(largestAsymmetry(scores))],
        ["weight", ...both(weights), formatDifference(largestAsymmetry(weights))],
      ],
    ),
  ];
}

// Ignore differences due only to rounding.
const formatDifference = (value) => (Math.abs(value) < 1e-4 ? (value === 0 ? "0" : "< 0.0001") : short(value));

// The share of a matrix's squared weights on some dimensions of the input; it is stored d_k × D.
export function squaredShare({ data, columns }, from, count) {
  let [within, all] = [0, 0];
  data.forEach((value, index) => {
    all += value ** 2;
    if (index % columns >= from && index % columns < from + count) within += value ** 2;
  });
  return within / all;
}

// W x + b with the dimensions from `first` up to `last` of the input alone.
function projectPart(x, { data, rows, columns, bias }, first, last) {
  return Array.from({ length: rows }, (_, output) => {
    const terms = Array.from(x.subarray(first, last), (value, at) => value * data[output * columns + first + at]);
    return sum(terms) + bias[output];
  });
}
