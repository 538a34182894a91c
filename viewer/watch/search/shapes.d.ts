// What viewer/watch/search/ sends.

interface SearchFacts {
  alpha: number;
  layers: number;
  heads: number;
  alignedLayer: number;
  source: Chip[];
  nodes: SearchNode[];
  greedy: SearchLine;
  beam: SearchLine;
  chart: ChartFigure;
  story: { step: number | null; words: string };
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
  translation: string; // of the hypothesis up to this node
  greedy: boolean;
}

interface SearchLine {
  chips: Chip[];
  logProbabilities: number[];
}

type SearchView = View<SearchFacts, "weights">;
