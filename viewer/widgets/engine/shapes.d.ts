// What the engine is given and what it returns.

// config.json of a model, as far as the engine reads it.
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

// A text as the encoder reads it, as transformer/text/source.py.
interface EngineSource {
  text: string;
  ids: number[];
  tokens: string[];
  cut: boolean;
  capitals: boolean;
  carried: EngineCarried;
}

// What goes around the model, as transformer/text/carried.py.
interface EngineCarried {
  names: [name: string, unit: string][];
  before: string;
  after: string;
  left_out: string[];
  whole: boolean;
}

// As transformer/decoding/search.py.
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
}

// As transformer/decoding/trace.py: activations by name, without the batch.
interface EngineTrace {
  sourceTokens: string[];
  targetTokens: string[];
  outputTokens: string[];
  activations: Map<string, { shape: number[]; data: Float32Array | Int32Array }>;
}

// Where a model's files are, as viewer/widgets/engine/offer.py writes it: addresses below the app's.
interface EngineOffer {
  alone?: boolean; // no server answers
  weights: { address: string; sha256: string; length: number };
  tokenizer: string;
  config: string;
  reading: string;
  kernels: string;
  script: string; // what runs it in a worker
  language: string;
}
