// Common misreadings of queries, keys and values, each answered by what is measured on this head.

import { part } from "../../../transport/payload.js";
import { affine } from "../../../widgets/linear.js";
import { short, sum } from "../../../widgets/numbers.js";
import { plainTable } from "../../../widgets/plain_table.js";
import { cosineOf, rowOf } from "../../../widgets/vectors.js";
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
    { said: "One matrix would do for queries and keys.", answer: () => oneForBoth(view) },
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
      `numbers per head: ${H} heads have as many parameters as one. This is how head ${now.head + 1}’s squared weights spread over each ${depth} dimensions of ` +
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
function oneForBoth(view) {
  const { now } = view;
  if (now.cross)
    return ["Here they read different things: the decoder’s stream and the encoder’s output. See self-attention."];
  const { data, rows } = now.query;
  const symmetric = { data: affine(data, data, new Float32Array(rows)), columns: rows };
  const own = part(view.tensors[`${now.kind}.raw_scores`], now.layer, now.head);
  const [first, second] = [now.token, leastMutual(own, now.token)];
  const both = ({ data, columns }) => [data[first * columns + second], data[second * columns + first]];
  const written = (scores) => [...both(scores), largestAsymmetry(scores)].map(formatDifference);
  const names = [first, second].map((at) => `“${now.rows[at].text}”`);
  return [
    `With one matrix for both sides, here this head’s own query matrix, a pair has one score, whichever of the two ` +
      `asks. With two matrices, a token can look for what it isn’t itself:`,
    plainTable(
      ["score", `${names[0]} to ${names[1]}`, `${names[1]} to ${names[0]}`, "largest difference of any pair"],
      [
        ["one matrix", ...written(symmetric)],
        ["two matrices", ...written(own)],
      ],
    ),
    "The values have a third matrix: what a token hands over need not be what it is found by.",
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
