// What the pages that watch a decoding send: viewer/watch/.

// ---- Token by token
interface StepsFacts {
  sizes: Pick<Sizes, "S" | "D" | "H" | "decoder_layers">;
  recurrent: boolean;
  alignedLayer: number;
  source: Chip[];
  roads: { now: Road; before?: Road; own?: Road };
  path: { text: string; fork: { step: number; token: number } | null; said: string | null }[];
  difference: Record<"before" | "now", { text: string; same: boolean }[]> | null;
  language: string;
  strategy: string;
  runs: { encoder: number; decoder: number } | null;
}

interface Road {
  chips: Chip[];
  text: string;
  forced: number;
  finished: boolean;
  logProbabilities: number[];
  totals: number[];
  logProbability: number;
  score: number;
  entropies: number[];
  steps: Candidate[][];
  leftAt: number | null;
}

interface Candidate {
  rank: number;
  id: number;
  probability: number;
  log_probability: number;
  drawn_from: number;
  taken: boolean;
  text: string;
  joined: boolean;
  step: number;
}

type StepsTensor = "now.cross";
// The other roads' weights come with the roads; a recurrent network does not attend to what it has said.
type StepsView = View<StepsFacts, StepsTensor> &
  Played & {
    sizes: StepsFacts["sizes"];
    tensors: Partial<Tensors<"now.self" | `${"before" | "own"}.${"cross" | "self"}`>>;
  };

// ---- Greedy and beam
interface SearchFacts {
  size: number;
  alpha: number;
  layers: number;
  heads: number;
  alignedLayer: number;
  source: Chip[];
  nodes: SearchNode[];
  greedy: SearchLine;
  beam: SearchLine;
  chart: ChartFigure;
  story: { step: number | null; overtakes: number | null; words: string };
  scores: SearchScores | null;
}

interface SearchScores {
  beam: number;
  alpha: number;
  rows: SearchScore[];
  toldOf: number;
}

interface SearchScore extends Record<"greedy" | "beam", Record<"bleu" | "logProbability" | "milliseconds", number>> {
  name: string;
  sentences: number;
  differ: number;
}

interface SearchNode {
  parent: number;
  step: number;
  text: string;
  joined: boolean;
  logProbability: number;
  total: number;
  state: "kept" | "pruned" | "finished";
  row: number;
  said: string;
  greedy: boolean;
}

interface SearchLine {
  text: string;
  chips: Chip[];
  logProbabilities: number[];
  finished: boolean;
}

type SearchView = View<SearchFacts, "weights">;

// ---- Alignment
interface AlignmentFacts {
  model: string;
  language: string;
  source: { text: string; words: string[] };
  target: { text: string; words: string[] };
  pieces: Record<Side, number[][]>;
  links: [number, number][] | null;
  leastError: number | null;
  layers: number;
  heads: number;
  alignedLayer: number;
  layerErrors: number[] | null;
  headErrors: [number, number, number][];
  leastHeadError: number | null;
  wordForTwo: [string, string] | null;
  sets: MeasuredSet[];
  measured: string;
}

// Of each method and step the best layer and head, with the error rate; the best first.
interface MeasuredSet {
  title: string;
  pairs: number;
  best: [string, string, number | null, number | null, number][];
}

type AlignmentTensor = "weights" | "norms" | "norms.all" | "zeroing" | "alti";
type AlignmentView = View<AlignmentFacts, AlignmentTensor>;
