// What the browser computes as the library does, on the library's own results.

import assert from "node:assert/strict";
import test from "node:test";
import { turn } from "../../../viewer/pictures/after/one_stack/rotation.js";
import { entropyTerms } from "../../../viewer/pictures/walk/heads/equation.js";
import { computeParts } from "../../../viewer/pictures/walk/heads/joined/joined.js";
import { onItself } from "../../../viewer/pictures/walk/heads/mistakes.js";
import { computeDistribution } from "../../../viewer/pictures/walk/output/distribution.js";
import { makeWave, wavelength } from "../../../viewer/pictures/walk/positions/common.js";
import { orderDifferences } from "../../../viewer/pictures/walk/positions/mistakes.js";
import { squaredShare } from "../../../viewer/pictures/walk/projections/mistakes.js";
import { largestAsymmetry, readMaking } from "../../../viewer/pictures/walk/projections/numbers.js";
import { findExtremes, lastNorm, normalise } from "../../../viewer/pictures/walk/residual/lengths.js";
import { rankNeurons } from "../../../viewer/pictures/walk/residual/neurons.js";
import { numbersOfQuery } from "../../../viewer/pictures/walk/scores/numbers.js";
import { errorRate, findLinks, wordWeights } from "../../../viewer/pictures/watch/alignment/links.js";
import { computeScore } from "../../../viewer/pictures/watch/search/score.js";
import { part } from "../../../viewer/transport/payload.js";
import { headWeights } from "../../../viewer/widgets/heads.js";
import { formatSigned } from "../../../viewer/widgets/numbers.js";
import { cosineOf } from "../../../viewer/widgets/vectors.js";
import { cases, matrixOf, near, tensorOf } from "./cases.js";

test("a score is the total over the length penalty", () => {
  for (const { total, step, alpha, score } of cases.scores) near(computeScore({ alpha }, { total, step }), score, 12);
});

test("the mean of the heads", () => {
  const { heads, mean } = cases.mean_of_heads;
  const layers = tensorOf([heads, heads]);
  near([...headWeights(layers, null, 1).data], mean, 6);
  near([...headWeights(layers, 2, 1).data], heads[2]);
  near([...headWeights(tensorOf(heads[0]), null)], columnMeans(heads[0]), 6); // of one position: (H, S)
});

test("the softmax over the vocabulary at a temperature, and its entropy", () => {
  for (const { logits, temperature, probabilities, entropy } of cases.distributions) {
    const distribution = computeDistribution(logits, temperature);
    near(logits.map(distribution.of), probabilities, 9, `τ = ${temperature}`);
    near(distribution.entropy, entropy, 9, `entropy, τ = ${temperature}`);
  }
});

test("16-bit floats", () => {
  const { bits, values } = cases.halves;
  const tensor = { shape: [1, bits.length], data: Uint16Array.from(bits), half: true };
  assert.deepEqual([...part(tensor, 0)], values.map(Number));
});

test("how a row of weights spreads, in nats", () => {
  const { weights, nats } = cases.spreads;
  weights.forEach((_, row) => {
    near(
      entropyTerms(matrixOf(weights), row).reduce((sum, each) => sum + each, 0),
      nats[row],
    );
  });
});

test("rows whose largest weight is on themselves", () => {
  for (const [kind, { weights, rows }] of Object.entries(cases.on_itself)) {
    const found = weights.map((head) => onItself(matrixOf(head), kind));
    assert.deepEqual(
      found.map((each) => each.own),
      rows,
    );
    assert.ok(found.every(({ choosing }) => choosing === (kind === "decoder" ? 4 : 5)));
  }
});

test("scaled dot-product attention of every query", () => {
  const made = cases.attention;
  const tensors = {};
  for (const [name, rows] of Object.entries(made)) tensors[`decoder.${name}`] = tensorOf(rows, 2);
  made.query.forEach((_, token) => {
    const numbers = numbersOfQuery({ focus: { kind: "decoder", layer: 0, head: 0, token }, tensors });
    const { exponential, total } = numbers;
    near(
      Array.from(exponential, (each) => each / total),
      made.weights[token],
    );
    near([...numbers.masked], made.masked_scores[token]);
  });
});

test("the waves of the positions", () => {
  for (const { base, width, dimension, wavelength: length, values } of cases.waves) {
    const view = { sizes: { D: width } };
    near(wavelength(view, base, dimension), length);
    const wave = makeWave(view, base, dimension);
    near(values.map((_, position) => wave(position)).map(roundedTo(7)), values.map(roundedTo(7)), 5);
  }
});

test("LayerNorm before γ and β", () => {
  const { vector, mean, variance, epsilon, normalised: expected } = cases.norms;
  near(normalise(vector, mean, variance, epsilon), expected);
});

test("a number of Q", () => {
  const { x, matrix, bias, rows } = cases.projections;
  const now = { x: matrixOf(x), head: 0, matrices: { query: { ...matrixOf(matrix), bias } } };
  x.forEach((_, row) => {
    bias.forEach((_, column) => {
      const making = readMaking(now, { which: "query", row, column });
      near(making.total, rows[row][column]);
    });
  });
});

