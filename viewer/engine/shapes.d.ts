// What the engine takes, computes with and returns.

type Machine = import("./machine.js").Machine;
type Engine = import("./engine.js").Engine;

// B · T rows of D numbers at an address of the kernels' memory.
type Rows = { at: number; batch: number; length: number; width: number };

// Weights and biases of y = x Wᵀ + b.
type Affine = { at: number; inputs: number; outputs: number };

// Keys and values for queries to look at. Position s of batch row b is at row places[b · stride + s] of both, or at row
// s without places. With `causal`, the last query sees all S of them, and each earlier one sees one fewer.
type Seen = { keys: number; values: number; places: number; stride: number; length: number; causal: boolean };

// What cross-attention looks at, and self-attention after adding the keys and values of new positions.
type LayerCache = { source: Seen; grown: (x: Rows) => Seen };

// A model's weights under their names in the file; a LayerNorm is its address.
type Projections = Record<`${"query" | "key" | "value" | "output"}_projection`, Affine>;
type FeedForwardWeights = Record<"expand" | "contract", Affine>;
type Norms<Sublayer extends string> = Record<`${Sublayer}_add`, { norm: number }>;
type FeedForwardLayer = { feed_forward: FeedForwardWeights } & Norms<"feed_forward">;
type EncoderLayer = FeedForwardLayer & { self_attention: Projections } & Norms<"self_attention">;
type DecoderLayer = EncoderLayer & { cross_attention: Projections } & Norms<"cross_attention">;
type ModelWeights = Record<"source_embedding" | "target_embedding" | "output_projection", Affine> & {
  encoder_layers: EncoderLayer[];
  decoder_layers: DecoderLayer[];
  encoder_norm?: number; // in a pre-norm model, like the next
  decoder_norm?: number;
  positions: { table: Float32Array };
  source_token_counts?: Tensor["data"];
  rowOf(table: Affine, row: number): Float32Array;
};

// A probe is a function of a name and an activation that returns what the model continues with. `ignores` says of a part
// of a name, such as `encoder`, that the probe leaves all of it as it is; one that `watches` changes nothing, and copies
// what it keeps. Both are faster.
type Probed = { shape: number[]; data: Float32Array | Int32Array };
type Wishes = { ignores?: (part: string) => boolean; watches?: boolean };
type Probe = ((name: string, value: Probed) => Probed) & Wishes;

type Pattern = { source: string; flags: string };

// Written by viewer/engine/reading.py; a text with spaces is a list of words.
type ReadingRules = Record<
  "raised" | "words" | "shared" | "abbreviations" | "also_words" | "small_in_headlines" | "english_names",
  string
> &
  Record<"articles" | "needy" | "signs", string> &
  Record<"plain" | "plainer" | "written_out" | "amount_words" | "like", Record<string, string>> &
  Record<"rewritten" | "english_only", string[]> &
  Record<"writing" | "hours", Record<string, [string, string, string]>> & {
    limits: { characters: number; tokens: number };
    stand_ins: Record<string, Record<string, Pattern>>;
    replaced: Record<string, [Pattern, string][]>;
    patterns: Record<string, Pattern>;
  };
type Rules = ReturnType<typeof import("./rules.js").parseRules>;

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
  activations: Record<string, Probed>;
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
