// What viewer/pictures/train/training/ sends.

type LiveFacts = LiveWaitingFacts | LiveRunFacts;

interface LiveWaitingFacts {
  state: "none";
  vocabulary: number;
  minutes: number;
  recorded: { sentence: string; reference: string; rows: Omit<Snapshot, "step">[] };
  untrained: UntrainedLoss;
}

// As measured by transformer/analysis/measures/untrained.py.
type UntrainedLoss = Record<
  "expected" | "even" | "spread" | "repeated" | "deviation" | "again" | "plain" | "smoothed",
  number
>;

interface LiveRunFacts {
  state: "preparing" | "running" | "paused" | "saving" | "stopped" | "finished" | "failed";
  sentence: string;
  saved: string;
  smoothedOver: number;
  settings: Record<"layers" | "width" | "heads" | "dropout" | "peak" | "minutes", number> &
    Record<"sentence" | "reference" | "mixture", string>;
  now: LiveStep | null;
  validation: { loss: number; bleu: number } | null;
  curves: Record<"loss" | "learning_rate" | "gradient_norm" | "speed", ChartFigure>;
  model: LiveModel | null;
  snapshots: Snapshot[];
}

interface Snapshot {
  step: number;
  seconds: number;
  translation: string;
}

interface LiveStep {
  step: number;
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