test("the sum of what the heads write", () => {
  const { shares, bias, total } = cases.joined_heads;
  const [H, T, D] = tensorOf(shares).shape;
  const tensors = {
    "decoder.0.cross_attention.shares": tensorOf(shares),
    "decoder_layers.0.cross_attention.output_projection.bias": tensorOf(bias),
  };
  for (let token = 0; token < T; token += 1) {
    const parts = computeParts({ focus: { kind: "cross", layer: 0, token }, sizes: { H, D }, tensors });
    assert.equal(parts.length, H + 2);
    near([...parts.at(-1)], total[token], 6);
  }
});

test("neurons by activation", () => {
  const { activations, strongest, active } = cases.neurons;
  const view = {
    focus: { kind: "cross", layer: 0, token: 0 },
    tensors: { "decoder.hidden": tensorOf(activations, 2) },
  };
  const found = rankNeurons(view);
  assert.equal(found.active, active);
  assert.deepEqual(found.order.slice(0, active), strongest);
});

test("a word is linked with the word that it looks at most", () => {
  const { weights, source, target, links } = cases.links;
  assert.deepEqual(findLinks(wordWeights(matrixOf(weights), { source, target })), links);
  assert.ok(links.length && links.length < target.length);
});

test("the alignment error rate", () => {
  for (const { found, true: truth, common, rate } of cases.error_rates) near(errorRate(found, truth, common), rate, 12);
});

test("a number with its sign", () => {
  for (const { value, digits, written } of cases.signed_numbers) assert.equal(formatSigned(value, digits), written);
});

// Where 32 bits round near zero, only the size of the rounding says something.
function roundedTo(digits) {
  return (value) => Number(Number(value).toFixed(digits)) + 1;
}

function columnMeans(rows) {
  return rows[0].map((_, column) => rows.reduce((sum, row) => sum + row[column], 0) / rows.length);
}

test("an output that follows its tokens is equivariant, its sum invariant", () => {
  const first = { data: Float32Array.of(1, 2, 3, 4, 5, 6), rows: 3, columns: 2 };
  const order = [2, 0, 1];
  assert.deepEqual(orderDifferences(first, first, order), { unmoved: 4, moved: 0, pooled: 0 });
  const second = { ...first, data: Float32Array.of(1, 2, 3, 4, 5, 9) };
  assert.deepEqual(orderDifferences(first, second, order), { unmoved: 7, moved: 3, pooled: 3 });
});

test("the sinusoids alternate over dimensions", () => {
  for (const { base, width, dimension, values } of cases.waves) {
    const wave = makeWave({ sizes: { D: width } }, base, dimension);
    assert.ok(values.every((value, position) => Math.abs(value - wave(position)) < 1e-6));
  }
});

test("how far scores are from their mirror image", () => {
  const scores = { data: Float32Array.of(2, 1, -5, 4, 4, 0, 1, 0, 1.5), rows: 3, columns: 3 };
  assert.equal(largestAsymmetry(scores), 6);
});

test("shares and cosines", () => {
  const matrix = { data: Float32Array.of(1, 2, 2, 4), rows: 1, columns: 4 };
  near([squaredShare(matrix, 0, 2), squaredShare(matrix, 2, 2)], [0.2, 0.8]);
  near([cosineOf([1, 0], [0, 2]), cosineOf([1, 1], [2, 2]), cosineOf([1, 0], [-3, 0])], [0, 1, -1]);
});

test("the last norm gives every token the same length, its γ and β others", () => {
  const { vector, epsilon, normalised: expected } = cases.norms;
  const other = vector.map((value) => 2 * value);
  const given = [expected.map((value) => 3 * value), expected.map((value) => value / 2 + 1)];
  const size = vector.length;
  const tensors = {
    "encoder.stream": tensorOf([[vector, other], given]),
  };
  const tokens = { source: [{ text: "a" }, { text: "b" }] };
  const found = lastNorm({ focus: { kind: "encoder" }, tokens, tensors, facts: { preNorm: true, epsilon } });
  for (const { between } of found) near([between], [Math.sqrt(size)], 3);
  near([found[1].before / found[0].before], [2], 5);
  near([found[0].after], [3 * Math.sqrt(size)], 3);
  const { shortest, longest } = findExtremes(found);
  assert.deepEqual([shortest.token, longest.token], [1, 0]);
});

test("a vector turns by its place, and its product with another knows only the distance", () => {
  const { vector, turned } = cases.turns;
  near(
    [0, 1, 70].flatMap((place) => [...turn(vector, place)]),
    turned.flat(),
    4,
  );
  const product = (one, other) =>
    turn(vector, one).reduce((sum, each, at) => sum + each * turn(turned[1], other)[at], 0);
  near([product(57, 52)], [product(5, 0)], 10);
  assert.ok(Math.abs(product(5, 0) - product(4, 0)) > 1e-3);
});
