// What viewer/pictures/train/learning/ sends.

interface RunFacts {
  steps: number[];
  losses: ChartFigure;
  sentences: RecordedSentence[];
}

interface RecordedSentence {
  source: string;
  target: string;
  translations: string[];
  input: Chip[];
  output: Chip[];
  guesses: Chip[][];
}

type RunTensor = `${number}.losses`;
type RunView = View<RunFacts, RunTensor> & Played & { number: number; row: number | null };

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
  schedules: ChartFigure;
  looks: Record<string, { ink: string; dash: string; width: number }>;
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
  shape: number[];
}

interface ScheduleSizes {
  d_model: number;
  warmup: number;
  steps: number;
}

// `at` is the hovered step, or null.
type RatesView = View<RatesFacts> & { sizes: ScheduleSizes; at: number | null; shown: Set<string> };

// As measured by transformer/analysis/measures/untrained.py.
type UntrainedLoss = Record<
  "expected" | "even" | "spread" | "repeated" | "deviation" | "again" | "plain" | "smoothed",
  number
>;
