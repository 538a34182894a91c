// The whole Transformer (figure 1 of the paper), in the order of transformer/model/transformer.py: two embeddings, two
// stacks, one output projection. Letters: B batch, S source length, T target length, D model width, V vocabulary size.

import { DecoderCache } from "./cache.js";
import { decoderLayer, encoderLayer } from "./layers.js";
import { callProbe, scopeProbe } from "./probe.js";

export class Transformer {
  /**
   * @param {Machine} machine
   * @param {ModelWeights} weights
   * @param {ModelSizes} config
   */
  constructor(machine, weights, config) {
    this.machine = machine;
    this.weights = weights;
    this.config = config;
    this.layers = { encoder: weights.encoder_layers, decoder: weights.decoder_layers };
    this.encoded = { source: "", numbers: new Float32Array() }; // the last source: a page traces it and searches it
  }

  // Rows of the table times √D, plus positions (sections 3.4 and 3.5): B · T tokens → (B, T, D).
  /** @type {(table: Affine, tokens: number[], batch: number, start: number, probe: Probe | null) => Rows} */
  embed(table, tokens, batch, start, probe) {
    const { machine, config } = this;
    const length = tokens.length / batch;
    const width = config.d_model;
    if (start + length > config.max_length)
      throw new Error(`A sequence of ${start + length} tokens is too long: the model takes ${config.max_length}.`);
    const x = machine.rows(batch, length, width);
    const scale = Math.fround(Math.sqrt(width));
    const numbers = machine.numbers(x);
    for (const [row, token] of tokens.entries()) numbers.set(this.weights.rowOf(table, token), row * width);
    for (let at = 0; at < numbers.length; at += 1) numbers[at] *= scale;
    machine.point(probe, "embedding", x);
    /** @type {Probed["data"]} */
    let positions = this.weights.positions.table.slice(start * width, (start + length) * width);
    if (probe) positions = callProbe(probe, "positions", [length, width], positions);
    for (let at = 0; at < numbers.length; at += 1) numbers[at] += positions[at % positions.length];
    return machine.point(probe, "input", x);
  }

  // The source's S tokens → (1, S, D), the memory that the decoder attends to.
  /** @param {number[]} source @param {Probe | null} probe */
  encode(source, probe = null) {
    probe = scopeProbe(probe, "encoder");
    const { machine, encoded } = this;
    if (!probe && encoded.source === String(source)) {
      const x = machine.rows(1, source.length, this.config.d_model);
      machine.numbers(x).set(encoded.numbers);
      return x;
    }
    const made = this.encodeAll(source, probe);
    if (!probe || probe.watches) this.encoded = { source: String(source), numbers: machine.numbers(made).slice() };
    return made;
  }

  encodeAll(/** @type {number[]} */ source, /** @type {Probe | null} */ probe) {
    let x = this.embed(this.weights.source_embedding, source, 1, 0, probe);
    for (const index of layerOrder(this.layers.encoder, probe))
      x = encoderLayer(this, this.layers.encoder[index], x, scopeProbe(probe, `${index}`));
    return this.output(this.weights.encoder_norm, x, probe);
  }

  // The decoder's output for new positions of every hypothesis in the cache, B · T tokens → (B, T, D).
  /** @param {number[]} target @param {DecoderCache} cache @param {Probe | null} probe */
  decode(target, cache, probe = null) {
    probe = scopeProbe(probe, "decoder");
    const batch = cache.past.length;
    let x = this.embed(this.weights.target_embedding, target, batch, cache.length, probe);
    cache.extend(x.length);
    for (const index of layerOrder(this.layers.decoder, probe))
      x = decoderLayer(this, this.layers.decoder[index], x, cache.layers[index], scopeProbe(probe, `${index}`));
    return this.output(this.weights.decoder_norm, x, probe);
  }

  // The decoder's output as logits over the vocabulary, (B, T, D) → (B, T, V) (section 3.4).
  /** @param {Rows} x @param {Probe | null} probe */
  project(x, probe = null) {
    return this.machine.point(probe, "logits", this.machine.affine(this.weights.output_projection, x));
  }

  // Logits for every position of a target at once, (1, T, V), unless the probe ignores them; the target begins with
  // START. It is asked for once the source is encoded, so that a search for it need not encode the source again.
  /** @param {number[]} source @param {() => number[]} find the target @param {Probe | null} probe */
  forward(source, find, probe = null) {
    const memory = this.encode(source, probe);
    const target = find();
    const cache = new DecoderCache(this, memory, 1, target.length);
    const decoded = this.decode(target, cache, probe);
    return probe?.ignores?.("logits") ? null : this.project(decoded, probe);
  }

  // A pre-norm stack has a LayerNorm at its top.
  output(/** @type {number | undefined} */ norm, /** @type {Rows} */ x, /** @type {Probe | null} */ probe) {
    return this.machine.point(probe, "output", norm ? this.machine.normalise(norm, x) : x);
  }
}

// The order in which a stack's layers run: bottom up, unless the probe changes `order`.
function layerOrder(/** @type {EncoderLayer[]} */ layers, /** @type {Probe | null} */ probe) {
  const bottomUp = Int32Array.from(layers.keys());
  return probe ? callProbe(probe, "order", [layers.length], bottomUp) : bottomUp;
}
