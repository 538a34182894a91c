// A shipped model in the browser: reading, translating and tracing as the library does, without the server.
//
//   const model = await loadEngine({ weights, tokenizer, config, reading, kernels, languages }, (loaded, length) => …);
//   const source = model.read("I love you.");
//   model.write(source, model.beam(source).hypotheses[0].tokens);

import { readTensors } from "../transport/payload.js";
import { EngineError } from "./error.js";
import { readBytes, readJson, readKernels } from "./files.js";
import { loadKernels } from "./kernels.js";
import { Machine } from "./machine.js";
import { makeRecorder } from "./probe.js";
import { Reader } from "./reading.js";
import { parseRules } from "./rules.js";
import { beamSearch, END, greedy, longestTranslation, START } from "./search.js";
import { Tokenizer } from "./tokenizer.js";
import { Transformer } from "./transformer.js";
import { layWeights, unstack } from "./weights.js";

/**
 * @typedef {{prefix?: number[], probe?: Probe | null}} Held what a translation must begin with,
 * and an intervention or a recorder that sees every step's activations
 */

/**
 * @typedef {object} EngineFiles
 * @property {string | object} tokenizer tokenizer.json or its address, like the next two
 * @property {string | object} config config.json
 * @property {string | object} reading reading.json
 * @property {string | BufferSource} kernels kernels.wasm or its address
 * @property {string | BufferSource} [fused] fused.wasm or its address, for browsers that can run it
 * @property {string[]} [languages] that the model reads and writes
 *
 * @typedef {Uint8Array<ArrayBuffer> | import("./files.js").KeptFile} WeightsFile
 */

/**
 * @param {EngineFiles & {weights: WeightsFile}} files with model.safetensors
 * @param {(loaded: number, length: number) => void} [onProgress] of the weights, in bytes
 * @throws {EngineError} with a message for the visitor
 */
export async function loadEngine({ weights, ...files }, onProgress) {
  const [engine] = await enginesOf(files, async () => [readTensors(await readBytes(weights, onProgress)).tensors]);
  return engine;
}

// One model at several ages, with one set of kernels; `tensors` are its weights. The files have them on top of one another.
/**
 * @param {EngineFiles & {weights: WeightsFile[]}} files see transformer/training/ages.py
 * @param {(loaded: number, length: number) => void} [onProgress] of the weights, in bytes
 * @throws {EngineError} as above
 */
export async function loadAges({ weights, ...files }, onProgress = () => {}) {
  let ages = /** @type {Record<string, Tensor>[]} */ ([]);
  const engines = await enginesOf(files, async () => {
    const all = weights.reduce((sum, { length }) => sum + length, 0);
    const read = [];
    for (let before = 0; read.length < weights.length; before += weights[read.length - 1].length) {
      const bytes = await readBytes(weights[read.length], (loaded) => onProgress(before + loaded, all));
      read.push(readTensors(bytes).tensors);
    }
    ages = unstack(read);
    return ages;
  });
  return engines.map((engine, age) => Object.assign(engine, { tensors: ages[age] }));
}

/** @param {EngineFiles} files @param {() => Promise<Record<string, Tensor>[]>} readAll the weights of each model */
async function enginesOf({ tokenizer, config, reading, kernels, fused, languages = ["en"] }, readAll) {
  try {
    const [all, vocabulary, sizes, rules, compiled] = await Promise.all([
      readAll(),
      readJson(tokenizer),
      readJson(config),
      readJson(reading),
      readKernels(kernels, fused),
    ]);
    const { memory, kernels: loaded } = await loadKernels(compiled);
    const machine = new Machine(memory, loaded);
    return all.map((tensors) => {
      const model = new Transformer(machine, layWeights(memory, tensors, sizes), sizes);
      return new Engine(model, new Tokenizer(vocabulary), parseRules(rules), languages);
    });
  } catch (error) {
    if (error instanceof RangeError) throw new EngineError("This browser has too little memory for the model.");
    throw error;
  }
}

export class Engine {
  /**
   * @param {Transformer} model @param {Tokenizer} tokenizer @param {Rules} rules
   * @param {string[]} languages
   */
  constructor(model, tokenizer, rules, languages) {
    const { max_length: longest } = model.config;
    this.model = model;
    this.tokenizer = tokenizer;
    this.reader = new Reader(rules, tokenizer, { languages, counts: model.weights.source_token_counts, longest });
  }

  // The text as the encoder reads it, and the parts that bypass the model.
  read(/** @type {string} */ text) {
    return this.reader.read(text);
  }

  // The text of the ids that the model generated for a source, with what bypassed the model put back.
  /** @param {EngineSource} source @param {number[]} ids */
  write(source, ids) {
    return this.reader.write(source, ids);
  }

  // The most probable token at every step.
  /** @param {EngineSource} source @param {Held & {alpha?: number}} held @returns {EngineHypothesis} */
  greedy(source, { alpha = 0, ...held } = {}) {
    return greedy(this.model, source.ids, this.bounds(source, held), alpha);
  }

  // The best of the hypotheses kept at every step of a beam search; with `record`, all of them.
  /**
   * @param {EngineSource} source
   * @param {Held & {size?: number, alpha?: number, record?: boolean}} options
   * @returns {EngineSearch}
   */
  beam(source, { size = 5, alpha = 1, record = false, ...held } = {}) {
    return beamSearch(this.model, source.ids, this.bounds(source, held), { size, alpha, record });
  }

  // Every activation of one forward pass over a source and its translation, optionally under an intervention; without
  // those that the probe ignores. A search for the translation shares the source's encoding.
  /**
   * @param {EngineSource} source @param {number[] | (() => number[])} found tokens with or without END, or the search
   * @param {Probe | null} probe
   * @returns {EngineTrace}
   */
  trace(source, found, probe = null) {
    let whole = /** @type {number[]} */ ([]);
    const find = () => {
      const tokens = Array.isArray(found) ? found : found();
      whole = [START, ...tokens, ...(tokens.at(-1) === END ? [] : [END])].slice(0, this.model.config.max_length + 1);
      return whole.slice(0, -1);
    };
    const record = makeRecorder();
    /** @type {Probe} */
    const watched = probe ? (name, value) => record(name, probe(name, value)) : record;
    Object.assign(watched, { ignores: probe?.ignores, watches: !probe || probe.watches });
    this.model.machine.memory.within(() => this.model.forward(source.ids, find, watched));
    const written = this.tokenizer.tokens(whole);
    return {
      sourceTokens: this.tokenizer.tokens(source.ids),
      targetTokens: written.slice(0, -1),
      outputTokens: written.slice(1),
      ids: whole,
      activations: record.activations,
    };
  }

  /** @param {EngineSource} source @param {Held} held */
  bounds(source, { prefix = [], probe = null }) {
    return { limit: longestTranslation(this.model.config, source.ids.length, prefix.length), prefix, probe };
  }
}
