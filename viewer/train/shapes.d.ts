// What the pages on training send: viewer/training/.

// As ModelConfig and TrainingConfig of the library.
interface ModelSizes {
  vocabulary_size: number;
  encoder_layers: number;
  decoder_layers: number;
  d_model: number;
  heads: number;
  d_ff: number;
  dropout: number;
  norm: "pre" | "post";
  positions: "sinusoidal" | "learned";
  position_base: number;
  max_length: number;
  tied_embeddings: boolean;
}

interface TrainingOptions {
  steps: number;
  batch_tokens: number;
  peak: number;
  warmup: number;
  clip: number;
  seed: number;
  [other: string]: string | number | boolean;
}

// ---- Attention through training
interface RunFacts {
  run: { model: ModelSizes; training: TrainingOptions; [other: string]: unknown };
  untrained: UntrainedLoss;
  steps: number[];
  validation: number[];
  sentences: RecordedSentence[];
}

interface RecordedSentence {
  source: string;
  target: string;
  translations: string[];
  read: Chip[];
  input: Chip[];
  output: Chip[];
  guesses: Chip[][];
  sharpest: [number, number];
}

type RunTensor = `log.${"loss" | "learning_rate" | "gradient_norm" | "seconds"}` | `${number}.${Kind | "losses"}`;
type RunView = View<RunFacts, RunTensor> &
  Played & { number: number; kind: Kind; layer: number; head: number | null; row: number | null };

// ---- Learning rates
interface RatesFacts {
  facts: {
    command: string;
    corpus: string;
    model: ModelSizes;
    training: TrainingOptions;
    [other: string]: unknown;
  };
  runs: RateRun[];
  lesson: string;
  growing: string;
  smoothing: number;
  chart: ChartFigure;
  looks: Record<string, string>;
  opens: ScheduleSizes;
}

interface RateRun {
  name: string;
  rate: number | null;
  loss: number | null;
  lastLoss: number | null;
  validation: number | null;
  best: boolean;
  longest_gradient: number;
  fate: string;
}

interface ScheduleSizes {
  d_model: number;
  warmup: number;
  steps: number;
}

// `at` is the step pointed at, null for none.
type RatesView = View<RatesFacts> & { sizes: ScheduleSizes; at: number | null; shown: Set<string> };

// ---- Cost
interface CostFacts {
  numbers: Record<"source" | "target" | "batch" | "steps" | "gflops" | "watts", number> & Record<string, number>;
  notes: string[];
  models: ModelCost[];
  charts: Record<"parameters" | "forward" | "memory", ChartFigure>;
  paper: number;
}

type CostSpent = Record<"forward" | "step" | "training", number>;

interface ModelCost {
  name: string;
  sizes: ModelSizes;
  parameter_total: number;
  products: MatrixProduct[];
  shares: Record<"parameters" | "forward" | "memory", Record<string, number>>;
  flops: CostSpent;
  memory: Record<string, number>;
  joules: CostSpent;
  seconds: CostSpent;
}

interface MatrixProduct {
  stack: string;
  work: string;
  name: string;
  letters: string;
  times: number;
  rows: number;
  inner: number;
  columns: number;
  flops: number;
}

type CostView = View<CostFacts> & { n: number; which: number };

// ---- Train one yourself
type LiveFacts = LiveWaitingFacts | LiveRunFacts;

interface LiveWaitingFacts {
  state: "none";
  vocabulary: number;
  untrained: UntrainedLoss;
}

// As transformer/measures/untrained.py measures it.
type UntrainedLoss = Record<
  "expected" | "even" | "spread" | "repeated" | "deviation" | "again" | "plain" | "smoothed",
  number
>;

interface LiveRunFacts {
  state: "preparing" | "running" | "paused" | "stopped" | "finished" | "failed";
  sentence: string;
  saving: boolean;
  kept: string;
  minutes: number;
  smoothedOver: number;
  settings: Record<"layers" | "width" | "heads" | "dropout" | "peak" | "minutes", number> &
    Record<"sentence" | "reference" | "mixture", string>;
  now: LiveStep | null;
  validation: { loss: number; bleu: number } | null;
  curves: Record<"loss" | "learning_rate" | "gradient_norm" | "speed", ChartFigure> & {
    loss_axes: Record<"linear" | "logarithmic", object>;
  };
  model: LiveModel | null;
  snapshots: { step: number; seconds: number; translation: string }[];
}

interface LiveStep {
  step: number;
  steps: number;
  loss: number;
  learning_rate: number;
  gradient_norm: number;
  target_tokens: number;
  seconds: number;
  smoothed_loss: number;
  speed: number;
}

interface LiveModel {
  source: Chip[];
  target: Chip[];
  cut: boolean;
  parameters: number;
  vocabulary: number;
  pairs: number;
  layers: number;
  heads: number;
  threads: number;
}

type LiveTensor = "weights" | "losses";
// Before the first snapshot there are no tensors.
interface LiveView extends Kept<LiveRunFacts> {
  tensors: Partial<Tensors<LiveTensor>>;
}
