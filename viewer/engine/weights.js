// A model's weights in the kernels' form: matrices in panels of 32 outputs, in 16 bits, as in the
// file; numbers of 8 bits are among those of 16.

import { fromHalves } from "../transport/payload.js";
import { EngineError } from "./error.js";

const PANEL = 32; // outputs of a matrix next to one another, see step.h
const EPSILON = 1e-5; // of PyTorch's LayerNorm

const COUNTS = "source_token_counts";

// Each age's own tensors, from files in which the ages are every tensor's first dimension. The first one has the counts.
/** @param {Record<string, Tensor>[]} files */
export function unstack(files) {
  const counts = { [COUNTS]: files[0][COUNTS] };
  return files.flatMap(({ [COUNTS]: _, ...stacks }) => {
    /** @type {(age: number) => (entry: [string, Tensor]) => [string, Tensor]} */
    const ofAge =
      (age) =>
      ([name, tensor]) => {
        const shape = tensor.shape.slice(1);
        const size = shape.reduce((product, each) => product * each, 1);
        return [name, { ...tensor, shape, data: tensor.data.subarray(age * size, (age + 1) * size) }];
      };
    const ages = Array.from({ length: Object.values(stacks)[0]?.shape[0] ?? 0 }, (_, age) => age);
    return ages.map((age) => ({ ...counts, ...Object.fromEntries(Object.entries(stacks).map(ofAge(age))) }));
  });
}

/**
 * Everything under its name in the file: `weights.encoder_layers[0].self_attention.query_projection`.
 * @param {import("./memory.js").Memory} memory
 * @param {Record<string, Tensor>} tensors
 * @param {ModelSizes} config
 * @returns {ModelWeights}
 */
export function layWeights(memory, tensors, config) {
  check(tensors, config);
  /** @type {any} */
  const weights = {};
  for (const name of Object.keys(tensors)) {
    const [owner, kind] = [name.slice(0, name.lastIndexOf(".")), name.slice(name.lastIndexOf(".") + 1)];
    if (kind !== "weight") continue;
    const laid = tensors[name].shape.length === 2 ? affine : norm;
    put(weights, owner.split("."), laid(memory, tensors[name], tensors[`${owner}.bias`]));
  }
  if (config.tied_embeddings) {
    weights.target_embedding = weights.source_embedding;
    weights.output_projection = weights.source_embedding;
  }
  const learned = tensors["positions.table"];
  weights.positions = { table: learned ? fromHalves(learned.data) : sinusoids(config) };
  weights.source_token_counts = tensors[COUNTS]?.data.slice(); // the file itself can be freed
  weights.rowOf = (/** @type {Affine} */ table, /** @type {number} */ row) => readRow(memory, table, row);
  return weights;
}

/** @param {Record<string, Tensor>} tensors @param {ModelSizes} config */
function check(tensors, { vocabulary_size, d_model, d_ff, encoder_layers, decoder_layers }) {
  const shapes = {
    "source_embedding.weight": [vocabulary_size, d_model],
    [`encoder_layers.${encoder_layers - 1}.feed_forward.expand.weight`]: [d_ff, d_model],
    [`decoder_layers.${decoder_layers - 1}.feed_forward.expand.weight`]: [d_ff, d_model],
  };
  for (const [name, shape] of Object.entries(shapes))
    if (!tensors[name]?.half || String(tensors[name].shape) !== String(shape))
      throw new EngineError("The model’s weights do not belong to its configuration, or are not in 16 bits.");
}

function put(/** @type {any} */ weights, /** @type {string[]} */ path, /** @type {Affine | number} */ value) {
  const last = path.pop() ?? "";
  let place = weights;
  for (const [at, step] of path.entries()) {
    place[step] ??= /^\d+$/.test(path[at + 1] ?? last) ? [] : {};
    place = place[step];
  }
  place[last] = value;
}

// The struct `Affine` of step.h.
/** @param {import("./memory.js").Memory} memory @param {Tensor} matrix @param {Tensor} [bias] @returns {Affine} */
function affine(memory, { data, shape }, bias) {
  const [outputs, inputs] = shape;
  const filled = Math.ceil(outputs / PANEL) * PANEL;
  const panels = memory.take(2 * filled * inputs);
  const biases = memory.take(4 * filled);
  const at = memory.take(16);
  const { halves } = memory;
  halves.fill(0, panels / 2, panels / 2 + filled * inputs);
  for (let row = 0; row < outputs; row += 1) {
    const from = row * inputs;
    const to = firstOf(panels, inputs, row);
    for (let i = 0; i < inputs; i += 1) halves[to + i * PANEL] = data[from + i];
  }
  memory.floats.fill(0, biases / 4, biases / 4 + filled);
  if (bias) memory.floats.set(fromHalves(bias.data), biases / 4);
  memory.integers.set([panels, biases, inputs, outputs], at / 4);
  return { at, inputs, outputs };
}

// One row of a matrix, such as a token's embedding.
/** @param {import("./memory.js").Memory} memory @param {Affine} matrix @param {number} row */
function readRow(memory, { at, inputs }, row) {
  const to = firstOf(memory.integers[at / 4], inputs, row);
  const bits = new Uint16Array(inputs);
  for (let i = 0; i < inputs; i += 1) bits[i] = memory.halves[to + i * PANEL];
  return fromHalves(bits);
}

function firstOf(/** @type {number} */ panels, /** @type {number} */ inputs, /** @type {number} */ row) {
  return panels / 2 + Math.floor(row / PANEL) * PANEL * inputs + (row % PANEL);
}

// The struct `Norm` of step.h.
/** @param {import("./memory.js").Memory} memory @param {Tensor} weight @param {Tensor} bias */
function norm(memory, weight, bias) {
  const [gains, biases, at] = [4 * weight.data.length, 4 * weight.data.length, 12].map((bytes) => memory.take(bytes));
  memory.floats.set(fromHalves(weight.data), gains / 4);
  memory.floats.set(fromHalves(bias.data), biases / 4);
  memory.integers.set([gains, biases], at / 4);
  memory.floats[at / 4 + 2] = EPSILON;
  return at;
}

// PE(pos, 2i) = sin(pos / base^(2i / D)), PE(pos, 2i+1) = cos(…) (section 3.5), one row per position.
/** @param {ModelSizes} config */
function sinusoids({ max_length: length, d_model: width, position_base: base }) {
  const table = new Float32Array(length * width);
  for (let position = 0; position < length; position += 1)
    for (let i = 0; i < width; i += 2) {
      const angle = position * Math.exp((i * -Math.log(base)) / width);
      table[position * width + i] = Math.sin(angle);
      table[position * width + i + 1] = Math.cos(angle);
    }
  return table;
}
