// What viewer/pictures/watch/search/ sends, or the browser's own model makes.

interface SearchFacts {
  sentence: string; // as typed
  size: number; // of the beam
  alpha: number;
  layers: number;
  heads: number;
  alignedLayer: number;
  source: Chip[];
  nodes: SearchNode[];
  greedy: SearchLine;
  beam: SearchLine;
  parted: number | null; // the first step at which the two differ
}

// What only the server knows.
interface SearchSent extends SearchFacts {
  scores: SearchScores | null;
  engine: EngineOffer | null;
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
