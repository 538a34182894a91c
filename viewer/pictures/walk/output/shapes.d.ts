// What viewer/pictures/walk/output/stage.py sends.

interface OutputFacts {
  chosen: number[];
  pieces: Record<string, Chip>;
  tied: boolean;
  rows: number[] | null; // the ids whose rows of the output matrix were sent; null for all
  streams: string[];
  searches: {
    rows: {
      corpus: string;
      split: string;
      sentences: number;
      greedy_bleu: number;
      beam_bleu: number;
      differ: number;
    }[];
    beam: number;
    greedy: string;
  };
}

type OutputTensor =
  | "output"
  | "hidden"
  | "top"
  | "confidence"
  | "losses"
  | `lens${"Top" | "Probabilities" | "Chosen" | "Ranks"}`
  | "mask";
// Only a model with an output bias has one.
type OutputView = WalkView<OutputFacts, OutputTensor | "logits"> & { tensors: { outputBias?: Tensor } };
