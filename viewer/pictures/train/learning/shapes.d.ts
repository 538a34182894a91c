// What viewer/pictures/train/learning/ sends.

interface RunFacts {
  steps: number[];
  validation: number[]; // the loss at each
  heldOut: number; // pairs that the losses are of
  losses: ChartFigure;
  sentences: RecordedSentence[];
}

interface RecordedSentence {
  source: string;
  target: string;
  translations: Stretch[][];
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
    training: Record<string, any>;
    [other: string]: unknown;
  };
  runs: { name: string; validation: number | null; best: boolean; fate: string; shape: number[] }[];
  lesson: string;
  smoothing: number;
  chart: ChartFigure;
}
