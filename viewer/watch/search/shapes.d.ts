// What viewer/watch/search/ sends.

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
