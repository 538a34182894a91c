// The engine's inputs and outputs.

// A model's config.json, as far as the engine reads it.
interface ModelSizes {
  vocabulary_size: number;
  encoder_layers: number;
  decoder_layers: number;
  d_model: number;
  heads: number;
  d_ff: number;
  norm: "pre" | "post";
  position_base: number;
  max_length: number;
  tied_embeddings: boolean;
}

// A text as the encoder reads it, like transformer/text/source.py.
interface EngineSource {
  text: string;
  ids: number[];
  tokens: string[];
  cut: boolean;
  capitals: boolean;
  headline: boolean;
  carried: EngineCarried;
}

// What bypasses the model, like transformer/text/carried.py.
interface EngineCarried {
  names: [name: string, unit: string][];
  before: string;
  after: string;
  left_out: string[];
  whole: boolean;
}

// Like transformer/decoding/search.py.
interface EngineHypothesis {
  tokens: number[];
  logProbabilities: number[];
  score: number;
  finished: boolean;
}

interface EngineNode {
  parent: number;
  step: number;
  token: number;
  logProbability: number;
  total: number;
  score: number;
  state: "kept" | "pruned" | "finished";
}

interface EngineSearch {
  hypotheses: EngineHypothesis[];
  nodes: EngineNode[];
  greedily: Pick<EngineHypothesis, "tokens" | "logProbabilities"> | null; // greedy decoding, if the beam has all of it
}

// Like transformer/decoding/trace.py: activations by name, without the batch dimension.
interface EngineTrace {
  sourceTokens: string[];
  targetTokens: string[];
  outputTokens: string[];
  ids: number[]; // of the target, from its beginning to its end
  activations: Record<string, { shape: number[]; data: Float32Array | Int32Array }>;
}

// Where a model's files are, as written by viewer/engine/live/offer.py: addresses below the app's.
interface EngineOffer {
  alone?: boolean; // there is no server
  weights: { address: string; sha256: string; length: number; planes?: number };
  tokenizer: string;
  config: string;
  reading: string;
  kernels: string;
  fused: string; // the same for browsers with fused multiplication and addition
  script: string; // its script in a worker
  needs: string[]; // patterns of the activations that a picture draws
  decode: Decode;
  languages: string[]; // that it reads and writes
}

// The same of one model at several ages, whose weights lie in several files.
type AgesOffer = Omit<EngineOffer, "weights"> & { weights: EngineOffer["weights"][] };

// How a sentence is decoded: by beam search for most pages, or as a page shows it.
type Decode =
  | { kind: "passage" | "whole" | "orders" | "guesses" }
  | { kind: "steps"; size: number | null; alpha: number; prefix: number[] }
  | { kind: "tree"; size: number; alpha: number }
  | ({ kind: "rivals" } & Asked)
  | { kind: "edited"; hide: [number, number]; heads: string[] };

// A choice between words, the words of the source that decide it (the first one, and how many), the layer whose heads
// look at it, and what is changed.
interface Asked {
  rivals: string[];
  clue: [number, number];
  layer: number;
  changes: ChangeAsked[];
}
