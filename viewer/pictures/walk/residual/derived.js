// Computed in the browser: the stream and what the LayerNorms give, from the embedding and what each sublayer adds, and
// every neuron's activation from what the feed-forward layers read.

import { fromThreeBytes, part, plainNumbers } from "../../../transport/payload.js";
import { affine } from "../../../widgets/linear.js";
import { once } from "../vectors.js";
import { ACTIVATIONS } from "./activation.js";

/** @param {{ facts: any, tensors: Record<string, Tensor> }} payload */
export function derivedResidual({ facts, tensors }) {
  const derived = {};
  for (const stack of ["encoder", "decoder"]) {
    const of = (name) => tensors[`${stack}.${name}`];
    const walked = once(() => throughStack(of, facts));
    derived[`${stack}.output`] = () => fromThreeBytes(of("outputBytes"), of("outputSteps"));
    derived[`${stack}.stream`] = () => walked().stream;
    derived[`${stack}.beside`] = () => walked().beside;
    derived[`${stack}.moments`] = () => momentsOfNorms(of, walked(), facts);
    // Of a model whose W_1 is too large to be sent, the activations come instead.
    if (!facts.listed) derived[`${stack}.hidden`] = () => activations(of, facts, facts.sublayers[stack].length);
  }
  return derived;
}

// The stream at all places, and `beside` it: with pre-norm what the LayerNorms give, with post-norm what they
// read. The sums are made in 32 bits, as the model makes them, of outputs sent in 24.
function throughStack(of, { preNorm, epsilon }) {
  const [tokens, width] = of("input").shape;
  const output = of("output").data;
  const size = tokens * width;
  const norms = of("gamma").shape[0];
  const normed = (at, vectors) => layerNormed(vectors, part(of("gamma"), at), part(of("beta"), at), epsilon);
  const stream = [of("input").data];
  const beside = [];
  for (let at = 0; at < output.length / size; at += 1) {
    const before = stream[at];
    const sum = Float32Array.from(before, (value, index) => value + output[at * size + index]);
    stream.push(preNorm ? sum : normed(at, sum));
    beside.push(preNorm ? normed(at, before) : sum);
  }
  if (preNorm) {
    beside.push(normed(norms - 1, stream.at(-1)));
    stream.push(beside.at(-1));
  }
  return { stream: placesOfStack(stream, tokens, width), beside: placesOfStack(beside, tokens, width) };
}

function placesOfStack(places, tokens, width) {
  const data = new Float32Array(places.length * tokens * width);
  for (const [at, each] of places.entries()) data.set(each, at * tokens * width);
  return { shape: [places.length, tokens, width], data, half: false };
}

// γ ⊙ (x − μ) / √(σ² + ε) + β for each token.
function layerNormed(vectors, gamma, beta, epsilon) {
  const width = gamma.length;
  const result = new Float32Array(vectors.length);
  for (let from = 0; from < vectors.length; from += width) {
    const [mean, variance] = momentsOf(vectors, from, width);
    const deviation = Math.sqrt(variance + epsilon);
    for (let at = 0; at < width; at += 1)
      result[from + at] = (gamma[at] * (vectors[from + at] - mean)) / deviation + beta[at];
  }
  return result;
}

// Mean μ and variance σ² of a vector's numbers.
function momentsOf(vectors, from, width) {
  let mean = 0;
  let variance = 0;
  for (let at = 0; at < width; at += 1) mean += vectors[from + at] / width;
  for (let at = 0; at < width; at += 1) variance += (vectors[from + at] - mean) ** 2 / width;
  return [mean, variance];
}

// Of what each LayerNorm reads and gives: (norms, 4, T), mean and variance before, mean and variance after.
function momentsOfNorms(of, { stream, beside }, { preNorm }) {
  const [norms, width] = of("gamma").shape;
  const tokens = stream.shape[1];
  const data = new Float32Array(norms * 4 * tokens);
  for (let norm = 0; norm < norms; norm += 1) {
    const [read, given] = preNorm
      ? [part(stream, norm), part(beside, norm)]
      : [part(beside, norm), part(stream, norm + 1)];
    for (let token = 0; token < tokens; token += 1) {
      const found = [read, given].flatMap((vectors) => momentsOf(vectors.data, token * width, width));
      for (const [row, moment] of found.entries()) data[(norm * 4 + row) * tokens + token] = moment;
    }
  }
  return { shape: [norms, 4, tokens], data, half: false };
}

// f(W_1 x + b_1) of each layer's feed-forward sublayer, the last of its layer: (layers, T, F); f is ReLU or another.
function activations(of, { preNorm, activation }, sublayers) {
  const [layers, neurons, width] = of("expand").shape;
  const read = of(preNorm ? "beside" : "stream");
  const size = read.shape[1] * width;
  const [factors, added] = [of("expand"), of("bias")].map(plainNumbers);
  const data = new Float32Array(layers * read.shape[1] * neurons);
  for (let layer = 0; layer < layers; layer += 1) {
    const from = ((layer + 1) * sublayers - 1) * size;
    const input = read.data.subarray(from, from + size);
    const block = factors.subarray(layer * neurons * width, (layer + 1) * neurons * width);
    const bias = added.subarray(layer * neurons, (layer + 1) * neurons);
    data.set(affine(input, block, bias).map(ACTIVATIONS[activation].of), layer * read.shape[1] * neurons);
  }
  return { shape: [layers, read.shape[1], neurons], data, half: false };
}
