// Computed in the browser: the stream and what the LayerNorms give, from the embedding, what each sublayer adds and the
// norms' parameters, and every neuron's activation from what the feed-forward layers read.

import { stackTensors as stackAll } from "../../../engine/live/activations.js";
import { part, plainNumbers } from "../../../transport/payload.js";
import { affine } from "../../../widgets/linear.js";
import { lengthOf, once } from "../../../widgets/vectors.js";
import { ACTIVATIONS } from "./activation.js";

const layersIn = ({ frame }, stack) => [...Array(frame.sizes[`${stack}_layers`]).keys()];

// The modules of a stack's LayerNorms, in the order of the stream, and of its feed-forward layers' first halves.
/** @param {ResidualModel & { frame: Frame }} facts @param {Stack} stack */
export const normsIn = (facts, stack) => [
  ...layersIn(facts, stack).flatMap((layer) =>
    facts.sublayers[stack].map((name) => `${stack}_layers.${layer}.${name}_add.norm`),
  ),
  ...(facts.preNorm ? [`${stack}_norm`] : []),
];
/** @param {Stack} stack @param {number} layer */
export const expandingOf = (stack, layer) => `${stack}_layers.${layer}.feed_forward.expand`;
/** @param {ResidualModel & { frame: Frame }} facts @param {Stack} stack */
export const expandingIn = (facts, stack) => layersIn(facts, stack).map((layer) => expandingOf(stack, layer));

/** @param {{ facts: ResidualModel & { frame: Frame }, tensors: Record<string, Tensor> }} payload */
export function deriveResidual({ facts, tensors }) {
  const derived = {};
  for (const stack of /** @type {Stack[]} */ (["encoder", "decoder"])) {
    const all = (names) => stackAll(names.map((name) => ({ ...tensors[name], data: plainNumbers(tensors[name]) })));
    const places = layersIn(facts, stack).flatMap((layer) =>
      facts.sublayers[stack].map((name) => `${stack}.${layer}.${name}`),
    );
    const of = (name) => tensors[`${stack}.${name}`];
    const steps = {
      outputs: () => all(places.map((place) => `${place}.output`)),
      gamma: () => all(normsIn(facts, stack).map((module) => `${module}.weight`)),
      beta: () => all(normsIn(facts, stack).map((module) => `${module}.bias`)),
      ...(facts.preNorm ? normFirst(of, facts) : normLast(of, facts)),
      moments: () => momentsOfNorms(of, facts),
      lengths: () => ofVectors(of("stream"), lengthOf),
      added: () => ofVectors(of("outputs"), lengthOf),
      hidden: () => activations(of, facts, expandingIn(facts, stack), tensors),
      share: () => ofVectors(of("hidden"), (each) => each.filter((value) => value > 0).length / each.length),
    };
    for (const [name, compute] of Object.entries(steps)) derived[`${stack}.${name}`] = compute;
  }
  return derived;
}

// The stream at all places, and `beside` it what the LayerNorms give. Sums are made in 32 bits, as the model makes them.
function normFirst(of, { epsilon }) {
  return {
    stream() {
      const stream = [of("input").data];
      for (let at = 0; at < of("outputs").shape[0]; at += 1) stream.push(sumOf(stream[at], part(of("outputs"), at)));
      return placesOfStack([...stream, of("output").data], of("input").shape);
    },
    beside() {
      const stream = of("stream");
      const places = Array.from({ length: stream.shape[0] - 1 }, (_, at) =>
        normedBy(of, at, part(stream, at), epsilon),
      );
      return placesOfStack(places, of("input").shape);
    },
  };
}

// The stream at all places, and `beside` it what the LayerNorms read.
function normLast(of, { epsilon }) {
  const walked = once(() => {
    const [stream, beside] = [[of("input").data], /** @type {Float32Array[]} */ ([])];
    for (let at = 0; at < of("outputs").shape[0]; at += 1) {
      beside.push(sumOf(stream[at], part(of("outputs"), at)));
      stream.push(normedBy(of, at, beside[at], epsilon));
    }
    return [stream, beside].map((places) => placesOfStack(places, of("input").shape));
  });
  return { stream: () => walked()[0], beside: () => walked()[1] };
}

const sumOf = (before, { data: added }) => Float32Array.from(before, (value, at) => value + added[at]);

/** @returns {Tensor} */
const placesOfStack = (places, shape) => stackAll(places.map((data) => ({ shape, data, half: false })));

// What the LayerNorm at a place makes of vectors: γ ⊙ (x − μ) / √(σ² + ε) + β for each token.
function normedBy(of, place, vectors, epsilon) {
  const [gamma, beta] = [part(of("gamma"), place), part(of("beta"), place)];
  const width = gamma.length;
  const numbers = vectors.data ?? vectors;
  const result = new Float32Array(numbers.length);
  for (let from = 0; from < numbers.length; from += width) {
    const [mean, variance] = computeMoments(numbers.subarray(from, from + width));
    const deviation = Math.sqrt(variance + epsilon);
    for (let at = 0; at < width; at += 1)
      result[from + at] = (gamma[at] * (numbers[from + at] - mean)) / deviation + beta[at];
  }
  return result;
}

// Mean μ and variance σ² of a vector's numbers.
export function computeMoments(/** @type {Summable} */ vector) {
  const mean = vector.reduce((sum, value) => sum + value / vector.length, 0);
  return [mean, vector.reduce((sum, value) => sum + (value - mean) ** 2 / vector.length, 0)];
}

// Compute mean and variance before and after each LayerNorm: (norms, 4, T).
/** @returns {Tensor} */
function momentsOfNorms(of, { preNorm }) {
  const [norms] = of("beside").shape;
  const [tokens, width] = of("input").shape;
  const data = new Float32Array(norms * 4 * tokens);
  for (let norm = 0; norm < norms; norm += 1) {
    const [read, given] = preNorm
      ? [part(of("stream"), norm), part(of("beside"), norm)]
      : [part(of("beside"), norm), part(of("stream"), norm + 1)];
    for (let token = 0; token < tokens; token += 1) {
      const found = [read, given].flatMap((vectors) =>
        computeMoments(vectors.data.subarray(token * width, (token + 1) * width)),
      );
      for (const [row, moment] of found.entries()) data[(norm * 4 + row) * tokens + token] = moment;
    }
  }
  return { shape: [norms, 4, tokens], data, half: false };
}

// A number of each vector (…, D).
/** @returns {Tensor} */
function ofVectors({ shape, data }, measure) {
  const width = shape.at(-1);
  const made = Float32Array.from({ length: data.length / width }, (_, at) =>
    measure(data.subarray(at * width, (at + 1) * width)),
  );
  return { shape: shape.slice(0, -1), data: made, half: false };
}

// f(W_1 x + b_1) of each layer's feed-forward sublayer, the last of its layer: (layers, T, F); f is ReLU or another.
function activations(of, { preNorm, activation }, modules, tensors) {
  const read = of(preNorm ? "beside" : "stream");
  const sublayers = of("outputs").shape[0] / modules.length;
  const layers = modules.map((module, layer) => {
    const [factors, bias] = ["weight", "bias"].map((name) => plainNumbers(tensors[`${module}.${name}`]));
    const { data: input, rows } = part(read, (layer + 1) * sublayers - 1);
    return { shape: [rows, bias.length], data: affine(input, factors, bias).map(ACTIVATIONS[activation].of) };
  });
  return stackAll(layers);
}
